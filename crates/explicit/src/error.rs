//! Why a game could not be solved state by state.

use std::fmt;
use std::io;

use game::State;
use task::TooManyOutcomes;
use task::commits::Stop;

/// What stopped a solution.
#[derive(Debug)]
pub enum Error {
    /// More memory was needed than allowed.
    Memory {
        /// Bytes needed, as far as that is known.
        needed: usize,
        /// Bytes allowed.
        allowed: usize,
        /// What for.
        what: &'static str,
    },
    /// There are more states or outcomes than the engine can number.
    TooMany(String),
    /// The solution directory could not be read or written.
    Solution(solution::Error),
    /// States could not be spilled to the disk, or read back.
    Spill(io::Error),
    /// The game's circuit is not well-formed.
    Game(game::Defect),
    /// The rules have a defect, shown by a reachable state.
    Defect {
        /// What is wrong, in a sentence without its full stop.
        what: String,
        /// Where.
        state: State,
    },
    /// The game is cyclic, and this algorithm or these rewards do not allow that.
    Cyclic {
        /// Why that matters here.
        what: String,
        /// A cycle: the first state follows the last.
        states: Vec<State>,
    },
    /// A role has no legal move in a state that is not terminal.
    Stuck(State),
    /// Several roles have a choice in the same state: there is no value without turns.
    Simultaneous(State),
    /// The algorithm does not fit the game.
    Unsuited(String),
    /// Stopped on request; what is finished is in the directory.
    Interrupted,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Memory { needed, allowed, what } => write!(
                f,
                "{what} need {} MB where {} MB are allowed for states",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            Error::Solution(error) => write!(f, "{error}"),
            Error::Spill(error) => write!(f, "could not keep states on the disk: {error}"),
            Error::Game(defect) => write!(f, "{defect}"),
            Error::Defect { what, .. } | Error::Cyclic { what, .. } => write!(f, "{what}"),
            Error::Stuck(_) => write!(f, "a role has no legal move in a state that is not terminal"),
            Error::Simultaneous(_) => write!(f, "several roles choose at once"),
            Error::TooMany(why) | Error::Unsuited(why) => write!(f, "{why}"),
            Error::Interrupted => write!(f, "stopped on request"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        match stop {
            Stop::Solution(error) => Error::Solution(error),
            Stop::Interrupted => Error::Interrupted,
        }
    }
}

impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        Error::Solution(error)
    }
}

impl From<game::Defect> for Error {
    fn from(defect: game::Defect) -> Error {
        Error::Game(defect)
    }
}

impl From<TooManyOutcomes> for Error {
    fn from(error: TooManyOutcomes) -> Error {
        Error::TooMany(error.to_string())
    }
}
