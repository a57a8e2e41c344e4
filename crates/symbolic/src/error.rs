//! Errors of the symbolic engine.

use diagram::StoreLimit;
use task::Refusal;

/// An error common to all engines, or one of the diagrams.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The diagrams exceeded their budget, or the system ran out of memory.
    #[error(transparent)]
    Diagram(#[from] diagram::Error),
    /// Anything else.
    #[error(transparent)]
    Task(#[from] task::Error),
}

/// Conversion to the errors of all engines.
impl From<Error> for task::Error {
    fn from(error: Error) -> task::Error {
        let error = match error {
            Error::Task(error) => return error,
            Error::Diagram(error) => error,
        };
        match error {
            diagram::Error::OutOfBudget(StoreLimit::Bytes(allowed)) => {
                task::Limit::Memory { what: "diagrams", needed: None, enough: None, allowed }.into()
            }
            diagram::Error::OutOfBudget(StoreLimit::Steps(_)) => task::Limit::Steps.into(),
            diagram::Error::OutOfMemory => task::Limit::Machine.into(),
            diagram::Error::OutOfBudget(StoreLimit::Nodes(_))
            | diagram::Error::BadDomains
            | diagram::Error::CountTooLarge => task::Limit::Numbers(error.to_string()).into(),
            // All others are misuses of diagrams.
            other => task::Error::Bug(other.to_string()),
        }
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
