//! Differences between two solutions of the same game: opponent models, rule variants, values of infinite play.
//!
//! States are compared by their facts. If both solutions have the same variables, a state of one is looked up in the
//! other directly; otherwise by its facts.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use query::Error;
use solution::{Database, StateFilter};

/// Differences between two solutions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SolutionDiff {
    /// States in both solutions.
    pub shared: u128,
    /// States only in the first.
    pub only_first: u128,
    /// States only in the second.
    pub only_second: u128,
    /// States in both with different values, by the pair of values.
    pub values: BTreeMap<(Vec<i32>, Vec<i32>), u128>,
    /// States in both with the same value and different distances, if both store them.
    pub distances: u128,
    /// Some of the states with different values.
    pub examples: Vec<DiffExample>,
    /// Some of the states only in the first, as facts.
    pub examples_only_first: Vec<Vec<String>>,
    /// Some of the states only in the second, as facts.
    pub examples_only_second: Vec<Vec<String>>,
}

/// A state with different values in two solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiffExample {
    /// Its facts.
    pub facts: Vec<String>,
    /// Its value in the first.
    pub first: Vec<i32>,
    /// Its value in the second.
    pub second: Vec<i32>,
}

impl SolutionDiff {
    /// States with different values.
    pub fn different(&self) -> u128 {
        self.values.values().sum()
    }

    /// Whether both agree on the same states, apart from distances.
    pub fn is_none(&self) -> bool {
        self.only_first == 0 && self.only_second == 0 && self.values.is_empty()
    }

    /// Compares two solutions, with a number of examples of each kind, until it is stopped. Roles are compared in the
    /// order of the rules.
    pub fn of(
        first: &Database,
        second: &Database,
        examples: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<SolutionDiff, Error> {
        let mut diff = SolutionDiff::default();
        let both_far = first.manifest().has_distances() && second.manifest().has_distances();
        each_state(first, second, is_stopped, |facts, own, found| {
            let Some(found) = found else {
                diff.only_first += 1;
                if diff.examples_only_first.len() < examples {
                    diff.examples_only_first.push(facts());
                }
                return;
            };
            diff.shared += 1;
            if own.rewards != found.rewards {
                *diff.values.entry((own.rewards.clone(), found.rewards.clone())).or_default() += 1;
                if diff.examples.len() < examples {
                    let (first, second) = (own.rewards.clone(), found.rewards.clone());
                    diff.examples.push(DiffExample { facts: facts(), first, second });
                }
            } else if both_far && own.distance != found.distance {
                diff.distances += 1;
            }
        })?;
        each_state(second, first, is_stopped, |facts, _, found| {
            if found.is_none() {
                diff.only_second += 1;
                if diff.examples_only_second.len() < examples {
                    diff.examples_only_second.push(facts());
                }
            }
        })?;
        Ok(diff)
    }
}

/// How often a pass checks whether it should stop.
const STRIDE: u64 = 1 << 14;

/// Calls `visit` with every state of a solution: its facts, its outcome, and its outcome in the other solution.
fn each_state(
    of: &Database,
    other: &Database,
    is_stopped: &dyn Fn() -> bool,
    mut visit: impl FnMut(
        &dyn Fn() -> Vec<String>,
        &solution::manifest::OutcomeCount,
        Option<&solution::manifest::OutcomeCount>,
    ),
) -> Result<(), Error> {
    let (mine, others) = (&of.manifest().encoding, &other.manifest().encoding);
    let alike = mine.variables == others.variables;
    let (mut failed, mut looked) = (None, 0u64);
    for layer in 0..of.manifest().layers.len() {
        let outcomes = &of.manifest().layers[layer].outcomes;
        of.scan(&StateFilter::default(), layer, |values, outcome| {
            looked += 1;
            if looked.is_multiple_of(STRIDE) && is_stopped() {
                return ControlFlow::Break(());
            }
            let found = match alike {
                true => other.probe(values),
                false => {
                    // Facts that always hold in one may be omitted by the other, which must know them.
                    let facts = of.facts().facts(values);
                    other.facts().state(facts).map_or(Ok(None), |values| other.probe(&values))
                }
            };
            match found {
                Ok(found) => {
                    let facts = || of.facts().facts(values).into_iter().map(str::to_owned).collect();
                    visit(&facts, &outcomes[outcome], found.map(|found| found.outcome));
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        if let Some(error) = failed.take() {
            return Err(error.into());
        }
        if is_stopped() {
            break;
        }
    }
    Ok(())
}
