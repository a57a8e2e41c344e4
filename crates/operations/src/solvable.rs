//! Which games are refused whatever the engine.

use gdl::{Rules, Uncertainty};
use task::AdviceStep;

use crate::error::Error;
use crate::perception::check_percepts;

/// Refuses rules whose states have no value: roles may not know in which state they are.
pub fn check_solvable(rules: &Rules) -> Result<(), Error> {
    if rules.has_percepts() { check_percepts(rules) } else { Ok(()) }
}

/// Refuses rules whose states have no outcomes, only expected rewards at best: there is chance or hidden information.
pub fn check_strategic(rules: &Rules) -> Result<(), Error> {
    match rules.random() {
        Some(_) => Err(Error::no(Uncertainty::Chance).advise(AdviceStep::Explore)),
        None => check_solvable(rules),
    }
}
