//! Which games are refused whatever the engine: those that are not games of perfect information without chance.

use gdl::Rules;
use task::AdviceStep;

use crate::error::Error;

/// Refuses rules whose states have no value by the algorithms for perfect information.
pub fn check_solvable(rules: &Rules) -> Result<(), Error> {
    match rules.uncertainty() {
        None => Ok(()),
        Some(uncertainty) => Err(Error::no(uncertainty).advise(AdviceStep::Explore)),
    }
}
