//! Both engines on the same games, for tests: they write the same layers, with the values that brute force and the
//! literature have.
//!
//! Errors are panics here, except those of the engines.
//!
//! ```
//! use agreement::{Setting, TestGame, essence};
//!
//! let (game, setting) = (TestGame::bundled("nim:1,2"), Setting::default());
//! assert_eq!(essence(&game.symbolic(&setting).unwrap()), essence(&game.explicit(&setting).unwrap()));
//! ```

mod check;
mod game;

pub use check::{essence, files, manifest, outcomes, same_as_brute_force, value, verified};
pub use game::{Setting, TestGame, never, stop_after};
