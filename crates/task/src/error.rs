//! Why a game could not be solved: what all engines say, as values that name no option of any program.

use std::fmt;
use std::io;

use game::State;
use number::size;

use crate::goal::GoalDefect;
use crate::outcome::never_ends;
use crate::refusal::Refusal;

/// What stopped a solve.
#[derive(Debug)]
pub enum Error {
    /// A limit was reached. What is finished is in the directory.
    Limit(Limit),
    /// The solution directory could not be read or written.
    Solution(solution::Error),
    /// States could not be kept on the disk for a while, or not be read back.
    Spill(io::Error),
    /// The goals of a role are wrong at a reachable terminal state.
    Goal {
        /// The role's name.
        role: String,
        /// What is wrong.
        defect: GoalDefect,
        /// Where.
        state: State,
    },
    /// A role has no legal move in a state that is not terminal.
    Stuck(State),
    /// A successor of this state is in no layer: the directory is not of this game.
    Missing(State),
    /// The game is cyclic, and the algorithm solves acyclic games only.
    Cyclic {
        /// The states of a cycle, each leading to the one after it and the last to the first.
        states: Vec<State>,
        /// The sum of the rewards of two roles, where all states were listed and it is the same at every end.
        sum: Option<i32>,
    },
    /// The game has several roles, and none of so many reachable states ends it.
    NeverEnds(u128),
    /// Several roles have a choice in the same state: there is no value without turns.
    Simultaneous(State),
    /// The algorithm or the engine does not fit the game.
    Refused(Refusal),
    /// Stopped on request; what is finished is in the directory.
    Interrupted,
    /// A defect of the engine itself.
    Bug(String),
}

/// The limit that was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The memory that was allowed.
    Memory {
        /// What needs it, in the plural.
        what: &'static str,
        /// Bytes needed, where that is known.
        needed: Option<usize>,
        /// Bytes allowed.
        allowed: usize,
    },
    /// The memory of the machine: it refused what was allowed.
    Machine,
    /// The steps that were allowed.
    Steps,
    /// The numbers that an engine has for what there is too much of, in a sentence without its full stop.
    Numbers(String),
}

impl Error {
    /// Whether more memory was needed than allowed.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, Error::Limit(Limit::Memory { .. }))
    }
}

impl Limit {
    /// More different outcomes than an engine has numbers for.
    pub fn outcomes(most: u32) -> Limit {
        Limit::Numbers(format!("there are more than {most} different outcomes"))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Memory { what, needed, allowed } => {
                let rounded = |needed: usize| size(needed.checked_next_multiple_of(1 << 20).unwrap_or(needed));
                let needed = needed.map_or("more".to_owned(), rounded);
                write!(f, "{what} need {needed}, and {} is left for them", size(*allowed))
            }
            Limit::Machine => write!(f, "the system has no more memory to give"),
            Limit::Steps => write!(f, "the work takes more steps than it may"),
            Limit::Numbers(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Limit(limit) => limit.fmt(f),
            Error::Solution(error) => error.fmt(f),
            Error::Spill(error) => write!(f, "could not keep states on the disk: {error}"),
            Error::Goal { role, defect, .. } => write!(f, "{role} {defect} at a terminal state"),
            Error::Stuck(_) => write!(f, "a role has no legal move in a state that is not terminal"),
            Error::Missing(_) => write!(f, "a successor of a state is missing, so the layers are not of these rules"),
            Error::Cyclic { .. } => write!(f, "the game is cyclic"),
            Error::NeverEnds(states) => f.write_str(&never_ends(*states)),
            Error::Simultaneous(_) => write!(f, "simultaneous moves: several roles choose at once in this state"),
            Error::Refused(refusal) => refusal.fmt(f),
            Error::Interrupted => write!(f, "stopped on request"),
            Error::Bug(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {}

impl std::error::Error for Limit {}

impl From<Limit> for Error {
    fn from(limit: Limit) -> Error {
        Error::Limit(limit)
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Refused(refusal)
    }
}

impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        Error::Solution(error)
    }
}

impl From<game::Defect> for Error {
    fn from(defect: game::Defect) -> Error {
        Error::Bug(defect.to_string())
    }
}
