//! Errors of the interpreter, each with a message for the user.

use std::time::Instant;

use gdl::Span;
use number::size;

/// Resource limits of an [`Interpreter`](crate::Interpreter).
#[derive(Clone, Debug)]
pub struct InterpreterLimits {
    /// Evaluation steps per question (the view of a state, a successor); a step takes some nanoseconds.
    pub steps: u64,
    /// Memory of all terms and tables in bytes, checked periodically.
    pub bytes: usize,
    /// The deadline.
    pub deadline: Option<Instant>,
}

impl Default for InterpreterLimits {
    fn default() -> InterpreterLimits {
        InterpreterLimits { steps: 2_000_000_000, bytes: 2 << 30, deadline: None }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A variable of the head gets no value from the body.
    #[error("a rule for {relation} (at byte {}) leaves a variable of its head unbound", rule.start)]
    Unbound {
        /// The rule.
        rule: Span,
        /// The relation that it defines.
        relation: String,
    },
    /// A relation depends on its own negation.
    #[error("{relation} depends on its own negation")]
    NotStratified {
        /// The relation.
        relation: String,
    },
    /// More call shapes than the limit.
    #[error("the rules use their relations with too many different binding patterns")]
    TooManyShapes,
    /// A goal value is not a whole number.
    #[error("the goal value {value} is not a whole number")]
    GoalValue {
        /// The value.
        value: String,
    },
    /// A joint move does not have one move per role.
    #[error("a joint move needs {roles} moves, one per role, not {moves}")]
    JointMove {
        /// Number of roles.
        roles: usize,
        /// Number of moves given.
        moves: usize,
    },
    /// [`InterpreterLimits::steps`] is used up.
    #[error("a query exceeded the limit of {0} evaluation steps")]
    Steps(u64),
    /// [`InterpreterLimits::bytes`] is used up.
    #[error("terms and tables exceed the memory limit of {}", size(*.0))]
    Memory(usize),
    /// [`InterpreterLimits::deadline`] has passed.
    #[error("the time limit was reached")]
    Time,
}
