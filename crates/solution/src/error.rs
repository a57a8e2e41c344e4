//! Errors of solution directories, with messages.

use std::io;
use std::path::{Path, PathBuf};

use crate::difference::Difference;
use crate::manifest::FORMAT;

/// Why a solution could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An operating system error.
    #[error("could not {action} {}: {source}", path.display())]
    Io {
        /// The operation: `write`, `read`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file does not contain what was written to it.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The symptom.
        what: String,
    },
    /// The directory holds the solution of other rules, or of the same rules under another question.
    #[error("{} holds another solution: {difference}", path.display())]
    Different {
        /// The directory.
        path: PathBuf,
        /// The difference.
        difference: Difference,
    },
    /// There is no such directory.
    #[error("there is no solution at {}", .0.display())]
    Missing(PathBuf),
    /// The directory exists but is not a solution.
    #[error("{} exists and is not a solution", .0.display())]
    Foreign(PathBuf),
    /// Written by a later version of the program.
    #[error("{} has format {format}, but this version reads up to {FORMAT}; use a newer version", path.display())]
    Newer {
        /// The directory.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
    /// It has expected rewards, which only some commands read.
    #[error("{} is of a game with chance or simultaneous moves: its values are expected rewards, not outcomes", .0.display())]
    Expected(PathBuf),
    /// It has outcomes, where expected rewards are asked for.
    #[error("{} has outcomes, not expected rewards", .0.display())]
    NotExpected(PathBuf),
    /// Another process is writing to it.
    #[error("{} is being written by another process", .0.display())]
    Busy(PathBuf),
}

impl Error {
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::Io { action, path, source }
    }

    /// The error for a file that does not contain what was written to it.
    pub fn damaged(path: &Path, what: impl Into<String>) -> Error {
        Error::Damaged { path: path.to_owned(), what: what.into() }
    }

    /// Whether the disk is full: finished work is safe, and solving resumes once there is space.
    pub fn is_disk_full(&self) -> bool {
        matches!(self, Error::Io { source, .. }
            if matches!(source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge))
    }
}
