//! The answer to a query about a position.

use solution::Model;

use crate::oracle::Position;
use crate::preference::shortens;

/// Plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// The number under optimal play.
    Plies(u32),
    /// Optimal play never ends.
    Endless,
    /// More than this many: the distance is not stored and was not found within the limit.
    MoreThan(u32),
}

impl Distance {
    /// The number of plies, if it is known and finite.
    pub fn plies(self) -> Option<u32> {
        match self {
            Distance::Plies(plies) => Some(plies),
            _ => None,
        }
    }

    /// Whether it is neither known nor certainly infinite.
    pub fn is_unknown(self) -> bool {
        matches!(self, Distance::MoreThan(_))
    }

    /// Orders bounds on the same distance from the most to the least informative.
    pub(crate) fn certainty(self) -> (bool, std::cmp::Reverse<u32>) {
        match self {
            Distance::MoreThan(plies) => (true, std::cmp::Reverse(plies)),
            _ => (false, std::cmp::Reverse(0)),
        }
    }

    /// The distance plus one ply.
    pub(crate) fn after_a_ply(self) -> Distance {
        match self {
            Distance::Plies(plies) => Distance::Plies(plies.saturating_add(1)),
            Distance::MoreThan(plies) => Distance::MoreThan(plies.saturating_add(1)),
            Distance::Endless => Distance::Endless,
        }
    }

    /// The distance minus one ply.
    pub(crate) fn before_a_ply(self) -> Distance {
        match self {
            Distance::Plies(plies) => Distance::Plies(plies.saturating_sub(1)),
            Distance::MoreThan(plies) => Distance::MoreThan(plies.saturating_sub(1)),
            Distance::Endless => Distance::Endless,
        }
    }

    /// Orders distances from the shortest. An unknown one is longer than all known ones: moves of the same value are
    /// searched to the same depth, so a distance that was not found is greater.
    pub(crate) fn length(self) -> (u8, u32) {
        match self {
            Distance::Plies(plies) => (0, plies),
            Distance::MoreThan(plies) => (1, plies),
            Distance::Endless => (2, 0),
        }
    }
}

/// A legal move and its consequences.
#[derive(Clone, Debug)]
pub struct ValuedMove<P = Position> {
    /// The move of the role to move; if it is not one role's turn, the moves of all roles that are not idle.
    pub text: String,
    /// The same in the notation for people.
    pub name: String,
    /// The moves of all roles.
    pub joint: Vec<String>,
    /// The position after it.
    pub next: P,
    /// Reward per role under optimal play from there; `None` if the solution does not have it.
    pub value: Option<Vec<i32>>,
    /// Plies to the end, including this move.
    pub distance: Distance,
    /// Whether it is optimal for the role that chooses.
    pub best: bool,
}

/// The value, distance and moves of a position.
#[derive(Clone, Debug)]
pub struct Answer<P = Position> {
    /// Whether the position is terminal.
    pub terminal: bool,
    /// The first role without a legal move in a non-terminal position, if there is one. Lenient solutions treat such a
    /// state as terminal; in others it has no value.
    pub stuck: Option<usize>,
    /// The role to move: the one with a choice; if nobody has one, the only role whose move is not idle, if there is
    /// exactly one.
    pub to_move: Option<usize>,
    /// Whether several roles choose simultaneously.
    pub at_once: bool,
    /// Reward per role under optimal play; `None` if the solution does not have it.
    pub value: Option<Vec<i32>>,
    /// Plies to the end.
    pub distance: Distance,
    /// The legal moves, best first unless several roles choose simultaneously.
    pub moves: Vec<ValuedMove<P>>,
}

/// The preference of the role to move.
pub(crate) struct Wish {
    /// The role.
    pub role: usize,
    /// The opponent model.
    pub model: Model,
    /// The rewards of infinite play, if the game has such play.
    pub infinite: Option<Vec<i32>>,
}

impl Wish {
    /// Whether the role shortens the game, given the rewards.
    pub fn shortens(&self, rewards: &[i32]) -> bool {
        shortens(self.role, rewards, self.infinite.as_deref())
    }

    /// Orders moves from best to worst, and marks the optimal ones.
    pub fn rank<P>(&self, moves: &mut [ValuedMove<P>]) {
        let compare = |first: &ValuedMove<P>, second: &ValuedMove<P>| match (&first.value, &second.value) {
            (Some(one), Some(other)) => {
                self.model.rank(self.role, one).cmp(&self.model.rank(self.role, other)).then_with(|| {
                    let shorter = first.distance.length().cmp(&second.distance.length());
                    if self.shortens(one) { shorter } else { shorter.reverse() }
                })
            }
            (one, other) => other.is_some().cmp(&one.is_some()),
        };
        moves.sort_by(|first, second| compare(first, second).then_with(|| first.text.cmp(&second.text)));
        let best = moves.first().and_then(|best| best.value.clone());
        for one in moves {
            one.best = one.value.is_some() && one.value == best;
        }
    }

    /// Removes the marks if the position has no value: a move without a value may be better than all others.
    pub fn unmark<P>(moves: &mut [ValuedMove<P>]) {
        moves.iter_mut().for_each(|one| one.best = false);
    }

    /// The distance of the position: that of the first of its ranked moves.
    pub fn distance<P>(moves: &[ValuedMove<P>]) -> Distance {
        moves.first().filter(|first| first.best).map_or(Distance::MoreThan(0), |first| first.distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(text: &str, value: [i32; 2], distance: Distance) -> ValuedMove<()> {
        let (joint, value) = (vec![text.to_owned()], Some(value.to_vec()));
        ValuedMove { text: text.to_owned(), name: String::new(), joint, next: (), value, distance, best: false }
    }

    fn ranked(role: usize, mut moves: Vec<ValuedMove<()>>) -> (Vec<String>, Distance) {
        let wish = Wish { role, model: Model::Own, infinite: None };
        wish.rank(&mut moves);
        let distance = Wish::distance(&moves);
        (moves.into_iter().map(|one| one.text).collect(), distance)
    }

    #[test]
    fn unknown_distances_are_last_for_a_winner_and_first_for_a_loser() {
        use Distance::{Endless, MoreThan, Plies};
        let moves = |role: usize| {
            let (won, lost) = if role == 0 { ([100, 0], [0, 100]) } else { ([0, 100], [100, 0]) };
            vec![
                made("long", won, MoreThan(7)),
                made("soon", won, Plies(5)),
                made("later", won, Plies(7)),
                made("lost", lost, MoreThan(3)),
                made("fast", lost, Plies(3)),
            ]
        };
        for role in [0, 1] {
            let expected = ["soon", "later", "long", "lost", "fast"].map(str::to_owned).to_vec();
            assert_eq!(ranked(role, moves(role)), (expected, Plies(5)));
        }
        let losing =
            vec![made("a", [0, 100], Plies(4)), made("b", [0, 100], MoreThan(6)), made("c", [0, 100], Plies(6))];
        assert_eq!(ranked(0, losing), (["b", "c", "a"].map(str::to_owned).to_vec(), MoreThan(6)));
        let drawn = vec![made("a", [50, 50], Plies(4)), made("b", [50, 50], Endless)];
        assert_eq!(ranked(0, drawn), (["b", "a"].map(str::to_owned).to_vec(), Endless));
    }
}
