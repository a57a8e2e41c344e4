//! Searching for a short list on bitmaps, and proving that no shorter one is enough.

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

/// Time for proofs that no smaller list is enough, unless the work has an end anyway.
const PROOF_TIMEOUT: Duration = Duration::from_secs(600);

/// Which algorithm of Bolander and Pjetursson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SynthesisAlgorithm {
    /// A rule for every state, then simplification.
    One,
    /// Rule by rule.
    #[default]
    Two,
}

/// How to search.
pub struct SynthesisSettings<'s> {
    /// Which algorithm; on diagrams there is but one.
    pub algorithm: SynthesisAlgorithm,
    /// The choices that it leaves open.
    pub options: Options,
    /// How much to search.
    pub effort: SearchEffort,
    /// Whether the list is then made as small as possible, and nothing smaller proved to be enough.
    pub exact: bool,
    /// When to end with what there is.
    pub until: Until,
    /// Hears how the search stands.
    pub tell: &'s (dyn Fn(SynthesisStage) + Sync),
    /// Hears of every whole list that is found on diagrams: the next step may take longer than anybody waits for it.
    pub keep: &'s dyn Fn(Synthesis),
}

/// How a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SynthesisStage {
    /// Lists are compared.
    Searching(Standing),
    /// On diagrams: a list with so many rules gets more.
    Growing(usize),
    /// On diagrams: a list with so many rules loses what it does not need.
    Simplifying(usize),
}

/// Ends a search on bitmaps in time, and tells how it stands.
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

/// A list that was found; its field names are an interface.
#[derive(Clone, Default, Serialize)]
pub struct Synthesis {
    /// What the states were kept in.
    pub engine: &'static str,
    /// Whether the list is strongly optimal; weakly optimal it is in any case.
    pub optimal: bool,
    /// What the game is worth to the role.
    pub value: i32,
    /// States in which the game goes on.
    pub states: u128,
    /// The list.
    #[serde(flatten)]
    pub list: ListAnswer,
    /// Rules that were not given, from 1.
    pub added: Vec<usize>,
    /// Runs of Algorithm 2.
    pub restarts: u64,
    /// Steps of large-neighbourhood search.
    pub steps: u64,
    /// Rules of a run, on average.
    pub average_rules: f64,
    /// Literals of a run, on average.
    pub average_literals: f64,
    /// Seconds of search.
    pub seconds_searching: f64,
    /// Whether no smaller list is enough, where that was asked or the search shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// What is too small.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refutations: Vec<Refutation>,
}

impl Synthesis {
    /// A list that was found in these runs, each with its rules and literals.
    pub(super) fn new(game: &Game, role: usize, strategy: &Strategy, runs: &[(usize, usize)]) -> Synthesis {
        // Before the first run has ended there is nothing to be averaged.
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

/// Searches from a weakly optimal list on for a short one that is strongly optimal. A search that is cut short has the
/// beginning of one.
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
        states: arena.states_that_go_on() as u128,
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

/// The rules of a list that has no others than ground ones.
fn ground(strategy: &Strategy) -> Vec<Rule> {
    let rule = |item: &Item| match &item.content {
        Content::Ground(rule) => Some(rule.clone()),
        Content::Lifted(_) => None,
    };
    strategy.rules.iter().filter_map(rule).collect()
}
