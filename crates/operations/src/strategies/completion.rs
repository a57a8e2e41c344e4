//! Where a list that is given can go on: it must be weakly optimal, or be made so by exceptions before what is wrong.

use game::Random;
use strategy::follow::Optimality;
use strategy::list::List;
use strategy::mend::mend;
use strategy::options::Options;
use strategy::verify::verify;
use strategy::{Cases, Compiled};

use super::NoStrategy;
use crate::stop::Until;

/// How exceptions are found.
pub struct Mending<'m> {
    /// The choices that are left open.
    pub options: &'m Options,
    /// Seed.
    pub seed: u64,
    /// When to give up.
    pub until: &'m Until,
}

/// The list of a strategy whose rules stay as they are; where some are wrong and that is asked for, with exceptions
/// before them.
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
