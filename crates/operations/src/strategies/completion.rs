//! Prepares a given list for completion: it must be weakly optimal, or be repaired by exceptions before wrong rules.

use game::Random;
use strategy::follow::Optimality;
use strategy::list::List;
use strategy::mend::mend;
use strategy::options::Options;
use strategy::verify::verify;
use strategy::{Cases, Compiled};

use super::NoStrategy;
use crate::stop::Until;

/// The options for finding exceptions.
pub struct Mending<'m> {
    /// The options of the algorithm.
    pub options: &'m Options,
    /// Seed.
    pub seed: u64,
    /// When to give up.
    pub until: &'m Until,
}

/// The list of a strategy whose rules are locked; if some are wrong and it is requested, with exceptions before them.
pub fn opened<'a>(
    cases: &'a Cases,
    compiled: &Compiled<'a>,
    mending: Option<&Mending<'_>>,
) -> Result<List<'a>, NoStrategy> {
    let mut list = List::of(cases, compiled, true);
    if list.is_advancing(Optimality::Weak) {
        return Ok(list);
    }
    let Some(Mending { options, seed, until }) = mending else {
        return Err(NoStrategy::Unfit(verify(compiled, Optimality::Weak).counter_example.map(Box::new)));
    };
    if mend(&mut list, options, &mut Random::stream(*seed, 0), &|| until.over()) {
        return Ok(list);
    }
    until.stop.check()?;
    Err(NoStrategy::Unmended(list.entries.len()))
}
