//! Why a check could not be completed.

/// Why a check could not be completed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Its files cannot be read or are damaged.
    #[error(transparent)]
    Solution(#[from] solution::Error),
    /// The rules cannot be evaluated.
    #[error(transparent)]
    Interpreter(#[from] interpret::Error),
    /// The observer requested a stop.
    #[error("stopped")]
    Stopped,
}
