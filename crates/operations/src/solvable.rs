//! Games that are refused with any engine: those with chance or hidden information.

use gdl::Rules;
use task::AdviceStep;

use crate::error::Error;

/// Rejects rules that the algorithms for perfect information cannot solve.
pub fn check_solvable(rules: &Rules) -> Result<(), Error> {
    match rules.uncertainty() {
        None => Ok(()),
        Some(uncertainty) => Err(Error::no(uncertainty).advise(AdviceStep::Explore)),
    }
}
