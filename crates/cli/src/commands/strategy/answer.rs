//! What `synth` and `complete` answer, and how a search on either engine is shown.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ::strategy::Strategy;
use ::strategy::diagrams::Field;
use ::strategy::json::ListAnswer;
use ::strategy::list::List;
use ::strategy::options::PairOrder;
use ::strategy::search::{Standing, Watch};
use serde::Serialize;
use workshop::Until;
use workshop::strategies::{DiagramSearch, Search as BitmapSearch, Stage, Synthesis, complete_on_diagrams, improve};

use super::refused;
use super::setting::Setting;
use super::synth::SearchOptions;
use crate::console::{BAD, Console, GOOD};
use crate::error::{Error, Exit};
use crate::progress::Search;
use crate::table::count;

/// What was found.
#[derive(Serialize)]
struct Answer {
    game: String,
    #[serde(flatten)]
    found: Synthesis,
    seconds: f64,
}

impl Answer {
    fn new(setting: &Setting, found: Synthesis) -> Answer {
        Answer { game: setting.source.name.clone(), found, seconds: setting.seconds() }
    }
}

/// The best list of a search so far: what is left of it where the search does not end in time.
#[derive(Default)]
pub struct Best(Mutex<Option<Kept>>);

/// An answer, and where to write its list.
pub struct Kept {
    answer: Answer,
    out: Option<PathBuf>,
}

impl Best {
    fn keep(&self, answer: Answer, out: Option<&Path>) {
        let kept = Kept { answer, out: out.map(Path::to_owned) };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
    }

    /// The answer, which whoever takes it prints.
    pub fn take(&self) -> Option<Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Kept {
    /// Prints it.
    pub fn print(&self, console: &Console) -> Result<Exit, Error> {
        print(&self.answer, self.out.as_deref(), console)
    }
}

/// Shows how a search stands, and ends it with the command.
struct Watcher<'w> {
    until: Until,
    progress: Search<'w>,
}

impl Watch for Watcher<'_> {
    fn stopped(&self) -> bool {
        self.until.over()
    }

    fn stands(&self, standing: &Standing) {
        let (restarts, steps) = (count(standing.restarts, "run"), count(standing.steps, "step"));
        self.progress.tell(format!("{}; {restarts}, {steps} of search", rules_and_literals(standing.best)));
    }
}

/// Searches from a list on and prints what was found.
pub fn on_bitmaps(
    command: &SearchOptions,
    setting: &Setting,
    start: &List<'_>,
    exact: bool,
    console: &Console,
) -> Result<Exit, Error> {
    let until = setting.until();
    let watcher = Watcher { until: until.clone(), progress: Search::new(console) };
    let search = BitmapSearch {
        algorithm: command.algorithm,
        options: command.options(PairOrder::FromEnd),
        effort: command.effort(until.deadline, setting.search_end),
        exact,
        until,
        watch: &watcher,
    };
    let found = improve(start, &search).map_err(refused)?;
    drop(watcher);
    print(&Answer::new(setting, found), command.out.as_deref(), console)
}

/// Completes a list on diagrams and prints what was found.
pub fn on_diagrams(
    command: &SearchOptions,
    setting: &Setting,
    field: &mut Field<'_>,
    given: Strategy,
    best: &Best,
    console: &Console,
) -> Result<Exit, Error> {
    let (until, progress) = (setting.until(), Search::new(console));
    let search = DiagramSearch {
        algorithm: command.algorithm,
        // Rules for early states leave fewer late ones to be reached, and simplification has no time here to mend what that spares.
        options: command.options(PairOrder::FromStart),
        // Without another number there is one run: it takes as long as it takes.
        runs: command.restarts.unwrap_or(1),
        seed: command.seed,
        simplify_until: command.effort(until.deadline, None).until,
        until,
        tell: &|stage, rules| {
            let after = if stage == Stage::Simplifying { " after simplification" } else { "" };
            progress.tell(format!("{}{after} so far", count(rules, "rule")));
        },
        keep: &|found| best.keep(Answer::new(setting, found), command.out.as_deref()),
    };
    let found = complete_on_diagrams(field, given, &search).map_err(refused)?;
    drop(progress);
    print(&Answer::new(setting, found), command.out.as_deref(), console)
}

/// Prints an answer. A search that was interrupted has its best list all the same, and one that was cut off before its list was complete
/// has a beginning.
fn print(answer: &Answer, out: Option<&Path>, console: &Console) -> Result<Exit, Error> {
    // First on the screen: a file that can't be written must not cost the answer.
    console.answer(answer, || text(answer))?;
    write_out(out, &answer.found.list)?;
    Ok(match (console.stop.raised(), answer.found.optimal) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Done,
        (false, false) => Exit::Limit,
    })
}

/// Writes a strategy to a file, if one is wanted.
pub fn write_out(path: Option<&Path>, list: &ListAnswer) -> Result<(), Error> {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, &list.text)
        .map_err(|error| Error::input(format_args!("can't write {}: {error}", path.display())))
}

/// `3 rules, 1 literal`
pub fn rules_and_literals((rules, literals): (usize, usize)) -> String {
    format!("{}, {}", count(rules, "rule"), count(literals, "literal"))
}

fn text(answer: &Answer) -> String {
    let found = &answer.found;
    let list = &found.list;
    let size = rules_and_literals((list.rules, list.literals));
    let whose = format!("for {} in {}, whose value is {}", list.role, answer.game, found.value);
    let mut text = match found.optimal {
        true => format!("{GOOD}{size}{GOOD:#}: strongly optimal {whose}\n"),
        false => format!(
            "{BAD}{size}, not finished{BAD:#}: weakly optimal {whose}\n  \
             `backsolve strategy complete` goes on from this list, and --time allows more\n"
        ),
    };
    text += &format!(
        "  the game goes on in {}; {}, {:.2} rules and {:.2} literals on average; {} of search; {:.2} s\n\n",
        count(found.states, "state"),
        count(found.restarts, "run"),
        found.average_rules,
        found.average_literals,
        count(found.steps, "step"),
        found.seconds_searching
    );
    if let Some(minimal) = found.minimal {
        text += if minimal { "  nothing smaller is enough:\n" } else { "  not proved to be the smallest\n" };
        for refutation in &found.refutations {
            let with = |literals| format!(" with {}", count(literals, "literal"));
            let literals = refutation.literals.map_or(String::new(), with);
            let (rules, who) = (count(refutation.rules, "rule"), refutation.solvers.join("; "));
            text += &format!("    not {rules}{literals}: {who}; {:.1} s\n", refutation.seconds);
        }
        text.push('\n');
    }
    text + &list.text
}
