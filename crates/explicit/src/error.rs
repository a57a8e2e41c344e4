//! Why a game could not be solved state by state.

use std::fmt;
use std::io;

use game::State;
use number::size;
use task::commits::Stop;
use task::{TooManyOutcomes, never_ends};

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
    /// A successor of this state is in no layer: the directory is not of this game.
    Missing(State),
    /// The game is cyclic, and the algorithm solves acyclic games only.
    Cyclic {
        /// The states of a cycle, each leading to the one after it and the last to the first.
        states: Vec<State>,
        /// The sum of the rewards of two roles, where all states were listed and it is the same at every end.
        sum: Option<i32>,
    },
    /// A role has no legal move in a state that is not terminal.
    Stuck(State),
    /// The game has several roles, and none of so many reachable states ends it.
    NeverEnds(u128),
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
            Error::Memory { needed, allowed, what } => {
                write!(
                    f,
                    "{what} need {}, and {} is left for states",
                    size(needed.next_multiple_of(1 << 20)),
                    size(*allowed)
                )
            }
            Error::Solution(error) => write!(f, "{error}"),
            Error::Spill(error) => write!(f, "could not keep states on the disk: {error}"),
            Error::Game(defect) => write!(f, "{defect}"),
            Error::Defect { what, .. } => write!(f, "{what}"),
            Error::Stuck(_) => write!(f, "a role has no legal move in a state that is not terminal"),
            Error::Missing(_) => write!(f, "a successor of a state is missing, so the layers are not of these rules"),
            Error::Cyclic { .. } => write!(f, "the game is cyclic"),
            Error::NeverEnds(states) => f.write_str(&never_ends(*states)),
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
