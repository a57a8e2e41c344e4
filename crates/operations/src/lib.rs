//! What can be done with a game within a budget: proved, counted, solved into a directory, with errors as sentences.
//!
//! The binary and the server do the same work and differ in who asks for it and who hears about it. What they share is
//! here, so that a solve begun by the one can be finished by the other:
//!
//! - [`Budget`] and [`Stop`]: what the work may take, and how it is asked to end;
//! - [`Error`]: why it could not be done, with what to do about it;
//! - [`prove`](fn@prove): from rules to a game ready for the engines;
//! - [`solve`]: the choice of algorithm, engine and variable order, and the solve itself;
//! - [`reach`]: reachable states, ply by ply;
//! - [`report`]: the figures of a solution, and a page that draws them;
//! - [`drawing`]: how a game is drawn;
//! - [`strategies`]: short lists of rules for people, found, completed and checked.
//!
//! ```no_run
//! # fn main() -> Result<(), operations::Error> {
//! use operations::{Budget, Stop};
//!
//! let source = gdl::Source::new("my game", "(role robot) …");
//! let rules = operations::check(&source, gdl::Mode::Strict)?;
//! let proved = operations::prove(&rules, &Budget::default(), &Stop::default())?;
//! println!("{}", operations::class_in_words(&proved.class, false));
//! # Ok(()) }
//! ```

pub mod begun;
pub mod budget;
pub mod diagnostics;
pub mod drawing;
pub mod error;
mod exploration;
pub mod grounding;
mod perception;
mod proving;
pub mod reach;
pub mod report;
pub mod scratch;
mod solvable;
pub mod solve;
pub mod stop;
pub mod strategies;

pub use budget::Budget;
pub use diagnostics::{SheetDiagnostics, check, examine, memory_to_check};
pub use error::{Error, ErrorKind};
pub use proving::{class_in_words, prove};
pub use solvable::{check_solvable, check_strategic};
pub use stop::{Stop, Until};
