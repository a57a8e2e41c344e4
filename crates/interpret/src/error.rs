//! What can go wrong, each with a sentence for the person at the keyboard.

use std::fmt;
use std::time::Instant;

use gdl::Span;
use number::size;

/// Bounds on what an [`Interpreter`](crate::Interpreter) may take.
#[derive(Clone, Debug)]
pub struct InterpreterLimits {
    /// Evaluation steps per question (a state's view, a successor); a step takes some nanoseconds.
    pub steps: u64,
    /// Memory of all terms and tables together, in bytes, checked now and then.
    pub bytes: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
}

impl Default for InterpreterLimits {
    fn default() -> InterpreterLimits {
        InterpreterLimits { steps: 2_000_000_000, bytes: 2 << 30, deadline: None }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A variable of the head (of a relation) gets no value from the body.
    Unbound {
        /// The rule.
        rule: Span,
        /// The relation that it defines.
        relation: String,
    },
    /// A relation depends on its own negation.
    NotStratified {
        /// The relation.
        relation: String,
    },
    /// More shapes of calls than the limit.
    TooManyShapes,
    /// A goal value is not a whole number.
    GoalValue {
        /// What it is instead.
        value: String,
    },
    /// A joint move has not one move per role.
    JointMove {
        /// Number of roles.
        roles: usize,
        /// Number of moves given.
        moves: usize,
    },
    /// [`InterpreterLimits::steps`] is used up.
    Steps(u64),
    /// [`InterpreterLimits::bytes`] is used up.
    Memory(usize),
    /// [`InterpreterLimits::deadline`] has passed.
    Time,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unbound { rule, relation } => {
                write!(
                    f,
                    "a rule for {relation} (at byte {}) leaves a variable of its head without a value",
                    rule.start
                )
            }
            Error::NotStratified { relation } => write!(f, "{relation} depends on its own negation"),
            Error::TooManyShapes => f.write_str("the rules call their relations in too many different ways"),
            Error::GoalValue { value } => write!(f, "the goal value {value} is not a whole number"),
            Error::JointMove { roles, moves } => {
                write!(f, "a joint move needs {roles} moves, one per role, not {moves}")
            }
            Error::Steps(limit) => write!(f, "a question took more than the limit of {limit} evaluation steps"),
            Error::Memory(limit) => write!(f, "terms and tables take more than the limit of {}", size(*limit)),
            Error::Time => f.write_str("the time limit has passed"),
        }
    }
}

impl std::error::Error for Error {}
