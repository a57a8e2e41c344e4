//! The ground game that every engine reads: state variables, moves, Boolean circuits, and their evaluation.
//!
//! ```text
//! fluents (true …) ─┐
//!                   ├─▶ circuit ─▶ legal · terminal · goal     (fluents only)
//! moves (does …) ───┘          └─▶ next                        (fluents and moves)
//! ```

pub mod circuit;
pub mod cofactor;
pub mod components;
pub mod effects;
pub mod implied;
pub mod joint;
pub mod model;

pub use circuit::{Block, Circuit, Gate, GateKind, Signal};
pub use model::{Fluent, Game, Goal, Move, Variable};
