//! What can stand in the way, as sentences.

use std::fmt;

use game::{Defect, Game, Limit, State};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A limit on states, memory or time was reached.
    Limit(String),
    /// The game is not of a kind that strategies are made for.
    Unsuited(String),
    /// The game's circuit is broken.
    Defect(Defect),
}

impl Error {
    /// An error that a state shows.
    pub(crate) fn shown(what: &str, state: &State, game: &Game) -> Error {
        Error::Unsuited(format!("{what}, as in {}", state.facts(game).join(" ")))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Limit(sentence) | Error::Unsuited(sentence) => f.write_str(sentence),
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

impl From<Limit> for Error {
    fn from(limit: Limit) -> Error {
        Error::Limit(limit.to_string())
    }
}
