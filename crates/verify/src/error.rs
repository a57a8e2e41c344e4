//! Why a solution could not be checked to the end.

/// Why a solution could not be checked to the end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Its files can't be read or are damaged.
    #[error(transparent)]
    Solution(#[from] solution::Error),
    /// The rules can't be evaluated.
    #[error(transparent)]
    Interpreter(#[from] interpret::Error),
    /// Whoever watched asked to stop.
    #[error("stopped")]
    Stopped,
}
