//! Errors, as sentences.

use game::{BfsLimit, Defect, Game, State};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A limit on states, memory or time was reached.
    #[error("{0}")]
    Limit(String),
    /// The game does not support strategies.
    #[error("{0}")]
    Unsuited(String),
    /// The game of two roles never ends: there is nothing to play for.
    #[error("{0}")]
    NeverEnds(String),
    /// The game does not support strategies because of its rewards or its number of roles; it can still be solved.
    #[error("{0}")]
    Solvable(String),
    /// An input is not suitable: a solution, or rules that diagrams do not support.
    #[error("{0}")]
    Input(String),
    /// A file of the solution is damaged.
    #[error("{0}")]
    Damaged(String),
    /// The game's circuit is malformed.
    #[error(transparent)]
    Defect(#[from] Defect),
}

impl Error {
    /// An error with an example state.
    pub(crate) fn shown(what: &str, state: &State, game: &Game) -> Error {
        Error::Unsuited(format!("{what}, as in {}", state.facts(game).join(" ")))
    }

    /// The error for too many roles.
    pub(crate) fn roles(roles: usize) -> Error {
        Error::Solvable(format!("strategies need one or two roles, but this game has {roles}"))
    }

    /// The error for rewards of two roles without a constant sum.
    pub(crate) fn sums() -> Error {
        let why = "the rewards of the two roles do not sum to a constant, so one role's gain is not the other's loss";
        Error::Solvable(why.to_owned())
    }
}

impl From<BfsLimit> for Error {
    fn from(limit: BfsLimit) -> Error {
        Error::Limit(limit.to_string())
    }
}

/// All other errors of diagrams are misuses, which do not occur here.
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
