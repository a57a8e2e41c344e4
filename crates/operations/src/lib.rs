//! Operations on a game within a budget: proving, counting, solving into a directory, with errors as sentences.
//!
//! The binary and the server do the same work and differ only in their users. The common part is here, so that a solve
//! started by one can be finished by the other:
//!
//! - [`Budget`] and [`Stop`]: the limits of work, and how it is stopped;
//! - [`Error`]: why it failed, with advice;
//! - [`prove`](fn@prove): from rules to a proved game;
//! - [`solve`]: the choice of algorithm, engine and variable order, and the solve itself;
//! - [`reach`]: reachable states, ply by ply;
//! - [`export`](mod@export): the states of a solution as a table;
//! - [`report`]: the figures of a solution, and a page with charts;
//! - [`drawing`]: how a game is drawn;
//! - [`strategies`]: short lists of rules for people: synthesis, completion and verification;
//! - [`translation`]: rules in GDL, GDDL and PDDL.
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

mod begun;
pub mod budget;
pub mod diagnostics;
pub mod drawing;
mod error;
mod exploration;
pub mod export;
mod ground_solution;
pub mod grounding;
mod perception;
mod proving;
pub mod reach;
pub mod report;
pub mod scratch;
mod solvable;
pub mod solve;
mod start;
mod stop;
pub mod strategies;
pub mod translation;

pub use budget::Budget;
pub use diagnostics::{SheetDiagnostics, check, examine, memory_to_check};
pub use error::{Error, ErrorKind};
pub use ground_solution::GroundSolution;
pub use proving::{class_in_words, proof_options, prove};
pub use solvable::{check_solvable, check_strategic};
pub use start::StartRequest;
pub use stop::{Stop, Until};
