//! How a run ends: the exit codes, and errors as sentences for the person at the keyboard.
//!
//! Scripts tell outcomes apart by the exit code (`docs/exit-codes.md`); people read the sentence and the hint below it.

use std::fmt::Display;
use std::io;
use std::process::{ExitCode, Termination};

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

/// Why a command could not finish.
#[derive(Debug)]
pub enum Error {
    /// Nobody reads our output any more (`backsolve games | head -1`): not worth a word.
    OutputClosed,
    /// Anything else.
    Failure(Box<Failure>),
}

/// A failure with what to say about it.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What is wrong, one sentence without the full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Diagnostics of a rule sheet, where that is what is wrong.
    pub diagnostics: Option<crate::diagnostics::Report>,
}

impl Error {
    fn new(exit: Exit, message: impl Display) -> Error {
        Error::Failure(Box::new(Failure { exit, message: message.to_string(), hint: None, diagnostics: None }))
    }

    /// Bad usage or unreadable input.
    pub fn input(message: impl Display) -> Error {
        Error::new(Exit::Input, message)
    }

    /// A limit was reached.
    pub fn limit(message: impl Display) -> Error {
        Error::new(Exit::Limit, message)
    }

    /// A database is damaged.
    pub fn damaged(message: impl Display) -> Error {
        Error::new(Exit::Damaged, message)
    }

    /// The rules have no answer: a fault in them that shows only when they are evaluated.
    pub fn no(message: impl Display) -> Error {
        Error::new(Exit::No, message)
    }

    /// The interpreter has no answer: a limit, or a fault in the rules.
    pub fn unanswered(error: interpret::Error) -> Error {
        match error {
            interpret::Error::Steps(_) | interpret::Error::Memory(_) | interpret::Error::Time => Error::limit(error),
            _ => Error::no(error),
        }
    }

    /// A defect of Backsolve itself, found by one of its own checks.
    pub fn bug(message: impl Display) -> Error {
        Error::new(Exit::Bug, format_args!("a defect of Backsolve itself: {message}"))
            .hint("please report it, with the command and the rule sheet that led here")
    }

    /// Ctrl-C.
    pub fn interrupted() -> Error {
        Error::new(Exit::Interrupted, "interrupted")
    }

    /// A rule sheet that is not well-formed.
    pub fn ill_formed(report: crate::diagnostics::Report) -> Error {
        let message = report.summary();
        Error::Failure(Box::new(Failure { exit: Exit::No, message, hint: None, diagnostics: Some(report) }))
    }

    /// The same with what led to it in front.
    pub fn after(mut self, cause: &str) -> Error {
        if let Error::Failure(failure) = &mut self {
            failure.message = format!("{cause}; and the interpreter can't help: {}", failure.message);
        }
        self
    }

    /// The same with advice below it.
    pub fn hint(mut self, hint: impl Display) -> Error {
        if let Error::Failure(failure) = &mut self {
            failure.hint = Some(hint.to_string());
        }
        self
    }
}

/// Errors of reading or writing a solution.
impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        match error {
            solution::Error::Damaged { .. } => Error::damaged(error)
                .hint("what was changed or cut off can't be mended; solve the game again in a new directory"),
            _ if error.is_disk_full() => {
                Error::limit(error).hint("make room and run the same command again: it goes on where it stopped")
            }
            solution::Error::Missing(_) => Error::input(error).hint("`backsolve solve RULES` makes one"),
            _ => Error::input(error),
        }
    }
}

/// Errors of asking a solution.
impl From<query::Error> for Error {
    fn from(error: query::Error) -> Error {
        match error {
            query::Error::Solution(error) => error.into(),
            query::Error::Interpreter(error) => Error::unanswered(error),
            query::Error::Question(sentence) => Error::input(sentence),
        }
    }
}

/// Errors of checking a solution.
impl From<verify::Error> for Error {
    fn from(error: verify::Error) -> Error {
        match error {
            verify::Error::Solution(error) => error.into(),
            verify::Error::Interpreter(error) => Error::unanswered(error),
            verify::Error::Stopped => Error::interrupted(),
        }
    }
}

/// Errors of writing to standard output.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Error::OutputClosed,
            _ => Error::input(format_args!("can't write to standard output: {error}")),
        }
    }
}
