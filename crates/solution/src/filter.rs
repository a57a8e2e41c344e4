//! Which states of a solution are meant: those of some layers, with some outcomes, whose variables have some values.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::manifest::OutcomeCount;

/// A condition on states and their outcomes. The default one is true of all.
///
/// ```
/// let mut filter = solution::StateFilter::default();
/// filter.keep(3, 0..4, |value| value != 2);
/// filter.keep(3, 0..4, |value| value > 0);
/// assert!(filter.accepts(&[0, 0, 0, 1]) && !filter.accepts(&[0, 0, 0, 2]) && !filter.accepts(&[0, 0, 0, 0]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateFilter {
    /// The layers; none: all.
    pub layers: Option<RangeInclusive<usize>>,
    /// The values; none: all.
    pub rewards: Option<BTreeSet<Vec<i32>>>,
    /// The distances; none: all.
    pub distance: Option<DistanceFilter>,
    /// Per variable the values that it may have. Variables that are not here may have any.
    values: BTreeMap<usize, BTreeSet<u32>>,
}

/// A condition on distances, for solutions that store them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DistanceFilter {
    /// So many plies to the end.
    Plies(RangeInclusive<u32>),
    /// Best play never ends.
    Endless,
}

impl StateFilter {
    /// Allows fewer values of a variable, given all that it has.
    pub fn keep(&mut self, variable: usize, all: impl IntoIterator<Item = u32>, allows: impl Fn(u32) -> bool) {
        self.values.entry(variable).or_insert_with(|| all.into_iter().collect()).retain(|&value| allows(value));
    }

    /// Whether no state can satisfy it, because a variable has no value left.
    pub fn is_contradictory(&self) -> bool {
        self.values.values().any(BTreeSet::is_empty)
    }

    /// The variables that may not have every value, with the values that they may have.
    pub fn values(&self) -> impl Iterator<Item = (usize, &BTreeSet<u32>)> {
        self.values.iter().map(|(&variable, values)| (variable, values))
    }

    /// Whether it is true of a state, a value per variable.
    pub fn accepts(&self, state: &[u32]) -> bool {
        self.values().all(|(variable, allowed)| state.get(variable).is_some_and(|value| allowed.contains(value)))
    }

    /// Whether it is true of the states of a layer, as far as the layer goes.
    pub fn accepts_layer(&self, layer: usize) -> bool {
        self.layers.as_ref().is_none_or(|layers| layers.contains(&layer))
    }

    /// Whether it is true of states with an outcome, as far as the outcome goes.
    pub fn accepts_outcome(&self, outcome: &OutcomeCount) -> bool {
        let distance = match &self.distance {
            None => true,
            Some(DistanceFilter::Plies(range)) => outcome.distance.is_some_and(|plies| range.contains(&plies)),
            Some(DistanceFilter::Endless) => outcome.distance.is_none(),
        };
        distance && self.rewards.as_ref().is_none_or(|rewards| rewards.contains(&outcome.rewards))
    }
}
