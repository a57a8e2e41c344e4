//! Searches for a short list on bitmaps, and proves that no shorter one is enough.

use std::time::{Duration, Instant};

use game::{Game, Random};
use serde::Serialize;
use strategy::algorithm1::algorithm1;
use strategy::exact::{self, Refutation};
use strategy::follow::Optimality;
use strategy::json::ListAnswer;
use strategy::list::List;
use strategy::options::Options;
use strategy::search::{Found, SearchEffort, Standing, Watch, search};
use strategy::{Content, Item, Rule, Strategy};

use super::NoStrategy;
use crate::error::Error;
use crate::stop::Until;

/// The time limit for proofs that no smaller list is enough, unless there is a deadline anyway.
const PROOF_TIMEOUT: Duration = Duration::from_secs(600);

/// The algorithm of Bolander and Pjetursson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SynthesisAlgorithm {
    /// A rule for every state, then simplification.
    One,
    /// Rules are added one by one.
    #[default]
    Two,
}

/// The settings of a synthesis.
pub struct SynthesisSettings<'s> {
    /// The algorithm; on diagrams there is only one.
    pub algorithm: SynthesisAlgorithm,
    /// Its options.
    pub options: Options,
    /// The effort of the search.
    pub effort: SearchEffort,
    /// Whether to minimise the list exactly, with a proof that nothing smaller is enough.
    pub exact: bool,
    /// When to stop with the results so far.
    pub until: Until,
    /// Receives the progress of the search.
    pub tell: &'s (dyn Fn(SynthesisStage) + Sync),
    /// Receives every complete list found on diagrams: the next step may take longer than anybody waits for it.
    pub keep: &'s dyn Fn(Synthesis),
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SynthesisStage {
    /// Lists are compared.
    Searching(Standing),
    /// On diagrams: a list with this many rules is being extended.
    Growing(usize),
    /// On diagrams: a list with this many rules is being simplified.
    Simplifying(usize),
}

/// Stops a search on bitmaps in time, and reports its progress.
struct Watcher<'w> {
    until: &'w Until,
    tell: &'w (dyn Fn(SynthesisStage) + Sync),
}

impl Watch for Watcher<'_> {
    fn stopped(&self) -> bool {
        self.until.over()
    }

    fn stands(&self, standing: &Standing) {
        (self.tell)(SynthesisStage::Searching(*standing));
    }
}

/// A list that was found; the field names are an interface.
#[derive(Clone, Default, Serialize)]
pub struct Synthesis {
    /// The representation of the states.
    pub engine: &'static str,
    /// Whether the list is strongly optimal; it is always weakly optimal.
    pub optimal: bool,
    /// The value of the game for the role.
    pub value: i32,
    /// The number of non-terminal states.
    pub states: u128,
    /// The list.
    #[serde(flatten)]
    pub list: ListAnswer,
    /// The numbers of the rules that were not given, from 1.
    pub added: Vec<usize>,
    /// Runs of Algorithm 2.
    pub restarts: u64,
    /// Steps of large-neighbourhood search.
    pub steps: u64,
    /// The mean number of rules per run.
    pub average_rules: f64,
    /// The mean number of literals per run.
    pub average_literals: f64,
    /// Seconds of search.
    pub seconds_searching: f64,
    /// Whether no smaller list is enough, if requested or shown by the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// Sizes that are proved to be too small.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refutations: Vec<Refutation>,
}

impl Synthesis {
    /// A list that was found in these runs, each with its rules and literals.
    pub(super) fn new(game: &Game, role: usize, strategy: &Strategy, runs: &[(usize, usize)]) -> Synthesis {
        // Before the end of the first run there is nothing to average.
        let average = |number: fn(&(usize, usize)) -> usize| {
            runs.iter().map(number).sum::<usize>() as f64 / runs.len().max(1) as f64
        };
        Synthesis {
            engine: "bitmaps",
            list: ListAnswer::new(game, role, strategy),
            restarts: runs.len() as u64,
            average_rules: average(|run| run.0),
            average_literals: average(|run| run.1),
            ..Synthesis::default()
        }
    }
}

/// Searches for a short strongly optimal list that starts with a weakly optimal one. An interrupted search returns a
/// partial list.
pub fn improve(start: &List<'_>, wanted: &SynthesisSettings<'_>) -> Result<Synthesis, NoStrategy> {
    let (clock, arena) = (Instant::now(), start.arena());
    let Found { list, complete, minimal: is_shortest, runs, steps, .. } = found(start, wanted);
    if complete && !list.is(Optimality::Strong) {
        return Err(Error::bug("the strategy found is not optimal").into());
    }
    let mut strategy = list.strategy();
    let (mut minimal, mut refutations) = (is_shortest.then_some(true), Vec::new());
    if wanted.exact && complete {
        let end = wanted.until.deadline.unwrap_or_else(|| Instant::now() + PROOF_TIMEOUT);
        let until = Until { deadline: Some(end), ..wanted.until.clone() };
        let smallest = exact::minimise(arena, start.cases(), ground(&strategy), &|| until.over());
        let smallest = smallest.ok_or(NoStrategy::TooLargeForProofs)?;
        (strategy, minimal, refutations) = (smallest.strategy, Some(smallest.minimal), smallest.refutations);
    }
    let added = list.entries.iter().enumerate().filter(|(_, entry)| entry.origin.is_none());
    Ok(Synthesis {
        optimal: complete,
        value: arena.value(),
        states: arena.non_terminal_states() as u128,
        added: added.map(|(place, _)| place + 1).collect(),
        steps,
        seconds_searching: clock.elapsed().as_secs_f64(),
        minimal,
        refutations,
        ..Synthesis::new(arena.game, arena.role, &strategy, &runs)
    })
}

fn found<'a>(start: &List<'a>, wanted: &SynthesisSettings<'_>) -> Found<'a> {
    match wanted.algorithm {
        SynthesisAlgorithm::One => {
            let list = algorithm1(start, &wanted.options, &mut Random::stream(wanted.effort.seed, 0));
            Found { runs: vec![list.cost()], list, complete: true, minimal: false, restarts: 1, steps: 0 }
        }
        SynthesisAlgorithm::Two => {
            search(start, &wanted.options, &wanted.effort, &Watcher { until: &wanted.until, tell: wanted.tell })
        }
    }
}

/// The rules of a list with only ground rules.
fn ground(strategy: &Strategy) -> Vec<Rule> {
    let rule = |item: &Item| match &item.content {
        Content::Ground(rule) => Some(rule.clone()),
        Content::Lifted(_) => None,
    };
    strategy.rules.iter().filter_map(rule).collect()
}
