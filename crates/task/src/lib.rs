//! The task of an engine, and how it commits results: the terms that all engines share.
//!
//! ```
//! use task::{Algorithm, Traits, choose};
//!
//! let traits = Traits { roles: 1, constant_sum: None, cyclic: true, measure: None };
//! assert_eq!(choose(&traits).algorithm, Algorithm::OnePlayer);
//! ```
//!
//! An engine is a [`Solver`]: it takes a [`Problem`], gives states [`Outcome`]s by the preferences of a [`Model`], and
//! passes finished layers to [`Commits`]. The common part of all engines around their algorithms is [`solve`]. So two
//! engines that solve the same task write the same layers in the same order, and neither knows of the other.

mod advice;
mod algorithm;
mod allowance;
pub mod commits;
pub mod distances;
mod error;
mod goal;
mod order;
mod outcome;
mod refusal;
pub mod solve;
mod solver;
mod valuation;

pub use advice::{Advice, AdviceStep, Kept};
pub use algorithm::{AlgorithmChoice, Progressive, Task, Traits, choose};
pub use allowance::Allowance;
pub use commits::{CommitReport, Commits, Gauge, Observer, Phase};
pub use distances::Bounds;
pub use error::{Error, Limit};
pub use goal::GoalDefect;
pub use order::VariableOrder;
pub use outcome::{Outcome, Outcomes, common_sum, never_ends, one_sum};
pub use refusal::Refusal;
pub use solution::{Algorithm, Growth, Model};
pub use solver::{Peak, Problem, Solved, Solver};
pub use valuation::{Defects, Valuation};
