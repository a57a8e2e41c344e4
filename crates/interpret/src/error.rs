//! What can go wrong, each with a sentence for the person at the keyboard.

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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A variable of the head (of a relation) gets no value from the body.
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
    /// More shapes of calls than the limit.
    #[error("the rules use their relations with too many different binding patterns")]
    TooManyShapes,
    /// A goal value is not a whole number.
    #[error("the goal value {value} is not a whole number")]
    GoalValue {
        /// What it is instead.
        value: String,
    },
    /// A joint move has not one move per role.
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
