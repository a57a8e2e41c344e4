//! Solving without layers (Edelkamp & Kissmann 2008): repeatedly solves the states whose successors are all solved.
//!
//! Works for every acyclic game, with or without a measure. The states solved in one round become a layer of the
//! solution. If a round finds nothing and states remain, they are on cycles or lead only to cycles, and the game is
//! refused.

use diagram::{Set, Values};
use task::Task;

use crate::backward::backward;
use crate::cycle::{cyclic, find_cycle};
use crate::distances::{drop_if_costly, renumbered};
use crate::error::Error;
use crate::layered::complete;
use crate::rewards::rewards;
use crate::rounds::refuse_endless;
use crate::solve::Diagrams;

/// Solves an acyclic game round by round.
pub fn solve(diagrams: &mut Diagrams<'_>, all: &Set, task: &Task<'_>) -> Result<(), Error> {
    let Diagrams { engine, journal } = diagrams;
    let states = engine.store().count(all)?;
    let mut valuation = task.valuation_of(states, journal.layers());
    let (open, over) = engine.split(all)?;
    let mut outcomes = journal.commits.outcomes();
    let mut solved: Values = engine.store().none().into();
    for number in 0..journal.solved() {
        if let Some(values) = journal.values(engine.store(), number, &mut outcomes)? {
            solved = engine.store().override_with(&solved, &values)?;
        }
    }
    if journal.solved() == 0 {
        solved = rewards(engine, &over, &mut outcomes, valuation)?;
        let terminal_states = engine.store().count(&over)?;
        journal.add_round(engine, &solved, terminal_states, &outcomes)?;
    }
    let known = engine.store().support_set(&solved)?;
    let mut left = engine.store().difference(&open, &known)?;
    while !left.is_empty() {
        let waiting = engine.predecessors(&left, &left)?;
        let ready = engine.store().difference(&left, &waiting)?;
        if ready.is_empty() {
            let states = find_cycle(engine, &left)?.unwrap_or_default();
            refuse_endless(engine, all, &left)?;
            return Err(cyclic(states, &outcomes));
        }
        if valuation.distances
            && task.measures_round(states, &journal.layers()[..journal.solved()])
            && let Some(plain) = drop_if_costly(engine, journal, journal.solved() - 1, &mut outcomes, task.bounds)?
        {
            solved = renumbered(engine, &solved, &plain)?;
            valuation.distances = false;
        }
        let values = backward(engine, &ready, &solved, &mut outcomes, valuation.model)?;
        let values = complete(engine, &ready, values, &mut outcomes, valuation)?;
        journal.add_round(engine, &values, 0, &outcomes)?;
        solved = engine.store().override_with(&solved, &values)?;
        left = waiting;
    }
    Ok(())
}
