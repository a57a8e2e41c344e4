//! What can stand in the way, as sentences.

use game::{BfsLimit, Defect, Game, State};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A limit on states, memory or time was reached.
    #[error("{0}")]
    Limit(String),
    /// The game is not of a kind that strategies are made for.
    #[error("{0}")]
    Unsuited(String),
    /// The game of two roles never ends: there is nothing to play for.
    #[error("{0}")]
    NeverEnds(String),
    /// Nor is this, because of its rewards or its number of roles; it can be solved all the same.
    #[error("{0}")]
    Solvable(String),
    /// What was given does not serve: a solution, or rules that diagrams don't take.
    #[error("{0}")]
    Input(String),
    /// A solution's file is not what was written.
    #[error("{0}")]
    Damaged(String),
    /// The game's circuit is broken.
    #[error(transparent)]
    Defect(#[from] Defect),
}

impl Error {
    /// An error that a state shows.
    pub(crate) fn shown(what: &str, state: &State, game: &Game) -> Error {
        Error::Unsuited(format!("{what}, as in {}", state.facts(game).join(" ")))
    }

    /// More roles than strategies are made for.
    pub(crate) fn roles(roles: usize) -> Error {
        Error::Solvable(format!("strategies are made for one or two roles, and this game has {roles}"))
    }

    /// Rewards of two roles that do not add up to the same.
    pub(crate) fn sums() -> Error {
        let why =
            "the rewards of the two roles do not add up to the same everywhere, so one's gain is not the other's loss";
        Error::Solvable(why.to_owned())
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
