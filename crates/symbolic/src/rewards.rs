//! The rewards of terminal states.
//!
//! Each role must have exactly one reward in each of them, from 0 to 100. Anything else is a defect, reported with a
//! state, unless the solution is lenient: then no reward counts as 0, of several the lowest counts, and any integer is
//! allowed.

use diagram::{Set, Values};
use game::Signal;
use task::{Defects, GoalDefect, Outcome, Outcomes, Valuation};

use crate::engine::DiagramEngine;
use crate::error::Error;

/// The outcomes of terminal states: their rewards, reduced if requested, and distance 0 if distances are kept.
pub fn rewards(
    engine: &mut DiagramEngine<'_>,
    over: &Set,
    outcomes: &mut Outcomes,
    valuation: Valuation,
) -> Result<Values, Error> {
    let none = engine.store().none();
    let mut values: Values = none.into();
    if over.is_empty() {
        return Ok(values);
    }
    let mut parts: Vec<(Vec<i32>, Set)> = vec![(Vec::new(), over.clone())];
    for role in 0..engine.game().roles.len() {
        let own = of_role(engine, over, role, valuation)?;
        let mut finer = Vec::new();
        for (rewards, set) in &parts {
            // If one role's reward determines another's, the parts are equal, and nothing needs to be intersected.
            let overlapping = match own.iter().position(|(_, states)| states == set) {
                Some(same) => &own[same..=same],
                None => &own[..],
            };
            for (reward, states) in overlapping {
                let both = engine.store().intersection(set, states)?;
                if !both.is_empty() {
                    finer.push((rewards.iter().copied().chain([*reward]).collect(), both));
                }
            }
        }
        parts = finer;
    }
    for (rewards, set) in parts {
        let rewards = valuation.reduction.map_or(rewards.clone(), |reduction| reduction.apply(&rewards));
        let terminal = outcomes.terminal(Outcome { rewards, distance: valuation.distances.then_some(0) })?;
        let part = engine.store().constant(&set, terminal)?;
        values = engine.store().override_with(&values, &part)?;
    }
    Ok(values)
}

/// The states of `over` by the reward of one role.
fn of_role(
    engine: &mut DiagramEngine<'_>,
    over: &Set,
    role: usize,
    valuation: Valuation,
) -> Result<Vec<(i32, Set)>, Error> {
    let goals = engine.game().goals[role].clone();
    let signals: Vec<Signal> = goals.iter().map(|goal| goal.holds).collect();
    let sets = engine.satisfying(over, &signals)?;
    let refuse = |engine: &mut DiagramEngine<'_>, states: &Set, defect| {
        if valuation.defects == Defects::Lenient || states.is_empty() {
            Ok(())
        } else {
            Err(refusal(engine, role, defect, states))
        }
    };
    let mut left = over.clone();
    let mut parts: Vec<(i32, Set)> = Vec::new();
    for (goal, set) in goals.iter().zip(sets) {
        let first = engine.store().intersection(&set, &left)?;
        if first != set {
            let twice = engine.store().difference(&set, &first)?;
            refuse(engine, &twice, GoalDefect::Several)?;
        }
        valuation.defect(goal.reward).map_or(Ok(()), |defect| refuse(engine, &first, defect))?;
        left = engine.store().difference(&left, &first)?;
        parts.push((goal.reward, first));
    }
    refuse(engine, &left, GoalDefect::Missing)?;
    if !left.is_empty() {
        parts.push((0, left));
    }
    Ok(parts)
}

/// The error for a defect of every state of a set, with one of them as an example.
fn refusal(engine: &mut DiagramEngine<'_>, role: usize, defect: GoalDefect, states: &Set) -> Error {
    match engine.example(states) {
        Ok(state) => task::Error::Goal { role: engine.game().roles[role].clone(), defect, state }.into(),
        Err(error) => error,
    }
}
