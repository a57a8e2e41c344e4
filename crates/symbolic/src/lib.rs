//! Symbolic solving: encoding, variable order, image and pre-image, the algorithms of the papers.

pub mod attractor;
pub mod backward;
pub mod condition;
pub mod encoding;
pub mod engine;
pub mod error;
pub mod fixpoint;
pub mod journal;
pub mod layered;
pub mod one_player;
pub mod order;
pub mod outcome;
pub mod race;
pub mod reach;
pub mod rewards;
pub mod solve;
pub mod transition;

pub use error::Error;
