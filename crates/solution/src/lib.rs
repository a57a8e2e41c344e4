//! The solution as a directory: write, probe, resume; depends on no engine.
//!
//! ```text
//! manifest.json       rules, variables, method, layers with counts and hashes
//! 00007.states.layer  the states of layer 7, until it is solved
//! 00007.values.layer  its states with their values
//! ```

mod cubes;
mod database;
pub mod difference;
pub mod directory;
pub mod effort;
mod error;
mod expected;
mod facts;
mod filter;
pub mod manifest;
pub mod mapped;
mod names;
mod reduction;
mod selection;
mod soundness;
mod streamed;
mod totals;
mod unsynced;

pub use database::{Database, Probed};
pub use difference::Difference;
pub use directory::Directory;
pub use error::Error;
pub use expected::ExpectedDatabase;
pub use facts::{FactError, Facts};
pub use filter::{DistanceFilter, StateFilter};
pub use manifest::Manifest;
pub use names::{Algorithm, Engine, Growth, Model};
pub use reduction::Reduction;
pub use selection::{StoredState, Tally};
pub use soundness::LARGEST_REWARD;
pub use streamed::StreamedFile;
