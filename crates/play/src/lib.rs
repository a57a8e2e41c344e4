//! Players: they choose moves in positions of a ground game.
//!
//! ```no_run
//! # fn example(game: game::Game) -> Result<(), play::Error> {
//! use std::time::Duration;
//! use play::{MoveLimit, Playable, Player, Position, Settings, Uct};
//!
//! let playable = Playable::new(game)?;
//! let position = Position::initial(&playable);
//! let mut player = Uct::new(None, Settings::default(), 1);
//! let choice = player.choose(&position, 0, &MoveLimit::time(Duration::from_millis(200)))?;
//! println!("{}", playable.name(0, choice.made));
//! # Ok(()) }
//! ```
//!
//! - [`RandomPlayer`] and [`Greedy`] are opponents to measure with;
//! - [`Perfect`] plays from a complete solution;
//! - [`Uct`] plays every game, and uses what a solution has solved so far as an endgame database;
//! - [`Levelled`] plays at one of ten levels of strength, for people.
//!
//! A player knows nothing of files, clocks on a wall or networks: it gets a [`Position`], the role that it plays and a
//! [`MoveLimit`], and answers with a [`ChosenMove`]. [`contest`] lets players play each other, a [`MatchRecord`] is a played game as a file,
//! and [`review`] judges one move by move.

pub mod contest;
mod greedy;
mod level;
mod perfect;
mod playable;
mod player;
mod position;
mod random;
mod record;
pub mod review;
#[cfg(test)]
mod testing;
mod uct;

pub use greedy::Greedy;
pub use level::{LEVELS, Levelled};
pub use perfect::Perfect;
pub use playable::Playable;
pub use player::{ChosenMove, Error, MoveEffort, MoveLimit, Player};
pub use position::Position;
pub use random::RandomPlayer;
pub use record::MatchRecord;
pub use uct::{Settings, Uct};
