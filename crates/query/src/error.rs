//! Why there is no answer.

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The solution cannot be read.
    #[error(transparent)]
    Solution(#[from] solution::Error),
    /// The rules cannot be evaluated.
    #[error(transparent)]
    Interpreter(#[from] interpret::Error),
    /// The question is invalid; the message says why.
    #[error("{0}")]
    Question(String),
}
