//! Matrix games: one player picks a row and the other simultaneously a column. The column player pays the row player
//! the entry of the matrix. This crate does not know states or rules.
//!
//! Entries and values are [`Expectation`]s: exact rationals if they are short, otherwise intervals with proved bounds.
//! Floating point only proposes strategies: the value that a strategy guarantees is computed in integers and rounded
//! outwards.
//!
//! ```
//! use matrixgame::{Expectation, PayoffMatrix, solve};
//!
//! // Two-finger Morra: the odd player wins the sum of the fingers if it is odd, otherwise the even player does.
//! let entries = [-2, 3, 3, -4].map(Expectation::integer);
//! let solved = solve(&PayoffMatrix::new(2, 2, entries.to_vec()));
//! assert_eq!(solved.value.to_string(), "1/12");
//! assert_eq!(solved.row.weights(), [7, 5]);
//! ```

mod dominance;
mod expectation;
mod fixed;
mod float;
mod integer;
mod matrix;
mod rational;
mod solve;
mod strategy;

pub use expectation::{Expectation, average, largest, smallest};
pub use fixed::{Fixed, LARGEST};
pub use matrix::{MatrixSolution, PayoffMatrix};
pub use rational::Rational;
pub use solve::{guaranteed, solve};
pub use strategy::MixedStrategy;
