//! Decides whether a game keeps distances if the user did not choose.
//!
//! Distances are kept in games of up to [`Bounds::most`] states if they make the files less than twice as large. Small
//! games always keep them. The growth of the files is measured twice, on the layers with which half and five eighths of
//! the states are solved. Layers near the end of a game have few distances and grow little, and those near its start
//! have many and grow much; the measured ones usually grow about as much as all together. If one of them shows that
//! distances are too costly, the layers solved so far are rewritten without them, and the others never get any. The
//! same happens if rewards and distances together give more outcomes than the engine supports.
//!
//! The engines write different files for the same layer but must make the same decision. So both measure the same
//! diagram: a [sample](Bounds::sample) of the states, on levels in the order of the variables' numbers.

use layer::Terminal;
use solution::manifest::Layer;

use crate::algorithm::Task;
use crate::error::Limit;
use crate::outcome::{Outcome, Outcomes};
use crate::valuation::Valuation;

/// The eighths of all states at which distances are measured. Earlier they say too little, and later more layers would
/// be written twice.
const MEASURED: [u128; 2] = [4, 5];

/// The numbers of states up to which distances are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Unconditionally.
    pub always: u128,
    /// If the files grow by less than a factor of two.
    pub most: u128,
    /// The maximum number of states of a layer that are measured. A larger layer is restricted: variable by variable,
    /// in order, to the states with the most frequent value.
    pub sample: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { always: 1 << 17, most: 1 << 25, sample: 1 << 17 }
    }
}

/// Whether distances make files too large, given their bytes with and without distances.
pub fn are_costly(with: u64, without: u64) -> bool {
    with >= without.saturating_mul(2)
}

/// The total number of states in these layers.
pub fn states_of(layers: &[Layer]) -> u128 {
    layers.iter().map(|layer| layer.states).sum()
}

/// Adds outcomes without their distances to `plain`; returns the new number of each one.
pub fn without_distances(outcomes: &Outcomes, plain: &mut Outcomes) -> Result<Vec<Terminal>, Limit> {
    let without = |outcome: &Outcome| plain.terminal(Outcome { distance: None, ..outcome.clone() });
    outcomes.list().iter().map(without).collect()
}

impl Task<'_> {
    /// The valuation for a game of this many states: with distances as requested, or else if they are not known to be
    /// too costly. An earlier run that found them too costly has left solved layers without.
    pub fn valuation_of(&self, states: u128, layers: &[Layer]) -> Valuation {
        let solved = layers.iter().find(|layer| layer.value_file.is_some() && !layer.outcomes.is_empty());
        let by_default = || states <= self.bounds.most && solved.is_none_or(Layer::has_distances);
        self.valuation(self.distances.unwrap_or_else(by_default))
    }

    /// Whether a finished solution should get distances: they were requested, and it has none.
    pub fn adds_distances(&self, layers: &[Layer]) -> bool {
        self.distances == Some(true) && !self.algorithm.finds_distances() && !layers.iter().any(Layer::has_distances)
    }

    /// Whether distances should be dropped if they give too many outcomes: solved layers have them, but they were not
    /// requested.
    pub fn can_drop_distances(&self, layers: &[Layer]) -> bool {
        self.distances.is_none() && !self.algorithm.finds_distances() && layers.iter().any(Layer::has_distances)
    }

    /// Whether distances should be measured on the layer after the one to be solved next. Layers are solved from the
    /// last to the first.
    pub fn measures_layer(&self, layers: &[Layer], next: usize) -> bool {
        let solved = layers[next + 1..].split_first();
        solved.is_some_and(|(last, before)| self.measures_distances(states_of(layers), states_of(before), last.states))
    }

    /// Whether distances should be measured on the last of some rounds of a game of this many states.
    pub fn measures_round(&self, all: u128, rounds: &[Layer]) -> bool {
        rounds.split_last().is_some_and(|(last, before)| self.measures_distances(all, states_of(before), last.states))
    }

    /// Whether distances should be measured on the layer solved last: it has `last` of `all` states, and the layers
    /// solved earlier have `before`.
    pub fn measures_distances(&self, all: u128, before: u128, last: u128) -> bool {
        let solved = |states: u128, eighths: u128| states.saturating_mul(8) >= all.saturating_mul(eighths);
        let passes = |&eighths: &u128| !solved(before, eighths) && solved(before + last, eighths);
        self.distances.is_none() && all > self.bounds.always && MEASURED.iter().any(passes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Defects, Model, Traits};

    #[test]
    fn distances_are_measured_when_half_and_five_eighths_of_the_states_are_solved() {
        let traits = Traits { roles: 2, constant_sum: None, cyclic: false, measure: None };
        let task = Task {
            algorithm: Algorithm::Layered,
            traits: &traits,
            model: Model::Own,
            defects: Defects::Refuse,
            reduction: None,
            infinite: None,
            distances: None,
            bounds: Bounds { always: 10, ..Bounds::default() },
        };
        let layers = [1, 20, 50, 40, 9];
        let measured = |task: &Task<'_>| -> Vec<u128> {
            let before = |number: usize| layers[..number].iter().sum();
            let all = layers.iter().sum();
            let layers = layers.iter().enumerate();
            layers
                .filter(|&(number, &layer)| task.measures_distances(all, before(number), layer))
                .map(|(_, &layer)| layer)
                .collect()
        };
        assert_eq!(measured(&task), [50, 40]);
        assert!(measured(&Task { distances: Some(true), ..task }).is_empty());
        assert!(measured(&Task { bounds: Bounds::default(), ..task }).is_empty(), "small games keep them");
    }

    #[test]
    fn a_factor_of_two_is_too_costly() {
        assert!(are_costly(200, 100) && !are_costly(199, 100));
    }
}
