//! Random rule sheets: the main test driver for all code that reads rule sheets.
//!
//! Two generators, both reproducible from a seed:
//!
//! - [`board`] makes *playable* games: in every reachable non-terminal state each role has a legal move, and in every
//!   terminal state each role has one reward. A [`BoardShape`] sets the number of roles, the turn order and whether the
//!   game can be cyclic. Engines are compared on these.
//! - [`wild`] makes *well-formed* sheets that need not be sensible games: recursion, nested function terms, negation
//!   over several strata, stuck roles, several goals. Grounder and interpreter are compared on these.
//!
//! ```
//! use randomgame::{board, RandomChoices, BoardShape, Turns};
//!
//! let random = BoardShape::random(&mut RandomChoices::new(7));
//! let shape = BoardShape { roles: 2, turns: Turns::Alternating, cyclic: false, ..random };
//! let sheet = board(&shape, &mut RandomChoices::new(7));
//! assert!(sheet.to_string().contains("(role p1)"));
//! assert_eq!(sheet.to_string(), board(&shape, &mut RandomChoices::new(7)).to_string());
//! ```
//!
//! [`flawed`] adds defects to a playable sheet, and [`scrambled`] makes equivalent copies of any sheet.
//!
//! The sheets are text, so that the generator does not depend on the crates it tests.

mod board;
mod flaw;
mod pattern;
mod random;
mod scramble;
mod shape;
mod sheet;
mod wild;

pub use board::board;
pub use flaw::flawed;
pub use random::RandomChoices;
pub use scramble::scrambled;
pub use shape::{BoardShape, Turns};
pub use sheet::{TextClause, TextSheet};
pub use wild::wild;
