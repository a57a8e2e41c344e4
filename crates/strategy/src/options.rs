//! The options that the algorithms leave open, as compared in section IX of the paper.

use game::Random;

/// Returns whether work should stop now.
pub type Over<'o> = &'o (dyn Fn() -> bool + Sync);

/// For work that is never stopped.
pub fn never() -> bool {
    false
}

/// The order in which states get a rule (line 6 of Algorithm 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PairOrder {
    /// Any order.
    Random,
    /// Those closest to the end under optimal play first.
    #[default]
    FromEnd,
    /// Those closest to the first state first.
    FromStart,
}

/// Which literals of a new rule are removed (line 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Removal {
    /// Each is tried once, in sequence.
    #[default]
    Greedy,
    /// A smallest subset is kept, found by trying all.
    AllSubsets,
}

/// The order in which literals and rules are tried when a list is simplified (lines 12 and 13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Any order.
    #[default]
    Random,
    /// From the first to the last.
    Forward,
    /// From the last to the first.
    Backward,
}

impl Order {
    /// The numbers below `length` in this order.
    pub fn numbers(self, length: usize, random: &mut Random) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..length).collect();
        match self {
            Order::Random => shuffle(&mut numbers, random),
            Order::Forward => (),
            Order::Backward => numbers.reverse(),
        }
        numbers
    }
}

/// The literals that the rule of a state starts with (Definition 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Vocabulary {
    /// The fluents that hold, and negated ones for state variables without a fluent that holds: just enough to identify
    /// the state.
    Values,
    /// Also all fluents that do not hold.
    Negations,
    /// The first in Algorithm 2, and either at random in large-neighbourhood search.
    #[default]
    Mixed,
}

/// The options of a synthesis.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Order of states.
    pub pairs: PairOrder,
    /// Literals of new rules.
    pub removal: Removal,
    /// Order of simplification.
    pub order: Order,
    /// Literals to choose from.
    pub vocabulary: Vocabulary,
    /// Whether unreachable states get rules too, as in the paper; these are removed when the list is simplified.
    pub everywhere: bool,
}

/// Shuffles things.
pub fn shuffle<T>(things: &mut [T], random: &mut Random) {
    for end in (1..things.len()).rev() {
        things.swap(end, random.below(end as u32 + 1) as usize);
    }
}
