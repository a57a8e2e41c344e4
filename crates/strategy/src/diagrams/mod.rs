//! Strategies on decision diagrams, for games with too many states to list.
//!
//! What the [arena](crate::arena) keeps node by node is here a handful of sets: where the role has a choice, where each
//! of its moves is legal and where it is a mistake, which states have which value. A rule is the set of states it
//! applies in, the image of a set is taken move by move, and a list is followed by one breadth-first search, however
//! many states that are. Values come from a [solution](solution::Database) of the game. Memory is bounded by the
//! diagrams' budget; what does not fit is an error value.
//!
//! ```no_run
//! # fn example(arena: &mut strategy::diagrams::DiagramArena<'_>, list: strategy::Strategy) -> Result<(), strategy::Error> {
//! use strategy::diagrams::verify;
//! use strategy::follow::Optimality;
//!
//! let verdict = verify(arena, &list, Optimality::Strong)?;
//! println!("{}", verdict.optimal);
//! # Ok(()) }
//! ```
//!
//! What costs much here, following a list, is cheap on bitmaps, and the other way round. So Algorithm 2 is the same,
//! but a new rule is made general by looking only at states that play can reach so far, and the list is followed once
//! for a few rules instead of once per literal.

mod algorithm2;
mod arena;
mod course;
mod plan;
mod simplify;
mod verify;
mod worth;

pub use algorithm2::{Made, algorithm2};
pub use arena::{DiagramArena, Terms};
pub use simplify::{Simplified, simplify};
pub use verify::{is_advancing, verify};
