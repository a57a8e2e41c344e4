//! Verifies on diagrams that a strategy is optimal, with a counter-example if it is not.

use super::arena::DiagramArena;
use super::course::{self, follow};
use super::plan::Plan;
use crate::error::Error;
use crate::follow::Optimality;
use crate::scene::{Onlooker, Wrong, ground_rules};
use crate::strategy::Strategy;
use crate::verify::Verdict;

/// Verifies a strategy of ground rules.
///
/// # Errors
///
/// A limit of the diagrams, or a strategy with lifted rules.
pub fn verify(arena: &mut DiagramArena<'_>, strategy: &Strategy, optimality: Optimality) -> Result<Verdict, Error> {
    let plan = Plan::of(arena, &ground_rules(strategy)?)?;
    Verdict::of(optimality, |optimality| judge(arena, &plan, strategy, optimality))
}

/// Whether a list of ground rules is optimal, and in cyclic games brings the forced outcome closer: the condition for
/// completing or simplifying it.
pub fn is_advancing(arena: &mut DiagramArena<'_>, strategy: &Strategy, optimality: Optimality) -> Result<bool, Error> {
    let plan = Plan::of(arena, &ground_rules(strategy)?)?;
    course::is_advancing(arena, &plan, optimality)
}

fn judge(
    arena: &mut DiagramArena<'_>,
    plan: &Plan,
    strategy: &Strategy,
    optimality: Optimality,
) -> Result<Verdict, Error> {
    let course = follow(arena, plan, optimality)?;
    let own = arena.own.clone();
    let chosen = arena.store().intersection(&course.reached, &own)?;
    let undecided = arena.store().intersection(&chosen, &plan.left)?;
    let found = match course.flaw(arena)? {
        Some((_, states)) => {
            let state = arena.engine.example(&states)?;
            let path = arena.engine.encoding().encode(&state);
            let gap = arena.store().contains(&undecided, &path)?;
            Some((if gap { Wrong::Gap } else { Wrong::Proposal }, state))
        }
        None => course.circle(arena)?.map(|state| (Wrong::Circle, state)),
    };
    let counter_example = match found {
        None => None,
        Some((wrong, state)) => {
            let way = course.way(arena, state)?;
            let known = |state: &game::State| match arena.value(state) {
                Ok(Some(value)) => Ok(value),
                Ok(None) => Err("the solution has no value".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            let onlooker = Onlooker::new(arena.game, &arena.group, arena.role, strategy, &known)?;
            Some(onlooker.example(wrong, &way)?)
        }
    };
    let (reached, left) = (arena.store().count(&chosen)?, arena.store().count(&undecided)?);
    Ok(Verdict {
        optimal: counter_example.is_none(),
        strong: optimality == Optimality::Strong,
        weakly_optimal: counter_example.is_none(),
        reached: u64::try_from(reached).unwrap_or(u64::MAX),
        decided: u64::try_from(reached - left).unwrap_or(u64::MAX),
        counter_example,
    })
}
