//! Why a solution could not be checked to the end.

use std::fmt;

/// Why a solution could not be checked to the end.
#[derive(Debug)]
pub enum Error {
    /// Its files can't be read or are damaged.
    Solution(solution::Error),
    /// The rules can't be evaluated.
    Interpreter(interpret::Error),
    /// Whoever watched asked to stop.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Solution(error) => error.fmt(f),
            Error::Interpreter(error) => error.fmt(f),
            Error::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Error {}

impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        Error::Solution(error)
    }
}

impl From<interpret::Error> for Error {
    fn from(error: interpret::Error) -> Error {
        Error::Interpreter(error)
    }
}
