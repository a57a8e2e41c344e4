//! Why there is no answer.

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The solution can't be read.
    #[error(transparent)]
    Solution(#[from] solution::Error),
    /// The rules can't be evaluated.
    #[error(transparent)]
    Interpreter(#[from] interpret::Error),
    /// The question makes no sense: a sentence says why.
    #[error("{0}")]
    Question(String),
}
