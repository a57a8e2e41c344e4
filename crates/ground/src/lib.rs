//! Checked rules to ground game.
//!
//! ```text
//! rules ─ clause ─▶ clauses ─ unfold, demand, decompose ─▶ narrow clauses
//!   ─ statics ─▶ static relations, exactly
//!   ─ relax ─▶ facts, moves and derived atoms that may occur
//!   ─ instantiate ─▶ ground rules ─ constants ─▶ fewer ground rules
//!   ─ build ─▶ network of gates ─ assemble ─▶ game
//! ```
//!
//! ```
//! let rules = gdl::Rules::from_text(
//!     "(role r) (init off) (legal r press) (legal r wait) (<= (next on) (does r press)) (<= (next off) (does r wait))
//!      (<= terminal (true on)) (<= (goal r 100) (true on)) (<= (goal r 0) (true off))",
//! ).expect("well-formed");
//! let game = ground::ground(&rules, &ground::GroundingLimits::default())?;
//! assert_eq!(game.fluents, ["off", "on"]);
//! assert_eq!(game.next[1], game.move_input(0, 0));
//! # Ok::<(), ground::Error>(())
//! ```
//!
//! The circuit of `next` is valid for joint moves in which each role makes exactly one legal move, in reachable states;
//! for other inputs it is undefined.

mod assemble;
mod automaton;
mod build;
mod clause;
mod constants;
mod decompose;
mod demand;
mod formula;
mod index;
mod instantiate;
mod join;
mod limits;
mod natural;
mod network;
mod pipeline;
mod plan;
mod program;
mod relation;
mod relax;
mod rewards;
mod seminaive;
mod statics;
mod store;
mod table;
mod terms;
mod unfold;

pub use limits::{Error, GroundingLimits, GroundingStage, RelationSizes, Resource};
pub use natural::natural;
pub use pipeline::{Statistics, ground, ground_with_statistics};
