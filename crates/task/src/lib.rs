//! What an engine is asked, and how it commits what it found: the terms that all engines share.
//!
//! ```
//! use task::{Algorithm, Traits, choose};
//!
//! let traits = Traits { roles: 1, constant_sum: None, cyclic: true, measure: None };
//! assert_eq!(choose(&traits).algorithm, Algorithm::OnePlayer);
//! ```
//!
//! An engine takes a [`Task`], gives states [`Outcome`]s in the order that a [`Model`] asks for, and hands finished layers to [`Commits`]. So
//! two engines that solve the same task write the same layers in the same order, and neither knows of the other.

pub mod algorithm;
pub mod allowance;
pub mod commits;
pub mod distances;
pub mod outcome;
pub mod valuation;

pub use algorithm::{Choice, Progressive, Task, Traits, choose};
pub use allowance::Allowance;
pub use commits::{Commits, Gauge, Observer, Phase, Report};
pub use distances::Bounds;
pub use outcome::{Outcome, Outcomes, TooManyOutcomes, common_sum, never_ends, one_sum};
pub use solution::{Algorithm, Growth, Model};
pub use valuation::{Defects, Valuation};
