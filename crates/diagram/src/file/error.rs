//! Why a diagram could not be written or read.

use std::fmt;

use crate::error::Error;

/// Why a diagram could not be written or read.
#[derive(Debug)]
pub enum DiagramFileError {
    /// The file is not as it should be, or could not be written.
    File(layer::FileError),
    /// The store could not take the diagram in.
    Store(Error),
}

impl fmt::Display for DiagramFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramFileError::File(error) => write!(f, "{error}"),
            DiagramFileError::Store(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for DiagramFileError {}

impl From<layer::FileError> for DiagramFileError {
    fn from(error: layer::FileError) -> DiagramFileError {
        DiagramFileError::File(error)
    }
}

impl From<std::io::Error> for DiagramFileError {
    fn from(error: std::io::Error) -> DiagramFileError {
        DiagramFileError::File(error.into())
    }
}

impl From<Error> for DiagramFileError {
    fn from(error: Error) -> DiagramFileError {
        DiagramFileError::Store(error)
    }
}
