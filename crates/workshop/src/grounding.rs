//! Grounding within a budget.

use std::time::Duration;

use game::Game;
use gdl::Rules;

use crate::budget::{Budget, resident};
use crate::error::Error;

/// What came of grounding.
pub enum Grounded {
    /// The ground game.
    Game(Box<Game>),
    /// A limit was reached; says which and what grew.
    TooLarge(String),
}

/// Time for grounding where the budget has no limit: people are waiting, and there is the interpreter.
const PATIENCE: Duration = Duration::from_secs(45);

/// Grounds the rules, in three quarters of the time: the rest is for what is done with the result, or without one.
pub fn ground(rules: &Rules, budget: &Budget) -> Result<Grounded, Error> {
    budget.check()?;
    let time = budget.time.map_or(PATIENCE, |time| time * 3 / 4);
    let limits = ground::Limits {
        bytes: budget.memory,
        resident: Some(resident),
        time: Some(time),
        ..ground::Limits::default()
    };
    match ground::ground(rules, &limits) {
        Ok(game) => Ok(Grounded::Game(Box::new(game))),
        Err(error @ ground::Error::Limit { .. }) => Ok(Grounded::TooLarge(error.to_string())),
        Err(error) => Err(Error::no(error)),
    }
}
