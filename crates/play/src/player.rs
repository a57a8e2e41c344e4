//! The interface of a player: it chooses a move in a position, within a limit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use query::Distance;

use crate::position::Position;

/// Chooses moves.
pub trait Player: Send {
    /// Its name in a table of results.
    fn name(&self) -> String;

    /// Its move for a role. A role that waits for its turn has a single legal move, which is then returned.
    fn choose(&mut self, position: &Position, role: usize, limit: &MoveLimit) -> Result<ChosenMove, Error>;
}

/// How long a player may think. The first limit that is reached ends a search; without limits the player decides.
#[derive(Clone, Debug, Default)]
pub struct MoveLimit {
    /// The deadline of the move.
    pub deadline: Option<Instant>,
    /// The maximum number of playouts.
    pub playouts: Option<u64>,
    /// Ends the search when set.
    pub stop: Option<Arc<AtomicBool>>,
    /// Receives the best move so far whenever it changes, for callers that cannot wait for the end of a search.
    pub interim: Option<mpsc::Sender<usize>>,
}

impl MoveLimit {
    /// A time limit from now.
    pub fn time(time: Duration) -> MoveLimit {
        MoveLimit { deadline: Instant::now().checked_add(time), ..MoveLimit::default() }
    }

    /// A limit on playouts.
    pub fn playouts(playouts: u64) -> MoveLimit {
        MoveLimit { playouts: Some(playouts), ..MoveLimit::default() }
    }

    /// Sends the best move so far to the listener, if there is one.
    pub fn tell(&self, made: usize) {
        if let Some(interim) = &self.interim {
            // The listener is gone once time is up.
            let _ = interim.send(made);
        }
    }

    /// Whether time is up, or the search was stopped.
    pub fn is_reached(&self) -> bool {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_late || self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// A chosen move and its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct ChosenMove {
    /// The move, by its number among the role's moves.
    pub made: usize,
    /// The rewards under optimal play, if they are proved.
    pub value: Option<Vec<i32>>,
    /// Plies to the end under optimal play, including this move, if known.
    pub distance: Option<Distance>,
    /// The estimated reward for its role, if it is not proved.
    pub estimate: Option<f64>,
    /// The effort of the choice.
    pub effort: MoveEffort,
}

impl ChosenMove {
    /// A move without an evaluation.
    pub fn plain(made: usize) -> ChosenMove {
        ChosenMove { made, value: None, distance: None, estimate: None, effort: MoveEffort::default() }
    }
}

/// The effort of a search.
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
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The game is over, so there is no move.
    #[error("the game is over")]
    Over,
    /// The database has no value for the position.
    #[error("the database has no value for this position")]
    Unsolved,
    /// The database cannot be queried.
    #[error(transparent)]
    Query(#[from] query::Error),
    /// The question is invalid; the message says why.
    #[error("{0}")]
    Question(String),
}

impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        Error::Query(error.into())
    }
}
