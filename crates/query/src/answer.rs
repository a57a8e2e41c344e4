//! What there is to say about a position.

use crate::oracle::Position;
use crate::preference::{Model, hurries};

/// Plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// So many under best play.
    Plies(u32),
    /// Best play goes on for ever.
    Endless,
    /// Not stored, and not found within the limit.
    Unknown,
}

impl Distance {
    /// The number of plies, where there is one.
    pub fn plies(self) -> Option<u32> {
        match self {
            Distance::Plies(plies) => Some(plies),
            _ => None,
        }
    }

    /// One ply more.
    pub(crate) fn after_a_ply(self) -> Distance {
        match self {
            Distance::Plies(plies) => Distance::Plies(plies.saturating_add(1)),
            other => other,
        }
    }

    /// For ordering: endless is longest.
    pub(crate) fn length(self) -> u32 {
        self.plies().unwrap_or(u32::MAX)
    }
}

/// A legal move and what it leads to.
#[derive(Clone, Debug)]
pub struct Move<P = Position> {
    /// The move of the role that chooses; where nobody has a choice, whatever happens; where several have one, the moves of all.
    pub text: String,
    /// The moves of all roles.
    pub joint: Vec<String>,
    /// The position after it.
    pub next: P,
    /// Reward per role under best play from there, none where the solution does not have it.
    pub value: Option<Vec<i32>>,
    /// Plies to the end, this move included.
    pub distance: Distance,
    /// Whether it gives the role that chooses as much as any move.
    pub best: bool,
}

/// What there is to say about a position.
#[derive(Clone, Debug)]
pub struct Answer<P = Position> {
    /// Whether the game is over.
    pub terminal: bool,
    /// The first role that has no legal move although the game is not over, if there is one. Solutions that read defects leniently take that
    /// for an end; in others such a state has no value.
    pub stuck: Option<usize>,
    /// The role that chooses; none where the game is over or nobody has a choice.
    pub to_move: Option<usize>,
    /// Whether several roles choose at once.
    pub at_once: bool,
    /// Reward per role under best play, none where the solution does not have it.
    pub value: Option<Vec<i32>>,
    /// Plies to the end.
    pub distance: Distance,
    /// The legal moves, best first where one role chooses.
    pub moves: Vec<Move<P>>,
}

/// Orders moves from the best for a role to the worst, and marks those that give it as much as any.
pub(crate) fn rank<P>(moves: &mut [Move<P>], role: usize, model: Model, infinite: Option<&[i32]>) {
    let compare = |first: &Move<P>, second: &Move<P>| match (&first.value, &second.value) {
        (Some(one), Some(other)) => model.compare(role, one, other).then_with(|| {
            let shorter = first.distance.length().cmp(&second.distance.length());
            if hurries(role, one, infinite) { shorter } else { shorter.reverse() }
        }),
        (one, other) => other.is_some().cmp(&one.is_some()),
    };
    moves.sort_by(|first, second| compare(first, second).then_with(|| first.text.cmp(&second.text)));
    let best = moves.first().and_then(|best| best.value.clone());
    for one in moves {
        one.best = one.value.is_some() && one.value == best;
    }
}
