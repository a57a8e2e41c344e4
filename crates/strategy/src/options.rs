//! The choices that the algorithms leave open, as section IX of the paper compares them.

use game::Random;

/// Says whether work that may be cut short should end now.
pub type Over<'o> = &'o (dyn Fn() -> bool + Sync);

/// For work that is never cut short.
pub fn never() -> bool {
    false
}

/// In which order states are given a rule (line 6 of Algorithm 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PairOrder {
    /// Any order.
    Random,
    /// Those nearest to the end under best play first.
    #[default]
    FromEnd,
    /// Those nearest to the first state first.
    FromStart,
}

/// Which literals a new rule loses (line 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Removal {
    /// One after the other, each tried once.
    #[default]
    Greedy,
    /// A smallest subset is kept, found by trying all.
    AllSubsets,
}

/// In which order literals and rules are tried when a list is simplified (lines 12 and 13).
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

/// Which literals the rule of a state starts with (Definition 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Vocabulary {
    /// What holds, and what does not where nothing of its state variable holds: just enough to tell the state.
    Values,
    /// Also all that does not hold.
    Negations,
    /// The first in Algorithm 2, now the one and now the other in large-neighbourhood search.
    #[default]
    Mixed,
}

/// How a strategy is synthesised.
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
    /// Whether states that play cannot reach get rules too, as the paper has it; they go when the list is simplified.
    pub everywhere: bool,
}

/// Puts things in a random order.
pub fn shuffle<T>(things: &mut [T], random: &mut Random) {
    for end in (1..things.len()).rev() {
        things.swap(end, random.below(end as u32 + 1) as usize);
    }
}
