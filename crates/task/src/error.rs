//! The errors common to all engines, as values that name no option of any program.

use std::fmt;
use std::io;

use game::State;
use number::size;

use crate::goal::GoalDefect;
use crate::outcome::never_ends;
use crate::refusal::Refusal;

/// Why a solve failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A limit was reached. Finished work is in the directory.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// The solution directory could not be read or written.
    #[error(transparent)]
    Solution(#[from] solution::Error),
    /// Temporary files could not be written or read.
    #[error("could not write states to disk: {0}")]
    Spill(io::Error),
    /// The goals of a role are wrong in a reachable terminal state.
    #[error("{role} {defect} at a terminal state")]
    Goal {
        /// The role's name.
        role: String,
        /// The defect.
        defect: GoalDefect,
        /// The state.
        state: State,
    },
    /// A role has no legal move in a non-terminal state.
    #[error("a role has no legal move in a non-terminal state")]
    Stuck(State),
    /// A successor of this state is in no layer: the directory does not belong to this game.
    #[error("a successor of a state is missing, so the layers do not belong to these rules")]
    Missing(State),
    /// The game is cyclic, and the algorithm solves only acyclic games.
    #[error("the game is cyclic")]
    Cyclic {
        /// The states of a cycle, each leading to the next one and the last to the first.
        states: Vec<State>,
        /// The sum of the rewards of two roles, if all states were listed and it is the same in every terminal state.
        sum: Option<i32>,
    },
    /// The game has several roles, and none of its reachable states, of which this is the number, is terminal.
    #[error("{}", never_ends(*.0))]
    NeverEnds(u128),
    /// Several roles have a choice in the same state: simultaneous moves have no value.
    #[error("simultaneous moves: several roles have a choice in this state")]
    Simultaneous(State),
    /// Several roles have a choice, and their rewards are not those of two roles with a constant sum.
    #[error(
        "simultaneous moves: several roles have a choice in this state, and only games of two roles whose rewards sum \
         to a constant then have a value"
    )]
    NoEquilibrium(State),
    /// Several roles have a choice in a state that can repeat.
    #[error(
        "the game is cyclic and roles choose at once on a cycle: values may be irrational, and optimal strategies need \
         not exist"
    )]
    ConcurrentCycle(Vec<State>),
    /// Bounds of an expected reward that do not meet.
    #[error(
        "the bounds of the expected reward of this state stay {width:e} apart, more than the precision {precision:e}"
    )]
    Unconverged {
        /// The state.
        state: State,
        /// How far they are apart.
        width: f64,
        /// How far they may be.
        precision: f64,
    },
    /// With general rewards values must be exact, and they are not short.
    #[error("the expected rewards of this state are fractions too long to compare exactly, as general rewards need")]
    LongFraction(State),
    /// The algorithm or the engine does not support the game.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Stopped on request; finished work is in the directory.
    #[error("stopped on request")]
    Interrupted,
    /// A defect of the engine itself.
    #[error("{0}")]
    Bug(String),
}

/// The limit that was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The memory limit.
    Memory {
        /// What needs it, in the plural.
        what: &'static str,
        /// The bytes needed, if known.
        needed: Option<usize>,
        /// The bytes that are enough for the rest of the work, if known: they can be computed once all states are.
        enough: Option<usize>,
        /// Bytes allowed.
        allowed: usize,
    },
    /// The memory of the machine: it refused what was allowed.
    Machine,
    /// The step limit.
    Steps,
    /// A count exceeds the numbers of an engine; a sentence without its full stop.
    Numbers(String),
}

impl Error {
    /// Whether more memory was needed than allowed.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, Error::Limit(Limit::Memory { .. }))
    }
}

impl Limit {
    /// More different outcomes than an engine supports.
    pub fn outcomes(most: u32) -> Limit {
        Limit::Numbers(format!("there are more than {most} different outcomes"))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Memory { what, needed, allowed, .. } => {
                let rounded = |needed: usize| size(needed.checked_next_multiple_of(1 << 20).unwrap_or(needed));
                let needed = needed.map_or("more".to_owned(), rounded);
                write!(f, "{what} need {needed}, but only {} is left", size(*allowed))
            }
            Limit::Machine => write!(f, "the system is out of memory"),
            Limit::Steps => write!(f, "the step limit was reached"),
            Limit::Numbers(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Limit {}

impl From<game::Defect> for Error {
    fn from(defect: game::Defect) -> Error {
        Error::Bug(defect.to_string())
    }
}
