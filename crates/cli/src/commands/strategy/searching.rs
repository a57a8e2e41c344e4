//! What `synth` and `complete` do on bitmaps, and how all of them answer.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ::strategy::exact::{self, Refutation};
use ::strategy::follow::Optimality;
use ::strategy::json::ListAnswer;
use ::strategy::list::List;
use ::strategy::naive::algorithm1;
use ::strategy::options::PairOrder;
use ::strategy::search::{Standing, Watch, search};
use ::strategy::{Content, Item};
use game::Random;
use serde::Serialize;

use super::setting::Setting;
use super::synth::{Algorithm, SearchOptions};
use crate::console::{BAD, Console, GOOD};
use crate::error::{Error, Exit};
use crate::progress::Search;
use crate::table::count;

/// Time for proofs that nothing smaller is enough.
const PATIENCE_FOR_PROOFS: Duration = Duration::from_secs(600);

/// What was found.
#[derive(Serialize)]
pub struct Answer {
    pub game: String,
    pub engine: &'static str,
    /// Whether the list is strongly optimal; weakly optimal it is in any case.
    pub optimal: bool,
    pub value: i32,
    pub states: u128,
    #[serde(flatten)]
    pub list: ListAnswer,
    pub restarts: u64,
    pub steps: u64,
    pub average_rules: f64,
    pub average_literals: f64,
    pub seconds_searching: f64,
    /// Whether nothing smaller is enough, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refutations: Vec<Refutation>,
    pub seconds: f64,
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
    /// Keeps an answer in the place of an earlier one.
    pub fn keep(&self, answer: Answer, out: Option<&Path>) {
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

/// Shows how a search stands, and ends it on Ctrl-C or when the command's time is over.
struct Watcher<'w> {
    console: &'w Console,
    deadline: Option<Instant>,
    progress: Search<'w>,
}

impl Watch for Watcher<'_> {
    fn stopped(&self) -> bool {
        self.console.stop.raised() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn stands(&self, standing: &Standing) {
        let (restarts, steps) = (count(standing.restarts, "run"), count(standing.steps, "step"));
        self.progress.tell(format!("{}; {restarts}, {steps} of search", rules_and_literals(standing.best)));
    }
}

/// Searches from a list on and prints what was found.
pub fn run(
    command: &SearchOptions,
    setting: &Setting,
    start: &List<'_>,
    exact: bool,
    console: &Console,
) -> Result<Exit, Error> {
    let clock = Instant::now();
    let options = command.options(PairOrder::FromEnd);
    let (list, runs, steps, complete) = match command.algorithm {
        Algorithm::One => {
            let list = algorithm1(start, &options, &mut Random::stream(command.seed, 0));
            let cost = list.cost();
            (list, vec![cost], 0, true)
        }
        Algorithm::Two => {
            let watcher = Watcher { console, deadline: setting.deadline(), progress: Search::new(console) };
            let found = search(start, &options, &command.effort(setting.deadline(), setting.search_end()), &watcher);
            (found.list, found.runs, found.steps, found.complete)
        }
    };
    if complete && !list.is(Optimality::Strong) {
        return Err(Error::bug("the strategy found is not optimal"));
    }
    let arena = start.arena();
    let mut strategy = list.strategy();
    let (mut minimal, mut refutations) = (None, Vec::new());
    if exact && complete {
        let until = setting.deadline().unwrap_or_else(|| Instant::now() + PATIENCE_FOR_PROOFS);
        let over = || console.stop.raised() || Instant::now() >= until;
        let ground = |item: &Item| match &item.content {
            Content::Ground(rule) => Some(rule.clone()),
            Content::Lifted(_) => None,
        };
        let rules = strategy.rules.iter().filter_map(ground).collect();
        let found = exact::minimise(arena, start.cases(), rules, &over)
            .ok_or_else(|| Error::limit("the game is too large for exact minimisation").hint("leave --exact out"))?;
        (strategy, minimal, refutations) = (found.strategy, Some(found.minimal), found.refutations);
    }
    let average =
        |number: fn(&(usize, usize)) -> usize| runs.iter().map(number).sum::<usize>() as f64 / runs.len() as f64;
    let answer = Answer {
        game: setting.source.name.clone(),
        engine: "bitmaps",
        optimal: complete,
        value: arena.value(),
        states: arena.states_that_go_on() as u128,
        list: ListAnswer::new(arena.game, arena.role, &strategy),
        restarts: runs.len() as u64,
        steps,
        average_rules: average(|run| run.0),
        average_literals: average(|run| run.1),
        seconds_searching: clock.elapsed().as_secs_f64(),
        minimal,
        refutations,
        seconds: setting.seconds(),
    };
    print(&answer, command.out.as_deref(), console)
}

/// Prints an answer. A search that was interrupted has its best list all the same, and one that was cut off before its list was complete
/// has a beginning.
pub fn print(answer: &Answer, out: Option<&Path>, console: &Console) -> Result<Exit, Error> {
    // First on the screen: a file that can't be written must not cost the answer.
    console.answer(answer, || text(answer))?;
    write_out(out, &answer.list)?;
    Ok(match (console.stop.raised(), answer.optimal) {
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
    let list = &answer.list;
    let size = rules_and_literals((list.rules, list.literals));
    let whose = format!("for {} in {}, whose value is {}", list.role, answer.game, answer.value);
    let mut text = match answer.optimal {
        true => format!("{GOOD}{size}{GOOD:#}: strongly optimal {whose}\n"),
        false => format!(
            "{BAD}{size}, not finished{BAD:#}: weakly optimal {whose}\n  \
             `backsolve strategy complete` goes on from this list, and --time allows more\n"
        ),
    };
    text += &format!(
        "  the game goes on in {}; {}, {:.2} rules and {:.2} literals on average; {} of search; {:.2} s\n\n",
        count(answer.states, "state"),
        count(answer.restarts, "run"),
        answer.average_rules,
        answer.average_literals,
        count(answer.steps, "step"),
        answer.seconds_searching
    );
    if let Some(minimal) = answer.minimal {
        text += if minimal { "  nothing smaller is enough:\n" } else { "  not proved to be the smallest\n" };
        for refutation in &answer.refutations {
            let with = |literals| format!(" with {}", count(literals, "literal"));
            let literals = refutation.literals.map_or(String::new(), with);
            let (rules, who) = (count(refutation.rules, "rule"), refutation.solvers.join("; "));
            text += &format!("    not {rules}{literals}: {who}; {:.1} s\n", refutation.seconds);
        }
        text.push('\n');
    }
    text + &list.text
}
