//! Grounding under the limits of the command line.

use game::Game;
use gdl::Rules;

use crate::error::Error;
use crate::limits::LimitOptions;

/// What came of grounding.
pub enum Grounded {
    /// The ground game.
    Game(Box<Game>),
    /// A limit was reached; says which and what grew.
    TooLarge(String),
}

/// Grounds the rules.
pub fn ground(rules: &Rules, options: &LimitOptions) -> Result<Grounded, Error> {
    let limits = ground::Limits { bytes: options.memory(), time: options.time(), ..ground::Limits::default() };
    match ground::ground(rules, &limits) {
        Ok(game) => Ok(Grounded::Game(Box::new(game))),
        Err(error @ ground::Error::Limit { .. }) => Ok(Grounded::TooLarge(error.to_string())),
        Err(error) => Err(Error::no(error)),
    }
}
