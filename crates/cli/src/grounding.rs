//! Grounding under the limits of the command line.

use std::time::Duration;

use game::Game;
use gdl::Rules;

use crate::error::Error;
use crate::limits::{LimitOptions, resident_memory};

/// What came of grounding.
pub enum Grounded {
    /// The ground game.
    Game(Box<Game>),
    /// A limit was reached; says which and what grew.
    TooLarge(String),
}

/// Time for grounding where `--time` is not given: people are waiting, and there is the interpreter.
const PATIENCE: Duration = Duration::from_secs(45);

/// Grounds the rules, in three quarters of the time: the rest is for what is done with the result, or without one.
pub fn ground(rules: &Rules, options: &LimitOptions) -> Result<Grounded, Error> {
    options.check()?;
    let time = options.time().map_or(PATIENCE, |time| time * 3 / 4);
    let limits = ground::Limits {
        bytes: options.memory(),
        resident: Some(resident_memory),
        time: Some(time),
        ..ground::Limits::default()
    };
    match ground::ground(rules, &limits) {
        Ok(game) => Ok(Grounded::Game(Box::new(game))),
        Err(error @ ground::Error::Limit { .. }) => Ok(Grounded::TooLarge(error.to_string())),
        Err(error) => Err(Error::no(error)),
    }
}
