//! Symbolic solving: encoding, variable order, image and pre-image, the algorithms of the papers.

pub mod condition;
pub mod encoding;
pub mod engine;
pub mod order;
pub mod race;
pub mod reach;
pub mod transition;
