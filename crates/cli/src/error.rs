//! The exit codes.
//!
//! Scripts use the exit code (`docs/exit-codes.md`); people read the sentence and the hint below it.

use std::io;
use std::path::Path;
use std::process::{ExitCode, Termination};

pub use operations::{Error, ErrorKind};

/// The exit codes, all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// The answer is no: ill-formed, not formatted, disagreeing.
    No = 1,
    /// Bad usage or unreadable input.
    Input = 2,
    /// A limit on memory, time or size was reached.
    Limit = 3,
    /// A database is damaged.
    Damaged = 4,
    /// A defect of Backsolve itself; the code is that of a panicking Rust program.
    Bug = 101,
    /// Stopped by Ctrl-C; the code is the shell's for that signal.
    Interrupted = 130,
}

impl Termination for Exit {
    fn report(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}

/// The exit code of a failed run.
impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Exit {
        match kind {
            ErrorKind::No => Exit::No,
            ErrorKind::Input => Exit::Input,
            ErrorKind::Limit => Exit::Limit,
            ErrorKind::Damaged => Exit::Damaged,
            ErrorKind::Bug => Exit::Bug,
            ErrorKind::Interrupted => Exit::Interrupted,
            ErrorKind::Unheard => Exit::Done,
        }
    }
}

/// The error that standard output cannot be written.
pub fn unwritten(error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Error::new(ErrorKind::Unheard, error),
        _ => Error::input(format_args!("cannot write to standard output: {error}")),
    }
}

/// The error for a file that cannot be written.
pub fn unwritable(path: &Path) -> impl Fn(io::Error) -> Error {
    move |error| Error::input(format_args!("cannot write {}: {error}", path.display()))
}
