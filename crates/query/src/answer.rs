//! What there is to say about a position.

use crate::oracle::Position;

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
pub struct Move {
    /// The move of the role that chooses; where nobody has a choice, whatever happens.
    pub text: String,
    /// The moves of all roles.
    pub joint: Vec<String>,
    /// The position after it.
    pub next: Position,
    /// Reward per role under best play from there, none where the solution does not have it.
    pub value: Option<Vec<i32>>,
    /// Plies to the end, this move included.
    pub distance: Distance,
    /// Whether it gives the role that chooses as much as any move.
    pub best: bool,
}

/// What there is to say about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Whether the game is over.
    pub terminal: bool,
    /// The role that chooses; none where the game is over or nobody has a choice.
    pub to_move: Option<usize>,
    /// Reward per role under best play, none where the solution does not have it.
    pub value: Option<Vec<i32>>,
    /// Plies to the end.
    pub distance: Distance,
    /// The legal moves, best first.
    pub moves: Vec<Move>,
}
