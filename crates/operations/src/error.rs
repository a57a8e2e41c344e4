//! Why work could not be done: what kind of reason it is, a sentence for the person who asked, and what can be done
//! about it.
//!
//! The binary turns the kind into an exit code, the server into a status code, and each puts the advice into its own
//! words.

use std::fmt::{self, Display};
use std::sync::Arc;

use game::{Game, State};
use task::{Advice, AdviceStep};

use crate::diagnostics::SheetDiagnostics;

/// States that are shown, of those that show what is wrong.
const SHOWN: usize = 6;

/// What kind of reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
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

/// Why work could not be done.
#[derive(Clone, Debug)]
pub struct Error(Box<Failure>);

/// What there is to say about it.
#[derive(Clone, Debug)]
struct Failure {
    kind: ErrorKind,
    message: String,
    /// States that show it, as their facts, and what they are if that needs a word.
    states: Vec<String>,
    states_are: Option<&'static str>,
    /// The solution that could not be read or written, where that is what is wrong.
    solution: Option<Arc<solution::Error>>,
    advice: Advice,
    diagnostics: Option<SheetDiagnostics>,
}

impl Error {
    /// An error of this kind, with one sentence without the full stop.
    pub fn new(kind: ErrorKind, message: impl Display) -> Error {
        let (message, advice) = (message.to_string(), Advice::default());
        let (states, states_are) = (Vec::new(), None);
        Error(Box::new(Failure { kind, message, states, states_are, solution: None, advice, diagnostics: None }))
    }

    /// Bad usage or unreadable input.
    pub fn input(message: impl Display) -> Error {
        Error::new(ErrorKind::Input, message)
    }

    /// A limit was reached.
    pub fn limit(message: impl Display) -> Error {
        Error::new(ErrorKind::Limit, message)
    }

    /// A database is damaged.
    pub fn damaged(message: impl Display) -> Error {
        Error::new(ErrorKind::Damaged, message).advise(AdviceStep::SolveAgain)
    }

    /// The rules have no answer: a fault in them that shows only when they are evaluated.
    pub fn no(message: impl Display) -> Error {
        Error::new(ErrorKind::No, message)
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
        Error::new(ErrorKind::Bug, format_args!("a defect of Backsolve itself: {message}")).advise(AdviceStep::Report)
    }

    /// It was asked to stop.
    pub fn interrupted() -> Error {
        Error::new(ErrorKind::Interrupted, "interrupted")
    }

    /// A rule sheet that is not well-formed.
    pub fn ill_formed(report: SheetDiagnostics) -> Error {
        let mut error = Error::new(ErrorKind::No, report.summary());
        error.0.diagnostics = Some(report);
        error
    }

    /// The same with what led to it in front.
    pub fn after(mut self, cause: &str) -> Error {
        self.0.message = format!("{cause}; and the interpreter can't help: {}", self.0.message);
        self
    }

    /// The same with what can be done about it.
    pub fn advise(mut self, advice: impl Into<Advice>) -> Error {
        self.0.advice = advice.into();
        self
    }

    /// The same with advice in the words of the program that makes the error.
    pub fn hint(self, hint: impl Display) -> Error {
        self.advise(AdviceStep::Own(hint.to_string()))
    }

    /// The same with a state that shows it.
    pub(crate) fn shown_by(mut self, state: &State, game: &Game) -> Error {
        self.0.states = vec![state.facts(game).join(" ")];
        self
    }

    /// The same with the facts of a state that shows it.
    pub(crate) fn shown_by_facts(mut self, facts: String) -> Error {
        self.0.states = vec![facts];
        self
    }

    /// The same with a cycle of states that shows it.
    pub(crate) fn shown_by_cycle(mut self, states: &[State], game: &Game) -> Error {
        self.0.states = states.iter().map(|state| state.facts(game).join(" ")).collect();
        self.0.states_are = Some("a cycle");
        self
    }

    /// What kind of reason it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What is wrong, one sentence without the full stop and without the states that show it.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The solution that could not be read or written, where that is what is wrong.
    pub fn solution(&self) -> Option<&solution::Error> {
        self.0.solution.as_deref()
    }

    /// What to do about it.
    pub fn advice(&self) -> &Advice {
        &self.0.advice
    }

    /// Diagnostics of a rule sheet, where that is what is wrong.
    pub fn diagnostics(&self) -> Option<&SheetDiagnostics> {
        self.0.diagnostics.as_ref()
    }
}

/// The sentence, and the first states that show it.
impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = &self.0.states;
        f.write_str(self.message())?;
        self.0.states_are.map_or(Ok(()), |what| write!(f, "; {what}"))?;
        f.write_str(if states.is_empty() { "" } else { ":" })?;
        states.iter().take(SHOWN).try_for_each(|state| write!(f, "\n  {state}"))?;
        match states.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
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
        let made = match &error {
            solution::Error::Damaged { .. } => Error::damaged(&error),
            _ if error.is_disk_full() => Error::limit(&error).advise(AdviceStep::FreeDisk),
            solution::Error::Different { difference, .. } => {
                let ways = [vec![AdviceStep::AsBegun(difference.clone())], vec![AdviceStep::OtherDirectory]];
                Error::input(&error).advise(Advice::any(ways))
            }
            solution::Error::Missing(_) => Error::input(&error).advise(AdviceStep::Solve),
            solution::Error::Foreign(_) => Error::input(&error).advise(AdviceStep::OtherDirectory),
            solution::Error::Busy(_) => {
                Error::input(&error).advise(Advice::any([vec![AdviceStep::Wait], vec![AdviceStep::OtherDirectory]]))
            }
            _ => Error::input(&error),
        };
        Error(Box::new(Failure { solution: Some(Arc::new(error)), ..*made.0 }))
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

/// Errors of players.
impl From<play::Error> for Error {
    fn from(error: play::Error) -> Error {
        match error {
            play::Error::Query(error) => error.into(),
            play::Error::Over | play::Error::Unsolved | play::Error::Question(_) => Error::input(error),
        }
    }
}

/// Errors of checking a solution.
impl From<verify::Error> for Error {
    fn from(error: verify::Error) -> Error {
        match error {
            verify::Error::Solution(error) => error.into(),
            verify::Error::Interpreter(error) => Error::unanswered(error),
            verify::Error::Stopped => Error::new(ErrorKind::Interrupted, "interrupted, and not all is checked"),
        }
    }
}

/// Errors of strategies.
impl From<strategy::Error> for Error {
    fn from(error: strategy::Error) -> Error {
        match error {
            strategy::Error::Limit(_) => {
                Error::limit(error).advise(Advice::any([vec![AdviceStep::MoreMemory], vec![AdviceStep::MoreTime]]))
            }
            strategy::Error::Unsuited(_) => Error::no(error).advise(AdviceStep::StrategyGame),
            strategy::Error::NeverEnds(_) => Error::no(error),
            strategy::Error::Solvable(_) => Error::no(error).advise(AdviceStep::SolveOnly),
            strategy::Error::Input(_) => Error::input(error),
            strategy::Error::Damaged(_) => Error::damaged(error),
            strategy::Error::Defect(_) => Error::bug(error),
        }
    }
}
