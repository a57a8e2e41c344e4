//! A filter on the states of a solution: by layer, outcome and values of variables.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::manifest::OutcomeCount;

/// A condition on states and their outcomes. The default accepts all.
///
/// ```
/// let mut filter = solution::StateFilter::default();
/// filter.keep(3, 0..4, |value| value != 2);
/// filter.keep(3, 0..4, |value| value > 0);
/// assert!(filter.accepts(&[0, 0, 0, 1]) && !filter.accepts(&[0, 0, 0, 2]) && !filter.accepts(&[0, 0, 0, 0]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateFilter {
    /// The layers; `None`: all.
    pub layers: Option<RangeInclusive<usize>>,
    /// The values; `None`: all.
    pub rewards: Option<BTreeSet<Vec<i32>>>,
    /// The distances; `None`: all.
    pub distance: Option<DistanceFilter>,
    /// For each restricted variable, its allowed values.
    values: BTreeMap<usize, BTreeSet<u32>>,
}

/// A condition on distances, for solutions that store them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DistanceFilter {
    /// This many plies to the end.
    Plies(RangeInclusive<u32>),
    /// Optimal play is infinite.
    Endless,
}

impl StateFilter {
    /// Restricts the values of a variable, given all its values.
    pub fn keep(&mut self, variable: usize, all: impl IntoIterator<Item = u32>, allows: impl Fn(u32) -> bool) {
        self.values.entry(variable).or_insert_with(|| all.into_iter().collect()).retain(|&value| allows(value));
    }

    /// Whether no state can satisfy it, because a variable has no allowed value.
    pub fn is_contradictory(&self) -> bool {
        self.values.values().any(BTreeSet::is_empty)
    }

    /// The restricted variables with their allowed values.
    pub fn values(&self) -> impl Iterator<Item = (usize, &BTreeSet<u32>)> {
        self.values.iter().map(|(&variable, values)| (variable, values))
    }

    /// Whether it accepts a state, given as a value per variable.
    pub fn accepts(&self, state: &[u32]) -> bool {
        self.values().all(|(variable, allowed)| state.get(variable).is_some_and(|value| allowed.contains(value)))
    }

    /// Whether it accepts a layer.
    pub fn accepts_layer(&self, layer: usize) -> bool {
        self.layers.as_ref().is_none_or(|layers| layers.contains(&layer))
    }

    /// Whether it accepts an outcome.
    pub fn accepts_outcome(&self, outcome: &OutcomeCount) -> bool {
        let distance = match &self.distance {
            None => true,
            Some(DistanceFilter::Plies(range)) => outcome.distance.is_some_and(|plies| range.contains(&plies)),
            Some(DistanceFilter::Endless) => outcome.distance.is_none(),
        };
        distance && self.rewards.as_ref().is_none_or(|rewards| rewards.contains(&outcome.rewards))
    }
}
