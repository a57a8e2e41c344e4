//! The answer of `synth` and `complete`, and the progress of a search with either engine.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ::strategy::Strategy;
use ::strategy::diagrams::DiagramArena;
use ::strategy::json::ListAnswer;
use ::strategy::list::List;
use ::strategy::options::PairOrder;
use ::strategy::search::{SearchEffort, Standing};
use operations::strategies::{
    self, NoStrategy, Synthesis, SynthesisAlgorithm, SynthesisStage, complete_on_diagrams, improve,
};
use serde::Serialize;

use super::refused;
use super::setting::Setting;
use super::synth::SearchOptions;
use crate::console::{BAD, Console, GOOD};
use crate::error::{Error, Exit, unwritable};
use crate::progress::Search;
use crate::table::count;

/// The result.
#[derive(Serialize)]
pub struct Answer {
    game: String,
    #[serde(flatten)]
    found: Synthesis,
    seconds: f64,
    /// The file for the list.
    #[serde(skip)]
    out: Option<PathBuf>,
}

/// The best list of a search so far, which is printed if the search does not end in time.
#[derive(Default)]
pub struct Best(Mutex<Option<Answer>>);

impl Best {
    /// Takes the answer, to be printed by the caller.
    pub fn take(&self) -> Option<Answer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A search requested by a command, with its inputs.
pub struct Work<'w> {
    pub command: &'w SearchOptions,
    pub setting: &'w Setting,
    pub best: &'w Best,
    pub console: &'w Console,
}

impl Work<'_> {
    /// Searches from a list and prints the result.
    pub fn on_bitmaps(&self, start: &List<'_>, exact: bool) -> Result<Exit, Error> {
        let effort = self.command.effort(self.setting.until().deadline, self.setting.search_end);
        self.search(PairOrder::FromEnd, effort, exact, |search| improve(start, search))
    }

    /// Completes a list on diagrams and prints the result.
    pub fn on_diagrams(&self, arena: &mut DiagramArena<'_>, given: Strategy) -> Result<Exit, Error> {
        if self.command.algorithm == SynthesisAlgorithm::One {
            return Err(Error::input("Algorithm 1 makes a rule for every state, which needs bitmaps")
                .hint("omit --algorithm, or use --engine bitmaps"));
        }
        // By default there is one run, however long it takes.
        let restarts = self.command.restarts.unwrap_or(1);
        let effort = SearchEffort { restarts, ..self.command.effort(self.setting.until().deadline, None) };
        // Rules for early states make fewer late ones reachable, and there is no time here for simplification to
        // recover that.
        self.search(PairOrder::FromStart, effort, false, |search| complete_on_diagrams(arena, given, search))
    }

    fn search(
        &self,
        pairs: PairOrder,
        effort: SearchEffort,
        exact: bool,
        work: impl FnOnce(&strategies::SynthesisSettings<'_>) -> Result<Synthesis, NoStrategy>,
    ) -> Result<Exit, Error> {
        let progress = Search::new(self.console);
        let search = strategies::SynthesisSettings {
            algorithm: self.command.algorithm,
            options: self.command.options(pairs),
            effort,
            exact,
            until: self.setting.until(),
            tell: &|stage| progress.tell(standing(stage)),
            keep: &|found| *self.best.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(self.answer(found)),
        };
        let found = work(&search).map_err(refused)?;
        drop(progress);
        self.answer(found).print(self.console)
    }

    fn answer(&self, found: Synthesis) -> Answer {
        let (game, seconds) = (self.setting.source.name.clone(), self.setting.seconds());
        Answer { game, found, seconds, out: self.command.out.clone() }
    }
}

/// The progress of a search, in words.
fn standing(stage: SynthesisStage) -> String {
    match stage {
        SynthesisStage::Searching(Standing { best, restarts, steps }) => {
            let (restarts, steps) = (count(restarts, "run"), count(steps, "step"));
            format!("{}; {restarts}, {steps} of search", rules_and_literals(best))
        }
        SynthesisStage::Growing(rules) => format!("{} so far", count(rules, "rule")),
        SynthesisStage::Simplifying(rules) => format!("{} after simplification so far", count(rules, "rule")),
    }
}

impl Answer {
    /// Prints it. An interrupted search still prints its best list, and one that was cut off before its list was
    /// complete prints a partial one.
    pub fn print(&self, console: &Console) -> Result<Exit, Error> {
        // First on the screen: a file that cannot be written must not lose the answer.
        console.answer(self, || text(self))?;
        write_out(self.out.as_deref(), &self.found.list)?;
        Ok(match (console.stop.raised(), self.found.optimal) {
            (true, _) => Exit::Interrupted,
            (false, true) => Exit::Done,
            (false, false) => Exit::Limit,
        })
    }
}

/// Writes a strategy to a file, if requested.
pub fn write_out(path: Option<&Path>, list: &ListAnswer) -> Result<(), Error> {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, &list.text).map_err(unwritable(path))
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
             `backsolve strategy complete` continues this list, and --time allows more\n"
        ),
    };
    text += &format!(
        "  {}; {}, {:.2} rules and {:.2} literals on average; {} of search; {:.2} s\n\n",
        count(found.states, "non-terminal state"),
        count(found.restarts, "run"),
        found.average_rules,
        found.average_literals,
        count(found.steps, "step"),
        found.seconds_searching
    );
    if let Some(minimal) = found.minimal {
        text += match (minimal, found.refutations.is_empty()) {
            (true, true) => "  no smaller list is enough\n",
            (true, false) => "  no smaller list is enough:\n",
            (false, _) => "  not proved minimal\n",
        };
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
