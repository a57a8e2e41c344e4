//! Algorithm 2 on diagrams: repeatedly adds a rule for a state that needs one, made as general as possible.
//!
//! A rule that is added at the end, and proposes only optimal moves in all states reachable before, makes no new states
//! reachable. So the reachable states are computed once for several rules, and whether a literal can be removed is one
//! intersection. By symmetry it is enough to examine the rule itself: the result holds for its images, since everything
//! here is invariant under the game's symmetries.

use diagram::Set;
use game::{Fluent, Random, State};

use super::arena::DiagramArena;
use super::course::{Course, follow};
use super::plan::Plan;
use crate::error::Error;
use crate::follow::Optimality;
use crate::literals::{fewer, induced};
use crate::options::{Options, PairOrder};
use crate::rule::Rule;

/// A list is followed again when it has grown by this fraction.
const BATCH: usize = 8;

/// A list that was made.
pub struct Made {
    /// Its rules. At least weakly optimal.
    pub rules: Vec<Rule>,
    /// Whether it is strongly optimal, that is, was not stopped before.
    pub complete: bool,
}

/// Adds rules to a weakly optimal list until it is strongly optimal, or until it is stopped. `observe` receives every
/// rule.
pub fn algorithm2(
    arena: &mut DiagramArena<'_>,
    given: &[Rule],
    options: &Options,
    random: &mut Random,
    observe: &mut dyn FnMut(usize) -> bool,
) -> Result<Made, Error> {
    let mut plan = Plan::of(arena, given)?;
    loop {
        let course = follow(arena, &plan, Optimality::Weak)?;
        let mut open = undecided(arena, &plan, &course)?;
        if open.is_empty() {
            return Ok(Made { rules: plan.list(), complete: true });
        }
        // Rules only restrict play, so the states reachable before the last few rules include all states reachable now.
        let next = plan.rules.len() + 1 + plan.rules.len() / BATCH;
        while plan.rules.len() < next && !open.is_empty() {
            if !observe(plan.rules.len()) {
                return Ok(Made { rules: plan.list(), complete: false });
            }
            let state = chosen(arena, &course, &open, options.pairs, random)?;
            let rule = general(arena, &plan, &course, &open, &state, options, random)?;
            plan.push(arena, rule)?;
            open = undecided(arena, &plan, &course)?;
        }
    }
}

/// The reachable states that need a rule and have none.
fn undecided(arena: &mut DiagramArena<'_>, plan: &Plan, course: &Course) -> Result<Set, Error> {
    let needy = arena.needy.clone();
    let open = arena.store().intersection(&plan.left, &needy)?;
    Ok(arena.store().intersection(&open, &course.reached)?)
}

/// A state to make a rule for, by the requested order. Distances are not known here, so the last ply counts as closest
/// to the end.
fn chosen(
    arena: &mut DiagramArena<'_>,
    course: &Course,
    open: &Set,
    order: PairOrder,
    random: &mut Random,
) -> Result<State, Error> {
    let plies: Vec<usize> = match order {
        PairOrder::FromEnd => (0..course.frontiers.len()).rev().collect(),
        PairOrder::FromStart => (0..course.frontiers.len()).collect(),
        PairOrder::Random => Vec::new(),
    };
    let mut among = open.clone();
    for ply in plies {
        let part = arena.store().intersection(open, &course.frontiers[ply])?;
        if !part.is_empty() {
            among = part;
            break;
        }
    }
    let drawn = arena.engine.diagrams().sampler(&among)?.draw(|| random.next_word());
    let none = || Error::Unsuited("there is no state to make a rule for".to_owned());
    drawn.map(|(path, _)| arena.engine.encoding().decode(&path)).ok_or_else(none)
}

/// The rule of a state and one of its optimal moves, generalised by removing literals. Following a list is expensive
/// and intersections are cheap, so a rule is made for each optimal move, and the one that decides the most states that
/// need a rule is taken.
fn general(
    arena: &mut DiagramArena<'_>,
    plan: &Plan,
    course: &Course,
    open: &Set,
    state: &State,
    options: &Options,
    random: &mut Random,
) -> Result<Rule, Error> {
    let holds = |fluent: u32| state.contains(Fluent(fluent));
    let all = induced(arena.game, &arena.telling, options.vocabulary, &holds);
    let playing = arena.store().intersection(&plan.left, &course.reached)?;
    let mut best: Option<(u128, Rule)> = None;
    for (made, legal, poor) in optimal_moves(arena, state)? {
        let wrong = arena.store().intersection(&playing, &poor)?;
        let left = fewer(&all, options.removal, options.order, random, &mut |left| {
            Ok::<_, Error>(arena.holding(&wrong, left)?.is_empty())
        })?;
        let rule = Rule { literals: left.unwrap_or_else(|| all.clone()), made };
        let helped = arena.store().intersection(open, &legal)?;
        let helped = arena.holding(&helped, &rule.literals)?;
        let count = arena.store().count(&helped)?;
        if best.as_ref().is_none_or(|(most, _)| count > *most) {
            best = Some((count, rule));
        }
    }
    let best = best.map(|(_, rule)| rule);
    best.ok_or_else(|| Error::shown("no move keeps the value of the state", state, arena.game))
}

/// The optimal moves of a state, with the states in which they are legal and in which they are not optimal.
fn optimal_moves(arena: &DiagramArena<'_>, state: &State) -> Result<Vec<(usize, Set, Set)>, Error> {
    let path = arena.engine.encoding().encode(state);
    let store = arena.engine.diagrams();
    let mut optimal = Vec::new();
    for (made, own) in arena.moves.iter().enumerate() {
        let Some(own) = own else { continue };
        if store.contains(&own.legal, &path)? && !store.contains(&own.poor, &path)? {
            optimal.push((made, own.legal.clone(), own.poor.clone()));
        }
    }
    Ok(optimal)
}
