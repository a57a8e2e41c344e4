//! Finds all reachable states, for the algorithms that need them before they solve any.
//!
//! Breadth-first, with every state in the first step that contains it. Each step is committed when it is found, so that
//! an interrupted search resumes after the last one. At the end, the unsolved layers replace the steps.

use diagram::Set;
use solution::manifest::Progress;

use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::journal::Journal;

/// All reachable states as one unsolved layer, found now or by an earlier run.
pub fn reachable(engine: &mut DiagramEngine<'_>, journal: &mut Journal<'_>) -> Result<Set, Error> {
    if *journal.commits.progress() != Progress::Forward {
        return journal.unsolved(engine.store());
    }
    let all = search(engine, journal)?;
    let terminal_states = journal.layers().iter().map(|step| step.terminal_states).sum();
    journal.begin_with_all(engine.store(), &all, terminal_states)?;
    Ok(all)
}

/// Starts or resumes a search; the steps stay in the journal until solving [begins](Journal::begin).
pub fn search(engine: &mut DiagramEngine<'_>, journal: &mut Journal<'_>) -> Result<Set, Error> {
    let mut all = engine.store().none();
    let mut new = engine.initial()?;
    for step in journal.found(engine.store())? {
        all = engine.store().union(&all, &step)?;
        new = step;
    }
    if !all.is_empty() {
        let open = engine.open(&new)?;
        let next = engine.successors(&open)?;
        new = engine.store().difference(&next, &all)?;
    }
    while !new.is_empty() {
        let open = engine.open(&new)?;
        let terminal_states = engine.count_terminal(&new, &open)?;
        journal.add_found(engine.store(), &new, terminal_states)?;
        all = engine.store().union(&all, &new)?;
        let next = engine.successors(&open)?;
        new = engine.store().difference(&next, &all)?;
    }
    Ok(all)
}

/// All reachable states, without a journal.
pub fn all(engine: &mut DiagramEngine<'_>) -> Result<Set, Error> {
    let mut new = engine.initial()?;
    let mut all = new.clone();
    while !new.is_empty() {
        let open = engine.open(&new)?;
        let next = engine.successors(&open)?;
        new = engine.store().difference(&next, &all)?;
        all = engine.store().union(&all, &new)?;
    }
    Ok(all)
}
