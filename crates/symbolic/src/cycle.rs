//! Detects cycles and finds one as an example.
//!
//! States without a successor among the rest, and states without a predecessor, are removed until nothing changes. In
//! an acyclic game nothing remains; otherwise the remaining states are on cycles or between two. From such a state the
//! play is followed until the state repeats. If it cannot repeat, any state reachable from it reaches fewer states, so
//! the search terminates.

use diagram::Set;
use game::State;
use task::{Outcomes, Valuation, common_sum};

use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::rounds::{ended, refuse_endless};

/// Refuses states that can repeat, with a cycle as an example.
pub fn refuse_cycles(engine: &mut DiagramEngine<'_>, reachable: &Set, valuation: Valuation) -> Result<(), Error> {
    let open = engine.open(reachable)?;
    let Some(states) = find_cycle(engine, &open)? else { return Ok(()) };
    let mut outcomes = Outcomes::default();
    let ended = ended(engine, reachable, &mut outcomes, valuation)?;
    refuse_endless(engine, reachable, &ended.open)?;
    Err(cyclic(states, &outcomes))
}

/// The error that a game is cyclic, given the outcomes of its terminal states.
pub fn cyclic(states: Vec<State>, outcomes: &Outcomes) -> Error {
    let sum = common_sum(outcomes.list().iter().map(|outcome| outcome.rewards.as_slice()));
    task::Error::Cyclic { states, sum }.into()
}

/// The states of a short cycle within the non-terminal states `open`; `None` if there is none.
pub fn find_cycle(engine: &mut DiagramEngine<'_>, open: &Set) -> Result<Option<Vec<State>>, Error> {
    let mut within = trim(engine, open)?;
    while !within.is_empty() {
        let path = engine.store().pick(&within)?.unwrap_or_default();
        let start = engine.store().state(&path)?;
        match steps_back_to(engine, &start, &within)? {
            Ok(steps) => return cycle_along(engine, &start, &steps).map(Some),
            Err(behind) => within = trim(engine, &behind)?,
        }
    }
    Ok(None)
}

/// Removes states without successors or predecessors until there are none.
fn trim(engine: &mut DiagramEngine<'_>, states: &Set) -> Result<Set, Error> {
    let mut left = states.clone();
    loop {
        let leading_on = engine.predecessors(&left, &left)?;
        let led_to = engine.successors(&leading_on)?;
        let fewer = engine.store().intersection(&leading_on, &led_to)?;
        if fewer == left {
            return Ok(left);
        }
        left = fewer;
    }
}

/// The states after one, two … plies from `start`, up to those that lead back to it; or all states reachable from it,
/// if none does.
fn steps_back_to(engine: &mut DiagramEngine<'_>, start: &Set, within: &Set) -> Result<Result<Vec<Set>, Set>, Error> {
    let mut steps: Vec<Set> = Vec::new();
    let mut behind = engine.store().none();
    let mut new = start.clone();
    loop {
        let next = engine.successors(&new)?;
        let next = engine.store().intersection(&next, within)?;
        if !engine.store().intersection(&next, start)?.is_empty() {
            return Ok(Ok(steps));
        }
        new = engine.store().difference(&next, &behind)?;
        if new.is_empty() {
            return Ok(Err(behind));
        }
        behind = engine.store().union(&behind, &new)?;
        steps.push(new.clone());
    }
}

/// One state of each step, each leading to the next one and the last to the first.
fn cycle_along(engine: &mut DiagramEngine<'_>, start: &Set, steps: &[Set]) -> Result<Vec<State>, Error> {
    let mut cycle = vec![engine.example(start)?];
    let mut target = start.clone();
    for step in steps.iter().rev() {
        let before = engine.predecessors(step, &target)?;
        let path = engine.store().pick(&before)?.unwrap_or_default();
        target = engine.store().state(&path)?;
        cycle.push(engine.example(&target)?);
    }
    cycle[1..].reverse();
    Ok(cycle)
}
