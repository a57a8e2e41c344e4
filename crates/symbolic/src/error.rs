//! Why a game could not be solved on diagrams.

use std::fmt;

use diagram::StoreLimit;
use task::Refusal;

/// What stopped a solve: what all engines may say, or the diagrams.
#[derive(Debug)]
pub enum Error {
    /// The diagrams outgrew their budget, or the system its memory.
    Diagram(diagram::Error),
    /// Anything else.
    Task(task::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Diagram(error) => error.fmt(f),
            Error::Task(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// In the words of all engines.
impl From<Error> for task::Error {
    fn from(error: Error) -> task::Error {
        let error = match error {
            Error::Task(error) => return error,
            Error::Diagram(error) => error,
        };
        match error {
            diagram::Error::OutOfBudget(StoreLimit::Bytes(allowed)) => {
                task::Limit::Memory { what: "diagrams", needed: None, allowed }.into()
            }
            diagram::Error::OutOfBudget(StoreLimit::Steps(_)) => task::Limit::Steps.into(),
            diagram::Error::OutOfMemory => task::Limit::Machine.into(),
            diagram::Error::OutOfBudget(StoreLimit::Nodes(_))
            | diagram::Error::BadDomains
            | diagram::Error::CountTooLarge => task::Limit::Numbers(error.to_string()).into(),
            // All others are mistakes in the use of diagrams.
            other => task::Error::Bug(other.to_string()),
        }
    }
}

impl From<diagram::Error> for Error {
    fn from(error: diagram::Error) -> Error {
        Error::Diagram(error)
    }
}

impl From<task::Error> for Error {
    fn from(error: task::Error) -> Error {
        Error::Task(error)
    }
}

impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        Error::Task(error.into())
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Task(refusal.into())
    }
}

impl From<task::Limit> for Error {
    fn from(limit: task::Limit) -> Error {
        Error::Task(limit.into())
    }
}
