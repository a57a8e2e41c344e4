//! Which games keep distances, where nobody said whether to keep them.
//!
//! Distances are kept in games of up to [`Bounds::most`] states whose files they make less than twice as large. Small
//! games keep them in any case. How much larger files become is measured twice, on the layers with which half and five
//! eighths of the states are solved. Layers near the end of a game have few distances and grow little, those near its
//! start have many and grow much, and these mostly grow about as much as all together. If one of them shows that
//! distances are dear, the layers solved so far are written again without, and the others never get any. The same
//! happens where rewards and distances together make more outcomes than the engine has numbers for.
//!
//! The engines write different files for the same layer, yet must come to the same decision. So both measure the same
//! diagram: a [sample](Bounds::sample) of the states, on levels in the order of the variables' numbers.

use layer::Terminal;
use solution::manifest::Layer;

use crate::algorithm::Task;
use crate::error::Limit;
use crate::outcome::{Outcome, Outcomes};
use crate::valuation::Valuation;

/// Eighths of all states that are solved when distances are measured. Earlier they tell too little, and later more
/// layers would be written twice.
const MEASURED: [u128; 2] = [4, 5];

/// Up to how many states distances are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// In any case.
    pub always: u128,
    /// If the files grow by less than a factor of two.
    pub most: u128,
    /// States of a layer that are measured at most. A larger layer is cut down: variable by variable, by number, to the
    /// states with the value that most of them have.
    pub sample: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { always: 1 << 17, most: 1 << 25, sample: 1 << 17 }
    }
}

/// Whether distances make files too large, which have so many bytes with them and without.
pub fn are_dear(with: u64, without: u64) -> bool {
    with >= without.saturating_mul(2)
}

/// The states of all these layers together.
pub fn states_of(layers: &[Layer]) -> u128 {
    layers.iter().map(|layer| layer.states).sum()
}

/// Adds outcomes without their distances to `plain`; says which of those each one becomes.
pub fn without_distances(outcomes: &Outcomes, plain: &mut Outcomes) -> Result<Vec<Terminal>, Limit> {
    let without = |outcome: &Outcome| plain.terminal(Outcome { distance: None, ..outcome.clone() });
    outcomes.list().iter().map(without).collect()
}

impl Task<'_> {
    /// What values to give in a game of so many states: with distances as was asked, else where they are not known to
    /// be dear. An earlier run that found them dear has left solved layers without.
    pub fn valuation_of(&self, states: u128, layers: &[Layer]) -> Valuation {
        let solved = layers.iter().find(|layer| layer.value_file.is_some() && !layer.outcomes.is_empty());
        let by_default = || states <= self.bounds.most && solved.is_none_or(Layer::has_distances);
        self.valuation(self.distances.unwrap_or_else(by_default))
    }

    /// Whether a finished solution is to get distances: they were asked for, and it has none.
    pub fn adds_distances(&self, layers: &[Layer]) -> bool {
        self.distances == Some(true) && !self.algorithm.finds_distances() && !layers.iter().any(Layer::has_distances)
    }

    /// Whether distances are to be dropped where there are too many outcomes with them: solved layers have them, and
    /// nobody asked for it.
    pub fn can_drop_distances(&self, layers: &[Layer]) -> bool {
        self.distances.is_none() && !self.algorithm.finds_distances() && layers.iter().any(Layer::has_distances)
    }

    /// Whether distances are to be measured on the layer behind the one that is to be solved next. Layers are solved
    /// from the last to the first.
    pub fn measures_layer(&self, layers: &[Layer], next: usize) -> bool {
        let solved = layers[next + 1..].split_first();
        solved.is_some_and(|(last, before)| self.measures_distances(states_of(layers), states_of(before), last.states))
    }

    /// Whether distances are to be measured on the last of some rounds of a game of so many states.
    pub fn measures_round(&self, all: u128, rounds: &[Layer]) -> bool {
        rounds.split_last().is_some_and(|(last, before)| self.measures_distances(all, states_of(before), last.states))
    }

    /// Whether distances are to be measured on the layer solved last: of `all` states it has `last`, and the layers
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
    fn distances_are_measured_where_half_and_five_eighths_of_the_states_are_solved() {
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
    fn a_factor_of_two_is_dear() {
        assert!(are_dear(200, 100) && !are_dear(199, 100));
    }
}
