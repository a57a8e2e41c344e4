//! The rewards of terminal states.
//!
//! Each role must have exactly one reward at each of them. Where the rules give none or several that is a defect,
//! reported with a state, unless defects are to be read leniently: then no reward counts 0, and of several the lowest
//! counts.

use diagram::{Set, Values};
use game::Signal;
use task::{Defects, Outcome, Outcomes, Valuation};

use crate::engine::DiagramEngine;
use crate::error::Error;

/// The outcomes of terminal states: their rewards, reduced where that is asked for, and distance 0 where distances are
/// kept.
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
        let own = of_role(engine, over, role, valuation.defects)?;
        let mut finer = Vec::new();
        for (rewards, set) in &parts {
            // Where one role's reward follows from another's the parts are the same, and nothing needs to be
            // intersected.
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
    defects: Defects,
) -> Result<Vec<(i32, Set)>, Error> {
    let goals = engine.game().goals[role].clone();
    let signals: Vec<Signal> = goals.iter().map(|goal| goal.holds).collect();
    let sets = engine.satisfying(over, &signals)?;
    let mut left = over.clone();
    let mut parts: Vec<(i32, Set)> = Vec::new();
    for (goal, set) in goals.iter().zip(sets) {
        let first = engine.store().intersection(&set, &left)?;
        if first != set && defects == Defects::Refuse {
            let twice = engine.store().difference(&set, &first)?;
            return Err(defect(
                engine,
                &twice,
                format!("{} has several goals at a terminal state", name(engine, role)),
            ));
        }
        left = engine.store().difference(&left, &first)?;
        parts.push((goal.reward, first));
    }
    if !left.is_empty() {
        if defects == Defects::Refuse {
            return Err(defect(engine, &left, format!("{} has no goal at a terminal state", name(engine, role))));
        }
        parts.push((0, left));
    }
    Ok(parts)
}

fn name(engine: &DiagramEngine<'_>, role: usize) -> String {
    engine.game().roles[role].clone()
}

/// A defect shown by some state of a set.
pub fn defect(engine: &mut DiagramEngine<'_>, states: &Set, what: String) -> Error {
    match engine.example(states) {
        Ok(state) => task::Error::Defect { what, state }.into(),
        Err(error) => error,
    }
}
