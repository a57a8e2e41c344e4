//! The ground game that every engine reads: state variables, moves, Boolean circuits, and their evaluation.
//!
//! ```text
//! fluents (true …) ─┐
//!                   ├─▶ circuit ─▶ legal · terminal · goal     (fluents only)
//! moves (does …) ───┘          └─▶ next                        (fluents and moves)
//! ```

mod batch;
mod bfs;
pub mod bits;
mod check;
mod circuit;
pub mod cofactor;
mod compile;
pub mod effects;
mod evaluator;
mod execute;
mod factor;
mod fuse;
pub mod implied;
pub mod joint;
mod model;
mod playout;
mod program;
mod random;
mod schedule;
mod state;
mod state_set;
pub mod stuck;
mod tape;
pub mod variation;

pub use batch::{BatchEvaluator, lanes};
pub use bfs::{BfsLimit, BfsLimits, SearchReport, search, search_plies};
pub use check::Defect;
pub use circuit::{Block, Circuit, Gate, GateKind, Signal};
pub use evaluator::{Evaluator, View};
pub use execute::Lanes;
pub use model::{Fluent, Game, Goal, Move, StateVariable};
pub use playout::{PlayoutReport, Playouts, choose_randomly};
pub use program::{Program, ProgramEvaluator};
pub use random::Random;
pub use state::{FluentIndex, NotAState, State};
pub use state_set::StateSet;
pub use tape::Tape;
