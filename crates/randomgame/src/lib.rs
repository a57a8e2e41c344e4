//! Random rule sheets: the main test driver of everything that reads rule sheets.
//!
//! Two generators, both reproducible from a seed for ever:
//!
//! - [`board`] makes *playable* games: in every reachable state that is not terminal each role has a legal move, and at
//!   every terminal state each role has one reward. A [`BoardShape`] says how many roles there are, whose turn it is
//!   and whether the game can go in circles. Engines are compared on these.
//! - [`wild`] makes *well-formed* sheets without caring whether they make sense as games: recursion, nested function
//!   terms,
//!   negation over several strata, roles that get stuck, several goals at once. Grounder and interpreter are compared on these.
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
//! [`flawed`] makes copies of a playable sheet that have defects, [`scrambled`] copies of any sheet that mean the same.
//!
//! The sheets are text, on purpose: the generator depends on none of the crates that it tests.

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
