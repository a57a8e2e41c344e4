//! Grounding within a budget.

use std::time::Duration;

use game::Game;
use gdl::Rules;
use task::{Advice, AdviceStep};

use crate::budget::{Budget, resident};
use crate::error::Error;
use crate::stop::Stop;

/// The result of grounding.
pub enum Grounded {
    /// The ground game.
    Game(Box<Game>),
    /// A limit was reached.
    TooLarge(TooLarge),
}

/// Why a game is too large to ground.
pub struct TooLarge {
    /// The limit that was reached, and what grew.
    pub why: String,
    advice: Advice,
}

impl From<TooLarge> for Error {
    fn from(TooLarge { why, advice }: TooLarge) -> Error {
        Error::limit(why).advise(advice)
    }
}

/// The time limit for grounding if the budget has none: users are waiting, and there is the interpreter.
const GROUNDING_TIMEOUT: Duration = Duration::from_secs(45);

/// Grounds the rules in three quarters of the time: the rest is for using the result, or for working without one.
pub fn ground(rules: &Rules, budget: &Budget, stop: &Stop) -> Result<Grounded, Error> {
    ground_as(rules, rules.lenient, budget, stop)
}

/// The same for what shows defects: states in which a role is stuck stay that even in lenient mode.
pub fn ground_with_defects(rules: &Rules, budget: &Budget, stop: &Stop) -> Result<Grounded, Error> {
    ground_as(rules, false, budget, stop)
}

fn ground_as(rules: &Rules, stuck_ends: bool, budget: &Budget, stop: &Stop) -> Result<Grounded, Error> {
    budget.check()?;
    let time = budget.time.map_or(GROUNDING_TIMEOUT, |time| time * 3 / 4);
    let limits = ground::GroundingLimits {
        bytes: budget.memory,
        resident: budget.alone.then_some(resident),
        stuck_ends,
        time: Some(time),
        stop: Some(stop.flag()),
        ..ground::GroundingLimits::default()
    };
    match ground::ground(rules, &limits) {
        Ok(game) => Ok(Grounded::Game(Box::new(game))),
        Err(ground::Error::Limit { resource: ground::Resource::Stop, .. }) => Err(Error::interrupted()),
        Err(error @ ground::Error::Limit { resource, .. }) => {
            let advice = match resource {
                ground::Resource::Time => AdviceStep::MoreTime.into(),
                ground::Resource::Bytes if !budget.is_all() => AdviceStep::MoreMemory.into(),
                _ => Advice::default(),
            };
            Ok(Grounded::TooLarge(TooLarge { why: error.to_string(), advice }))
        }
        Err(error) => Err(Error::no(error)),
    }
}
