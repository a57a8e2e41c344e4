//! Plain evaluator of checked rules, without grounding.
mod components;
mod error;
mod estimate;
mod interpreter;
mod machine;
mod plan;
mod planner;
mod position;
mod program;
mod rule;
mod shape;
mod table;
mod terms;
mod text;
mod tuples;
mod unify;

pub use error::{Error, Limits};
pub use interpreter::{Interpreter, State, View};
pub use terms::TermId;
