//! Checked rules to ground game.
//!
//! ```text
//! rules ─ clause ─▶ clauses ─ demand, decompose ─▶ narrow clauses
//!   ─ statics ─▶ relations that never change, exactly
//!   ─ relax ─▶ facts, moves and derived atoms that may occur
//!   ─ instantiate ─▶ ground rules ─ constants ─▶ fewer ground rules
//!   ─ build ─▶ network of gates ─ assemble ─▶ game
//! ```
//!
//! ```no_run
//! # fn rules() -> gdl::Rules { unimplemented!() }
//! let rules: gdl::Rules = rules();
//! let game = ground::ground(&rules, &ground::Limits::default())?;
//! println!("{} fluents, {} gates", game.fluents.len(), game.circuit.gates.len());
//! # Ok::<(), ground::Error>(())
//! ```
//!
//! The circuit of `next` is meant for joint moves in which each role makes exactly one legal move, at states that the game can reach;
//! for other inputs it says nothing.

mod assemble;
mod build;
mod clause;
mod components;
mod constants;
mod decompose;
mod demand;
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
mod seminaive;
mod statics;
mod store;
mod table;
mod terms;

pub use limits::{Error, Growth, Limits, Resource, Stage};
pub use natural::natural;
pub use pipeline::{Statistics, ground, ground_with_statistics};
