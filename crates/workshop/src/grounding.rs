//! Grounding within a budget.

use std::time::Duration;

use game::Game;
use gdl::{Mode, Rules};
use task::{Advice, Step};

use crate::budget::{Budget, resident};
use crate::error::Error;
use crate::stop::Stop;

/// What came of grounding.
pub enum Grounded {
    /// The ground game.
    Game(Box<Game>),
    /// A limit was reached.
    TooLarge(TooLarge),
}

/// Why a game is too large to ground.
pub struct TooLarge {
    /// Which limit was reached, and what grew.
    pub why: String,
    advice: Advice,
}

impl From<TooLarge> for Error {
    fn from(TooLarge { why, advice }: TooLarge) -> Error {
        Error::limit(why).advise(advice)
    }
}

/// Time for grounding where the budget has no limit: people are waiting, and there is the interpreter.
const PATIENCE: Duration = Duration::from_secs(45);

/// Grounds the rules, in three quarters of the time: the rest is for what is done with the result, or without one.
pub fn ground(rules: &Rules, budget: &Budget, stop: &Stop) -> Result<Grounded, Error> {
    budget.check()?;
    let time = budget.time.map_or(PATIENCE, |time| time * 3 / 4);
    let limits = ground::Limits {
        bytes: budget.memory,
        resident: budget.alone.then_some(resident),
        time: Some(time),
        stop: Some(stop.flag()),
        ..ground::Limits::default()
    };
    match ground::ground(rules, &limits) {
        Ok(game) => {
            check_rewards(&game, rules.mode)?;
            Ok(Grounded::Game(Box::new(game)))
        }
        Err(ground::Error::Limit { resource: ground::Resource::Stop, .. }) => Err(Error::interrupted()),
        Err(error @ ground::Error::Limit { resource, .. }) => {
            let advice = match resource {
                ground::Resource::Time => Step::MoreTime.into(),
                ground::Resource::Bytes if !budget.is_all() => Step::MoreMemory.into(),
                _ => Advice::default(),
            };
            Ok(Grounded::TooLarge(TooLarge { why: error.to_string(), advice }))
        }
        Err(error) => Err(Error::no(error)),
    }
}

/// Refuses rewards outside of 0 to 100, unless the rules are read leniently. Those that are written in a `goal` are errors of the sheet; these
/// come through variables.
fn check_rewards(game: &Game, mode: Mode) -> Result<(), Error> {
    let mut goals =
        game.roles.iter().zip(&game.goals).flat_map(|(role, goals)| goals.iter().map(move |goal| (role, goal)));
    match goals.find(|(_, goal)| !(0..=100).contains(&goal.reward)) {
        Some((role, goal)) if mode == Mode::Strict => {
            let message =
                format_args!("goal values are integers from 0 to 100, not as in `(goal {role} {})`", goal.reward);
            Err(Error::no(message).advise(Step::LenientRewards))
        }
        _ => Ok(()),
    }
}
