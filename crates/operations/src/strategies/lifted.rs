//! Lists of rules with variables, in the words of the game's own relations.

use std::time::{Duration, Instant};

use strategy::Arena;
use strategy::follow::Optimality;
use strategy::lifted_search::{Breadth, synthesise};

use super::{Document, Listed, NoStrategy, StrategyGame, Synthesis};
use crate::diagnostics::SheetDiagnostics;
use crate::error::Error;

/// How far the search goes.
const CONDITIONS: usize = 3;
const BEAM: usize = 40;
const RULES: usize = 12;

/// The search has as much time, however little is asked for.
const LEAST: Duration = Duration::from_secs(1);

/// One list that is strongly optimal for all the roles for which the game is listed, found in some time and before the
/// deadline, if there is one.
pub fn lifted(
    setting: &StrategyGame<'_>,
    roles: &[&Listed<'_>],
    time: Duration,
    deadline: Option<Instant>,
) -> Result<Synthesis, NoStrategy> {
    let StrategyGame { source, rules, ref limits, .. } = *setting;
    let until = Instant::now() + time.max(LEAST);
    let until = deadline.map_or(until, |deadline| until.min(deadline));
    let breadth = Breadth { conditions: CONDITIONS, beam: BEAM, rules: RULES, until };
    let arenas: Vec<&Arena<'_>> = roles.iter().map(|listed| &listed.arena).collect();
    let stop = &limits.until.stop;
    let found = synthesise(&arenas, source, rules, &breadth, &|| stop.raised());
    stop.check()?;
    let found = found.map_err(|diagnostics| Error::ill_formed(SheetDiagnostics::new(source, &diagnostics)))?;
    // A search that ended by itself has nothing left to try.
    let strategy = found.ok_or_else(|| NoStrategy::Unlifted { late: Instant::now() >= until })?;
    for listed in roles {
        let (source, role) = (source.clone(), listed.arena.role);
        let compiled = setting.compile(listed, Document { source, role, strategy: strategy.clone() })?;
        if compiled.follow(Optimality::Strong).flaw.is_some() {
            return Err(Error::bug("the strategy found is not optimal").into());
        }
    }
    let Some(Listed { arena, .. }) = roles.first() else { return Err(Error::bug("no role was given").into()) };
    Ok(Synthesis {
        optimal: true,
        value: arena.value(),
        states: arena.states_that_go_on() as u128,
        added: (1..=strategy.rules.len()).collect(),
        ..Synthesis::new(arena.game, arena.role, &strategy, &[])
    })
}
