//! Symbolic solving: encoding, variable order, image and pre-image, the algorithms of the papers.

mod add_distances;
mod asked;
mod attractor;
mod backward;
mod cases;
mod condition;
mod cycle;
pub mod distances;
pub mod encoding;
pub mod engine;
mod error;
mod fixpoint;
pub mod journal;
mod layered;
mod listed;
mod one_player;
pub mod order;
pub mod race;
pub mod reach;
pub mod reachable;
pub mod restart;
mod rewards;
mod rounds;
pub mod solve;
mod split;
mod step;
#[cfg(test)]
mod testing;
pub mod transition;
pub mod trial;

pub use error::Error;
