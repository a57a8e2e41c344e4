//! Symbolic solving: encoding, variable order, image and pre-image, the algorithms of the papers.

pub mod add_distances;
mod asked;
pub mod attractor;
pub mod backward;
mod cases;
pub mod condition;
pub mod cycle;
pub mod distances;
pub mod encoding;
pub mod engine;
pub mod error;
pub mod fixpoint;
pub mod journal;
pub mod layered;
mod listed;
pub mod one_player;
pub mod order;
pub mod race;
pub mod reach;
pub mod reachable;
pub mod restart;
pub mod rewards;
pub mod rounds;
pub mod solve;
pub mod split;
mod step;
#[cfg(test)]
mod testing;
pub mod transition;
pub mod trial;

pub use error::Error;
