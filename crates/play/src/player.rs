//! What a player is: asked for a move in a position, within a limit, it chooses one.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use query::Distance;

use crate::position::Position;

/// Chooses moves.
pub trait Player: Send {
    /// What it is called in a table of results.
    fn name(&self) -> String;

    /// Its move for a role. A role that waits for its turn has a single legal move, which is the answer then.
    fn choose(&mut self, position: &Position, role: usize, limit: &MoveLimit) -> Result<ChosenMove, Error>;
}

/// How long a player may think. Whatever is reached first ends a search; where nothing is given, the player decides.
#[derive(Clone, Debug, Default)]
pub struct MoveLimit {
    /// When the move must be there.
    pub deadline: Option<Instant>,
    /// Playouts at most.
    pub playouts: Option<u64>,
    /// Ends the search when raised.
    pub stop: Option<Arc<AtomicBool>>,
    /// Hears of the best move so far whenever that is another one, for those who cannot wait until a search ends.
    pub interim: Option<mpsc::Sender<usize>>,
}

impl MoveLimit {
    /// So much time from now on.
    pub fn time(time: Duration) -> MoveLimit {
        MoveLimit { deadline: Instant::now().checked_add(time), ..MoveLimit::default() }
    }

    /// So many playouts.
    pub fn playouts(playouts: u64) -> MoveLimit {
        MoveLimit { playouts: Some(playouts), ..MoveLimit::default() }
    }

    /// Tells the best move so far to whoever wants to hear of it.
    pub fn tell(&self, made: usize) {
        if let Some(interim) = &self.interim {
            // Nobody hears it any more if the time is over.
            let _ = interim.send(made);
        }
    }

    /// Whether the time is over, or somebody stopped the search.
    pub fn is_reached(&self) -> bool {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_late || self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// A chosen move and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct ChosenMove {
    /// The move, by its number among the role's moves.
    pub made: usize,
    /// The rewards that follow under optimal play, where they are proved.
    pub value: Option<Vec<i32>>,
    /// Plies to the end under optimal play, this move included, where that is known.
    pub distance: Option<Distance>,
    /// The reward that the player expects for its role, where it has only an estimate.
    pub estimate: Option<f64>,
    /// What the choice took.
    pub effort: MoveEffort,
}

impl ChosenMove {
    /// A move of which nothing is known.
    pub fn plain(made: usize) -> ChosenMove {
        ChosenMove { made, value: None, distance: None, estimate: None, effort: MoveEffort::default() }
    }
}

/// What a search took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveEffort {
    /// Descents of the tree.
    pub iterations: u64,
    /// Random games played to their end.
    pub playouts: u64,
    /// Positions in the tree.
    pub nodes: usize,
    /// Seconds.
    pub seconds: f64,
}

/// Why a player has no move.
#[derive(Debug)]
pub enum Error {
    /// Nothing can be played: the game is over.
    Over,
    /// The database has no value for the position.
    Unsolved,
    /// The database can't be asked.
    Query(query::Error),
    /// The question makes no sense: a sentence says why.
    Question(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Over => f.write_str("the game is over"),
            Error::Unsolved => f.write_str("the database has no value for this position"),
            Error::Query(error) => error.fmt(f),
            Error::Question(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for Error {}

impl From<query::Error> for Error {
    fn from(error: query::Error) -> Error {
        Error::Query(error)
    }
}

impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        Error::Query(error.into())
    }
}
