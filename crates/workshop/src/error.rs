//! Why work could not be done: what kind of reason it is, and a sentence for the person who asked.
//!
//! The binary turns the kind into an exit code, the server into a status code; the sentence and the hint are the same.

use std::fmt::{self, Display};

use crate::diagnostics::Report;

/// What kind of reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The answer is no: ill-formed, not formatted, disagreeing.
    No,
    /// Bad usage or unreadable input.
    Input,
    /// A limit on memory, time or size was reached.
    Limit,
    /// A database is damaged.
    Damaged,
    /// A defect of Backsolve itself.
    Bug,
    /// It was asked to stop.
    Interrupted,
    /// Nobody reads the answer any more (`backsolve games | head -1`): not worth a word.
    Unheard,
}

/// What strategies are made for.
const SUITED_TO_STRATEGIES: &str =
    "strategies are made for one role, or for two that move in turn and whose rewards add up to the same";

/// What to do about a damaged database.
const CORRUPT: &str = "the database is corrupt and cannot be repaired; solve the game again in a new directory";

/// Why work could not be done.
#[derive(Clone, Debug)]
pub struct Error(Box<Failure>);

/// What there is to say about it.
#[derive(Clone, Debug)]
struct Failure {
    kind: Kind,
    message: String,
    hint: Option<String>,
    /// The hint where the directory holds an unfinished solve, if it is another.
    hint_if_resumed: Option<String>,
    diagnostics: Option<Report>,
}

impl Error {
    /// An error of this kind, with one sentence without the full stop.
    pub fn new(kind: Kind, message: impl Display) -> Error {
        let message = message.to_string();
        Error(Box::new(Failure { kind, message, hint: None, hint_if_resumed: None, diagnostics: None }))
    }

    /// Bad usage or unreadable input.
    pub fn input(message: impl Display) -> Error {
        Error::new(Kind::Input, message)
    }

    /// A limit was reached.
    pub fn limit(message: impl Display) -> Error {
        Error::new(Kind::Limit, message)
    }

    /// A database is damaged.
    pub fn damaged(message: impl Display) -> Error {
        Error::new(Kind::Damaged, message)
    }

    /// The rules have no answer: a fault in them that shows only when they are evaluated.
    pub fn no(message: impl Display) -> Error {
        Error::new(Kind::No, message)
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
        Error::new(Kind::Bug, format_args!("a defect of Backsolve itself: {message}"))
            .hint("please report it, with the command and the rule sheet that led here")
    }

    /// The game is not of a kind that strategies are made for.
    pub fn unsuited_to_strategies(message: impl Display) -> Error {
        Error::no(message).hint(SUITED_TO_STRATEGIES)
    }

    /// Nor is this, because of its rewards or its number of roles; it can be solved all the same.
    pub fn solvable_without_strategies(message: impl Display) -> Error {
        Error::no(message)
            .hint(format_args!("{SUITED_TO_STRATEGIES}; `backsolve solve` takes other rewards and more roles"))
    }

    /// It was asked to stop.
    pub fn interrupted() -> Error {
        Error::new(Kind::Interrupted, "interrupted")
    }

    /// A rule sheet that is not well-formed.
    pub fn ill_formed(report: Report) -> Error {
        let mut error = Error::new(Kind::No, report.summary());
        error.0.diagnostics = Some(report);
        error
    }

    /// The same with what led to it in front.
    pub fn after(mut self, cause: &str) -> Error {
        self.0.message = format!("{cause}; and the interpreter can't help: {}", self.0.message);
        self
    }

    /// The same with advice below it.
    pub fn hint(mut self, hint: impl Display) -> Error {
        self.0.hint = Some(hint.to_string());
        self
    }

    /// The same with other advice where a solve was resumed: its directory is for the question as it was asked before.
    pub(crate) fn hint_if_resumed(mut self, hint: impl Display) -> Error {
        self.0.hint_if_resumed = Some(hint.to_string());
        self
    }

    /// The same as the error of a resumed solve.
    pub(crate) fn of_resumed(mut self) -> Error {
        let hint = self.0.hint_if_resumed.take();
        self.0.hint = hint.or(self.0.hint);
        self
    }

    /// What kind of reason it is.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// What is wrong, one sentence without the full stop.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do about it.
    pub fn advice(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// Diagnostics of a rule sheet, where that is what is wrong.
    pub fn diagnostics(&self) -> Option<&Report> {
        self.0.diagnostics.as_ref()
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {}

/// Errors of reading or writing a solution.
impl From<prove::Unproved> for Error {
    fn from(error: prove::Unproved) -> Error {
        match error {
            prove::Unproved::Defect(defect) => Error::bug(defect),
            prove::Unproved::TooManyJointMoves(_) => Error::limit(error.to_string()),
        }
    }
}

impl From<solution::Error> for Error {
    fn from(error: solution::Error) -> Error {
        match error {
            solution::Error::Damaged { .. } => Error::damaged(error).hint(CORRUPT),
            _ if error.is_disk_full() => {
                Error::limit(error).hint("make room and run the same command again: it goes on where it stopped")
            }
            solution::Error::Different { ref advice, .. } => {
                let advice = advice.clone();
                Error::input(error).hint(advice)
            }
            solution::Error::Missing(_) => Error::input(error).hint("`backsolve solve RULES` makes one"),
            solution::Error::Foreign(_) => Error::input(error).hint("give another directory with --out"),
            solution::Error::Busy(_) => {
                Error::input(error).hint("wait until that process ends, or give another directory with --out")
            }
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
            verify::Error::Stopped => Error::new(Kind::Interrupted, "interrupted, and not all is checked"),
        }
    }
}

/// Errors of strategies.
impl From<strategy::Error> for Error {
    fn from(error: strategy::Error) -> Error {
        match error {
            strategy::Error::Limit(_) => Error::limit(error).hint("allow more with --memory or --time"),
            strategy::Error::Unsuited(_) => Error::unsuited_to_strategies(error),
            strategy::Error::NeverEnds(_) => Error::no(error),
            strategy::Error::Solvable(_) => Error::solvable_without_strategies(error),
            strategy::Error::Input(_) => Error::input(error),
            strategy::Error::Damaged(_) => Error::damaged(error).hint(CORRUPT),
            strategy::Error::Defect(_) => Error::bug(error),
        }
    }
}
