//! Why an export failed.

use std::io;

/// Why the states could not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The solution cannot be read.
    #[error(transparent)]
    Solution(#[from] solution::Error),
    /// The output cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The caller asked to stop.
    #[error("interrupted")]
    Stopped,
}

impl From<parquet::errors::ParquetError> for Error {
    fn from(error: parquet::errors::ParquetError) -> Error {
        match error {
            parquet::errors::ParquetError::External(source) => match source.downcast::<io::Error>() {
                Ok(error) => Error::Output(*error),
                Err(source) => Error::Output(io::Error::other(source)),
            },
            error => Error::Output(io::Error::other(error)),
        }
    }
}
