//! Plain evaluator of checked rules, without grounding.
//!
//! It answers the queries that GDL defines for a state: legal moves, successor, terminal, goals. It shares only the
//! checked rules with the grounder, so it can check the results of the engines, and it handles sheets that are too
//! large to ground.
//!
//! ```
//! use interpret::Interpreter;
//!
//! let sheet = "(role you) (init (lamp off)) (succ off on)
//!              (<= (legal you press) (true (lamp off)))
//!              (<= (next (lamp ?y)) (does you press) (true (lamp ?x)) (succ ?x ?y))
//!              (<= terminal (true (lamp on)))
//!              (<= (goal you 100) (true (lamp on)))
//!              (<= (goal you 0) (true (lamp off)))";
//! let rules = gdl::Rules::from_text(sheet).expect("well-formed");
//! let mut game = Interpreter::new(&rules)?;
//! let dark = game.initial()?;
//! let moves = game.legal(&dark)?;
//! assert_eq!(game.text(moves[0][0]), "press");
//! let bright = game.next(&dark, &[moves[0][0]])?;
//! assert!(game.terminal(&bright)?);
//! assert_eq!(game.goals(&bright)?, [[100]]);
//! # Ok::<(), interpret::Error>(())
//! ```
//!
//! Rules are grouped by relation (`rule`), specialised (`unify`) to each `shape` in which the relation is called, and
//! compiled (`planner`) to a `plan` whose goals are in the cheapest order (`estimate`). The `machine` runs plans `step`
//! by step, recursive ones with an `agenda`, and keeps answers in a `table` until the `position` (state and joint move)
//! changes.
//!
//! Evaluation is top-down, because sheets define relations that are cheap to query for single values and enormous in
//! full (sums, paths, pairs of squares). With tabling it is as fast as bottom-up evaluation where everything is
//! queried. Relations that are certain to be small (`linear`) are listed once and looked up.

mod agenda;
mod components;
mod error;
mod estimate;
mod interpreter;
mod linear;
mod machine;
mod plan;
mod planner;
mod position;
mod program;
mod rule;
mod shape;
mod step;
mod table;
mod terms;
mod text;
mod tuples;
mod unify;

pub use error::{Error, InterpreterLimits};
pub use interpreter::{Interpreter, State, View};
pub use terms::TermId;
