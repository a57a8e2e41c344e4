//! What can stand in the way, as sentences.

use std::fmt;

use game::{BfsLimit, Defect, Game, State};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A limit on states, memory or time was reached.
    Limit(String),
    /// The game is not of a kind that strategies are made for.
    Unsuited(String),
    /// The game of two roles never ends: there is nothing to play for.
    NeverEnds(String),
    /// Nor is this, because of its rewards or its number of roles; it can be solved all the same.
    Solvable(String),
    /// What was given does not serve: a solution, or rules that diagrams don't take.
    Input(String),
    /// A solution's file is not what was written.
    Damaged(String),
    /// The game's circuit is broken.
    Defect(Defect),
}

impl Error {
    /// An error that a state shows.
    pub(crate) fn shown(what: &str, state: &State, game: &Game) -> Error {
        Error::Unsuited(format!("{what}, as in {}", state.facts(game).join(" ")))
    }

    /// More roles than strategies are made for.
    pub(crate) fn roles(roles: usize) -> Error {
        Error::Solvable(format!("strategies need one or two roles, but this game has {roles}"))
    }

    /// Rewards of two roles that do not add up to the same.
    pub(crate) fn sums() -> Error {
        let why = "the rewards of the two roles do not sum to a constant, so one role's gain is not the other's loss";
        Error::Solvable(why.to_owned())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Limit(sentence)
            | Error::Unsuited(sentence)
            | Error::NeverEnds(sentence)
            | Error::Solvable(sentence)
            | Error::Input(sentence)
            | Error::Damaged(sentence) => f.write_str(sentence),
            Error::Defect(defect) => defect.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Defect> for Error {
    fn from(defect: Defect) -> Error {
        Error::Defect(defect)
    }
}

impl From<BfsLimit> for Error {
    fn from(limit: BfsLimit) -> Error {
        Error::Limit(limit.to_string())
    }
}

/// All other errors of diagrams are mistakes in their use, of which there are none here.
impl From<diagram::Error> for Error {
    fn from(error: diagram::Error) -> Error {
        Error::Limit(error.to_string())
    }
}

impl From<symbolic::Error> for Error {
    fn from(error: symbolic::Error) -> Error {
        match error {
            symbolic::Error::Diagram(error) => error.into(),
            symbolic::Error::Task(task::Error::Solution(error)) => error.into(),
            symbolic::Error::Task(error @ task::Error::NeverEnds(_)) => Error::NeverEnds(error.to_string()),
            symbolic::Error::Task(other) => Error::Unsuited(other.to_string()),
        }
    }
}

impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        match error {
            solution::Error::Damaged { .. } => Error::Damaged(error.to_string()),
            other => Error::Input(other.to_string()),
        }
    }
}
