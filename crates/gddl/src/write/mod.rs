//! Writer: rules to a [`PlanningTask`], lifted.
//!
//! ```text
//! rules ─ clause ─▶ flat rules ─ types, statics, invariant ─▶ context ─ turn, action, frame ─▶ actions ─ emit ─▶ PlanningTask
//! ```

mod action;
mod clause;
mod conjunction;
mod context;
mod emit;
mod frame;
mod invariant;
mod names;
mod statics;
mod turn;
mod types;

use std::fmt;

use gdl::Rules;

use crate::task::PlanningTask;
pub use invariant::{FluentGroup, Knowledge};

/// Why rules cannot be written as GDDL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritable(String);

impl Unwritable {
    fn new(why: impl Into<String>) -> Unwritable {
        Unwritable(why.into())
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

/// A task written from rules, with the meaning of its names.
#[derive(Clone, Debug)]
pub struct Written {
    /// The task.
    pub task: PlanningTask,
    /// Predicates of the state with the names of the facts.
    pub predicates: Vec<(String, String)>,
    /// Objects with the terms that they represent.
    pub objects: Vec<(String, String)>,
}

/// Writes rules as a task. Proved properties of the game make it simpler; without them, games of several roles are
/// refused.
///
/// # Errors
///
/// The construct that cannot be written, in a sentence.
pub fn write(name: &str, rules: &Rules, knowledge: &Knowledge) -> Result<Written, Unwritable> {
    if rules.uncertainty().is_some() {
        return Err(Unwritable::new("GDDL has neither chance nor hidden information"));
    }
    let mut context = context::Context::new(rules, knowledge)?;
    let actions = context.actions()?;
    emit::emit(name, &mut context, actions)
}
