//! What can go wrong with a solution directory, in sentences.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::difference::Difference;

/// Why a solution could not be read or written.
#[derive(Debug)]
pub enum Error {
    /// The operating system said no.
    Io {
        /// What was being done: `write`, `read`.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// A file does not contain what was written to it.
    Damaged {
        /// The file.
        path: PathBuf,
        /// How that shows.
        what: String,
    },
    /// The directory holds the solution of other rules, or of the same rules under another question.
    Different {
        /// The directory.
        path: PathBuf,
        /// What differs.
        difference: Difference,
    },
    /// There is no such directory.
    Missing(PathBuf),
    /// The directory exists and is not a solution.
    Foreign(PathBuf),
    /// Written by a later version of the program.
    Newer {
        /// The directory.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
    /// Another process is writing to it.
    Busy(PathBuf),
}

impl Error {
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::Io { action, path, source }
    }

    /// A file that does not contain what was written to it.
    pub fn damaged(path: &Path, what: impl Into<String>) -> Error {
        Error::Damaged { path: path.to_owned(), what: what.into() }
    }

    /// Whether there was no room left on the disk: what is finished is safe, and solving goes on once there is room.
    pub fn is_disk_full(&self) -> bool {
        matches!(self, Error::Io { source, .. }
            if matches!(source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { action, path, source } => write!(f, "could not {action} {}: {source}", path.display()),
            Error::Damaged { path, what } => write!(f, "{} is damaged: {what}", path.display()),
            Error::Different { path, difference } => {
                write!(f, "{} holds another solution: {difference}", path.display())
            }
            Error::Missing(path) => write!(f, "there is no solution {}", path.display()),
            Error::Foreign(path) => write!(f, "{} exists and is not a solution", path.display()),
            Error::Newer { path, format } => write!(
                f,
                "{} has format {format}, this program reads up to {}; use a newer version",
                path.display(),
                crate::manifest::FORMAT
            ),
            Error::Busy(path) => write!(f, "{} is being written by another process", path.display()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
