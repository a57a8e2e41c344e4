//! Strategies on decision diagrams, for games with too many states to list.
//!
//! The node-by-node data of the [arena](crate::arena) is a handful of sets here: where the role has a choice, where
//! each of its moves is legal and where it is a mistake, which states have which value. A rule is the set of states it
//! applies in, the image of a set is taken move by move, and a list is followed by one breadth-first search, however
//! many states there are. Values come from a [solution](solution::Database) of the game. Memory is bounded by the
//! diagrams' budget; exceeding it is an error value.
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
//! Following a list is expensive here and cheap on bitmaps; intersections are the other way round. So Algorithm 2 is
//! the same, but a new rule is generalised using only the states reachable so far, and the list is followed once for
//! several rules instead of once per literal.

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
