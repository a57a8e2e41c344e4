//! Why a diagram could not be written or read.

use std::fmt;

use crate::error::Error;

/// Why a diagram could not be written or read.
#[derive(Debug)]
pub enum FileError {
    /// The file is not as it should be, or could not be written.
    File(layer::FileError),
    /// The store could not take the diagram in.
    Store(Error),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::File(error) => write!(f, "{error}"),
            FileError::Store(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<layer::FileError> for FileError {
    fn from(error: layer::FileError) -> FileError {
        FileError::File(error)
    }
}

impl From<std::io::Error> for FileError {
    fn from(error: std::io::Error) -> FileError {
        FileError::File(error.into())
    }
}

impl From<Error> for FileError {
    fn from(error: Error) -> FileError {
        FileError::Store(error)
    }
}
