//! Plain evaluator of checked rules, without grounding.
//!
//! It answers what GDL lets one ask about a state: legal moves, successor, terminal, goals. It shares nothing with the
//! grounder but the checked rules, so it can judge what the engines computed, and it serves sheets too large to ground.
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
//! The way of a rule: it is sorted by relation (`rule`), fitted (`unify`) to each `shape` in which the relation is
//! called, and compiled (`planner`) to a `plan` whose goals stand in the cheapest order (`estimate`). The `machine`
//! runs plans `step` by step, recursive ones with the help of an `agenda`, and keeps answers in a `table` until the
//! `position` changes, that is, state or joint move.
//!
//! Why from the question down and not from the facts up: sheets define relations that are cheap to ask about one thing
//! and enormous in full (sums, paths, pairs of squares). Tables make it as good as the other way where everything is
//! asked.

mod agenda;
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
mod step;
mod table;
mod terms;
mod text;
mod tuples;
mod unify;

pub use error::{Error, InterpreterLimits};
pub use interpreter::{Interpreter, State, View};
pub use terms::TermId;
