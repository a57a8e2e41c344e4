//! Matrix games: one player picks a row, the other a column, both at once; the row player gets what the matrix says and
//! the column player loses as much. Knows nothing of states or rules.
//!
//! Entries and values are [`Expectation`]s: exact rationals as long as they are short, otherwise intervals whose bounds
//! are proved. Floating point proposes strategies and decides nothing: what a strategy guarantees is computed in
//! integers, rounded outwards.
//!
//! ```
//! use matrixgame::{Expectation, PayoffMatrix, solve};
//!
//! // Two-finger Morra: the sum of the fingers, to the odd player if it is odd.
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
