//! Answers from a solution: the value of a position, the value of each move, and optimal lines.
//!
//! ```no_run
//! # fn main() -> Result<(), query::Error> {
//! let mut oracle = query::Oracle::open("tic-tac-toe.solution".as_ref())?;
//! let start = oracle.initial()?;
//! let position = oracle.play(&start, "(mark 2 2) (mark 1 2)")?;
//! let answer = oracle.answer(&position)?;
//! println!("{:?}: {}", answer.value, answer.moves[0].text);
//! # Ok(()) }
//! ```
//!
//! The solution provides the values of states; the interpreter derives the legal moves from the rules in the manifest.
//! So this crate needs no engine, and moves are exactly those of the rules. Given the rules of a renamed copy of the
//! game ([`Oracle::with_rules`]), the interpreter uses these, and states are translated when the solution is probed.
//!
//! For thousands of queries per second, with the ground game available, use a [`GroundOracle`].

mod answer;
mod distance;
mod error;
mod expected;
mod fact_names;
mod ground;
mod judge;
mod oracle;
mod preference;
mod prober;
mod reading;
mod review;
pub mod scoring;
mod spelling;
mod translation;
mod turn;

pub use answer::{Answer, Distance, ValuedMove};
pub use error::Error;
pub use expected::{ExpectedOracle, ExpectedOutlook, MixedMove, RewardMatrix, RoleOutlook};
pub use fact_names::FactNames;
pub use ground::GroundOracle;
pub use judge::{LONGEST_LINE, Line, LineEnd};
pub use oracle::{Oracle, Position};
pub use prober::Prober;
pub use reading::{Ply, read_move};
pub use review::Judgement;
pub use translation::Translation;
