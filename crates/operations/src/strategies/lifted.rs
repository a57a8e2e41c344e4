//! Lists of rules with variables, in words derived from the game's relations.

use std::time::{Duration, Instant};

use strategy::Arena;
use strategy::follow::Optimality;
use strategy::lifted_search::{Breadth, LiftedOutcome, synthesise};

use super::{Document, Listed, NoStrategy, StrategyGame, Synthesis};
use crate::diagnostics::SheetDiagnostics;
use crate::error::Error;

/// The limits of the search.
const CONDITIONS: usize = 3;
const BEAM: usize = 40;
const RULES: usize = 12;

/// The minimum time of the search.
const LEAST: Duration = Duration::from_secs(1);

/// One list that is strongly optimal for all the listed roles, if one is found within the time limit and the deadline.
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
    let strategy = match found.map_err(|diagnostics| Error::ill_formed(SheetDiagnostics::new(source, &diagnostics)))? {
        LiftedOutcome::Found(strategy) => strategy,
        LiftedOutcome::NotFound(tried) => return Err(NoStrategy::Unlifted(Box::new(tried))),
    };
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
        states: arena.non_terminal_states() as u128,
        added: (1..=strategy.rules.len()).collect(),
        ..Synthesis::new(arena.game, arena.role, &strategy, &[])
    })
}
