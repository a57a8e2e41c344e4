//! Errors: the kind, a sentence for the user, and advice.
//!
//! The binary maps the kind to an exit code, the server to a status code, and each words the advice itself.

use std::fmt::{self, Display};
use std::sync::Arc;

use game::{Game, State};
use task::{Advice, AdviceStep};

use crate::diagnostics::SheetDiagnostics;

/// The maximum number of example states shown.
const SHOWN: usize = 6;

/// The kind of an error.
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
    /// The work was stopped on request.
    Interrupted,
    /// Nobody reads the output any more (`backsolve games | head -1`): not reported.
    Unheard,
}

/// Why work could not be done.
#[derive(Clone, Debug)]
pub struct Error(Box<Failure>);

/// The details of an error.
#[derive(Clone, Debug)]
struct Failure {
    kind: ErrorKind,
    message: String,
    /// Example states, as their facts, with a description if one is needed.
    states: Vec<String>,
    states_are: Option<&'static str>,
    /// The solution error, if it is the cause.
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

    /// A defect of the rules that shows only when they are evaluated.
    pub fn no(message: impl Display) -> Error {
        Error::new(ErrorKind::No, message)
    }

    /// An error of the interpreter: a limit, or a defect of the rules.
    pub fn unanswered(error: interpret::Error) -> Error {
        match error {
            interpret::Error::Steps(_) | interpret::Error::Memory(_) | interpret::Error::Time => Error::limit(error),
            _ => Error::no(error),
        }
    }

    /// A defect of Backsolve itself, found by an internal check.
    pub fn bug(message: impl Display) -> Error {
        Error::new(ErrorKind::Bug, format_args!("a bug in Backsolve: {message}")).advise(AdviceStep::Report)
    }

    /// The work was stopped on request.
    pub fn interrupted() -> Error {
        Error::new(ErrorKind::Interrupted, "interrupted")
    }

    /// A rule sheet that is not well-formed.
    pub fn ill_formed(report: SheetDiagnostics) -> Error {
        let mut error = Error::new(ErrorKind::No, report.summary());
        error.0.diagnostics = Some(report);
        error
    }

    /// The same with its cause in front.
    pub fn after(mut self, cause: &str) -> Error {
        self.0.message = format!("{cause}; the interpreter failed too: {}", self.0.message);
        self
    }

    /// The same with advice.
    pub fn advise(mut self, advice: impl Into<Advice>) -> Error {
        self.0.advice = advice.into();
        self
    }

    /// The same with advice worded by the program.
    pub fn hint(self, hint: impl Display) -> Error {
        self.advise(AdviceStep::Own(hint.to_string()))
    }

    /// The same with an example state.
    pub(crate) fn shown_by(mut self, state: &State, game: &Game) -> Error {
        self.0.states = vec![state.facts(game).join(" ")];
        self
    }

    /// The same with the facts of a state that shows it.
    pub(crate) fn shown_by_facts(mut self, facts: String) -> Error {
        self.0.states = vec![facts];
        self
    }

    /// The same with a cycle as an example.
    pub(crate) fn shown_by_cycle(mut self, states: &[State], game: &Game) -> Error {
        self.0.states = states.iter().map(|state| state.facts(game).join(" ")).collect();
        self.0.states_are = Some("a cycle");
        self
    }

    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The message, one sentence without the full stop and without example states.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The solution error, if it is the cause.
    pub fn solution(&self) -> Option<&solution::Error> {
        self.0.solution.as_deref()
    }

    /// The advice.
    pub fn advice(&self) -> &Advice {
        &self.0.advice
    }

    /// Diagnostics of a rule sheet, if it is the cause.
    pub fn diagnostics(&self) -> Option<&SheetDiagnostics> {
        self.0.diagnostics.as_ref()
    }
}

/// The message and the first example states.
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

/// Errors of proofs.
impl From<prove::Unproved> for Error {
    fn from(error: prove::Unproved) -> Error {
        match error {
            prove::Unproved::Defect(defect) => Error::bug(defect),
            prove::Unproved::TooManyJointMoves(_) => Error::limit(error.to_string()),
        }
    }
}

/// Errors of reading or writing a solution.
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

/// Errors of querying a solution.
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
            verify::Error::Stopped => Error::new(ErrorKind::Interrupted, "interrupted: the check is incomplete"),
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
