//! Tests both engines on the same games: they write the same layers, with the values of brute force and the literature.
//!
//! Errors are panics, except those of the engines.
//!
//! ```
//! use agreement::{SolveSetting, TestGame, essence};
//!
//! let (game, setting) = (TestGame::bundled("nim:1,2"), SolveSetting::default());
//! assert_eq!(essence(&game.symbolic(&setting).unwrap()), essence(&game.explicit(&setting).unwrap()));
//! ```

mod check;
pub mod expected;
mod game;

pub use check::{essence, files, manifest, outcomes, same_as_brute_force, value, verified};
pub use game::{SolveSetting, TestGame, never, stop_after};
