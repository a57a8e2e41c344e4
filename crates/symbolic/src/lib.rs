//! Symbolic solving: encoding, variable order, image and pre-image, the algorithms of the papers.

pub mod backward;
pub mod condition;
pub mod encoding;
pub mod engine;
pub mod error;
pub mod order;
pub mod outcome;
pub mod race;
pub mod reach;
pub mod rewards;
pub mod transition;

pub use error::Error;
