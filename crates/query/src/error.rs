//! Why there is no answer.

use std::fmt;

/// Why there is no answer.
#[derive(Debug)]
pub enum Error {
    /// The solution can't be read.
    Solution(solution::Error),
    /// The rules can't be evaluated.
    Interpreter(interpret::Error),
    /// The question makes no sense: a sentence says why.
    Question(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Solution(error) => error.fmt(f),
            Error::Interpreter(error) => error.fmt(f),
            Error::Question(sentence) => f.write_str(sentence),
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
