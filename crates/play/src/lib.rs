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
//! - [`RandomPlayer`] and [`Greedy`] are opponents for measurements;
//! - [`Perfect`] plays from a complete solution, [`MixedPlayer`] from one of expected rewards: [`AnyDatabase`] is either;
//! - [`Uct`] plays every game, and uses an unfinished solution as an endgame database;
//! - [`Levelled`] plays at one of ten levels of strength, for people.
//!
//! A player knows nothing of files, clocks or networks: it gets a [`Position`], its role and a [`MoveLimit`], and
//! returns a [`ChosenMove`]. [`contest`] plays players against each other, a [`MatchRecord`] is a game record, and
//! [`review`] reviews one move by move.

mod any_database;
pub mod contest;
mod greedy;
mod level;
mod mixed;
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

pub use any_database::AnyDatabase;
pub use greedy::Greedy;
pub use level::{LEVELS, Levelled};
pub use mixed::MixedPlayer;
pub use perfect::Perfect;
pub use playable::Playable;
pub use player::{ChosenMove, Error, MoveEffort, MoveLimit, Player};
pub use position::Position;
pub use random::RandomPlayer;
pub use record::MatchRecord;
pub use uct::{Settings, Uct};
