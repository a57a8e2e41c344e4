//! Answers from a solution: what a position is worth, what each move is worth, and how best play goes on.
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
//! The solution gives values of states; who may move where, the interpreter works out from the rules in the manifest.
//! So nothing here needs an engine, and what is said about a move is what the rules say. Given the rules of a renamed
//! copy of the game ([`Oracle::with_rules`]), the interpreter runs on these, and states are translated when the
//! solution is asked.
//!
//! Whoever has thousands of questions a second, and the ground game at hand, asks a [`GroundOracle`].

mod answer;
mod distance;
mod error;
mod expected;
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
pub use ground::GroundOracle;
pub use judge::{LONGEST_LINE, Line, LineEnd};
pub use oracle::{Oracle, Position};
pub use prober::Prober;
pub use reading::{Ply, read_move};
pub use review::Judgement;
pub use translation::Translation;
