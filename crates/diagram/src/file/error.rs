//! Why a diagram could not be written or read.

use crate::error::Error;

/// Why a diagram could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum DiagramFileError {
    /// The file is malformed, or could not be written.
    #[error(transparent)]
    File(#[from] layer::FileError),
    /// The store could not hold the diagram.
    #[error(transparent)]
    Store(#[from] Error),
}

impl From<std::io::Error> for DiagramFileError {
    fn from(error: std::io::Error) -> DiagramFileError {
        DiagramFileError::File(error.into())
    }
}
