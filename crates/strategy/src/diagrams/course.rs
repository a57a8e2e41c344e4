//! Follows a plan: finds the reachable states by breadth-first search on sets, and whether play is optimal.

use diagram::Set;
use game::State;

use super::arena::DiagramArena;
use super::plan::Plan;
use crate::error::Error;
use crate::follow::Optimality;

/// The states that play reaches.
pub struct Course {
    /// For each ply, the states first reached then.
    pub frontiers: Vec<Set>,
    /// All of them.
    pub reached: Set,
    /// For each move of the role, the states in which it may be made.
    taken: Vec<Option<Set>>,
}

/// Follows a plan from the first state until no new states are reached.
pub fn follow(arena: &mut DiagramArena<'_>, plan: &Plan, optimality: Optimality) -> Result<Course, Error> {
    let taken = plan.taken(arena, optimality)?;
    let first = arena.engine.initial()?;
    let mut course = Course { frontiers: Vec::new(), reached: first.clone(), taken };
    let mut frontier = first;
    while !frontier.is_empty() {
        let next = course.successors(arena, &frontier)?;
        course.frontiers.push(frontier);
        frontier = arena.store().difference(&next, &course.reached)?;
        course.reached = arena.store().union(&course.reached, &frontier)?;
    }
    Ok(course)
}

/// Whether a plan is optimal, and in cyclic games brings the forced outcome closer. Stops at the first mistake.
pub fn is_advancing(arena: &mut DiagramArena<'_>, plan: &Plan, optimality: Optimality) -> Result<bool, Error> {
    let taken = plan.taken(arena, optimality)?;
    let mistakes = mistakes(arena, &taken, |own| &own.poor)?;
    let mut frontier = arena.engine.initial()?;
    let mut course = Course { frontiers: Vec::new(), reached: frontier.clone(), taken };
    while !frontier.is_empty() && !mistakes.is_empty() {
        if !arena.store().intersection(&frontier, &mistakes)?.is_empty() {
            return Ok(false);
        }
        let next = course.successors(arena, &frontier)?;
        frontier = arena.store().difference(&next, &course.reached)?;
        course.reached = arena.store().union(&course.reached, &frontier)?;
    }
    Ok(true)
}

/// The states in which play may make a move that is a mistake there.
fn mistakes(
    arena: &mut DiagramArena<'_>,
    taken: &[Option<Set>],
    mistake: fn(&super::arena::OwnMove) -> &Set,
) -> Result<Set, Error> {
    let store = arena.engine.store();
    let mut all = store.none();
    for (own, taken) in arena.moves.iter().zip(taken) {
        let (Some(own), Some(taken)) = (own, taken) else { continue };
        let part = store.intersection(taken, mistake(own))?;
        all = store.union(&all, &part)?;
    }
    Ok(all)
}

impl Course {
    /// The states that play may reach from some states in one ply.
    fn successors(&self, arena: &mut DiagramArena<'_>, states: &Set) -> Result<Set, Error> {
        let engine = &mut arena.engine;
        let others = engine.store().intersection(states, &arena.others)?;
        let mut all = engine.successors(&others)?;
        for (own, taken) in arena.moves.iter().zip(&self.taken) {
            let (Some(own), Some(taken)) = (own, taken) else { continue };
            let moving = engine.store().intersection(states, taken)?;
            if !moving.is_empty() {
                let part = engine.successors_by(&own.by, &moving)?;
                all = engine.store().union(&all, &part)?;
            }
        }
        Ok(all)
    }

    /// The states of `within` from which play may reach a set in one ply.
    fn predecessors(&self, arena: &mut DiagramArena<'_>, within: &Set, target: &Set) -> Result<Set, Error> {
        let engine = &mut arena.engine;
        let others = engine.store().intersection(within, &arena.others)?;
        let mut all = engine.predecessors(&others, target)?;
        for (own, taken) in arena.moves.iter().zip(&self.taken) {
            let (Some(own), Some(taken)) = (own, taken) else { continue };
            let moving = engine.store().intersection(within, taken)?;
            if !moving.is_empty() {
                let part = engine.predecessors_by(&own.by, &moving, target)?;
                all = engine.store().union(&all, &part)?;
            }
        }
        Ok(all)
    }

    /// The first reached states in which play loses value.
    pub fn flaw(&self, arena: &mut DiagramArena<'_>) -> Result<Option<(usize, Set)>, Error> {
        let mistakes = mistakes(arena, &self.taken, |own| &own.bad)?;
        for (ply, frontier) in self.frontiers.iter().enumerate() {
            let wrong = arena.store().intersection(frontier, &mistakes)?;
            if !wrong.is_empty() {
                return Ok(Some((ply, wrong)));
            }
        }
        Ok(None)
    }

    /// A state on a cycle through states with a better value than infinite play.
    pub fn circle(&self, arena: &mut DiagramArena<'_>) -> Result<Option<State>, Error> {
        let Some(infinite) = arena.infinite else { return Ok(None) };
        let mut left = arena.store().none();
        for at in 0..arena.worth.len() {
            if arena.worth[at].value > infinite {
                let states = arena.worth[at].states.clone();
                let part = arena.store().intersection(&self.reached, &states)?;
                left = arena.store().union(&left, &part)?;
            }
        }
        // States that repeatedly have a predecessor among the rest are on a cycle or reachable from one.
        loop {
            let next = self.successors(arena, &left)?;
            let fewer = arena.store().intersection(&left, &next)?;
            if fewer == left {
                break;
            }
            left = fewer;
        }
        if left.is_empty() {
            return Ok(None);
        }
        // Going backwards from there, a state repeats.
        let mut seen = std::collections::HashSet::new();
        let mut state = arena.engine.example(&left)?;
        while seen.insert(state.clone()) {
            let here = self.single(arena, &state)?;
            let before = self.predecessors(arena, &left, &here)?;
            state = arena.engine.example(&before)?;
        }
        Ok(Some(state))
    }

    /// The states on a shortest path to a state, itself last.
    pub fn way(&self, arena: &mut DiagramArena<'_>, state: State) -> Result<Vec<State>, Error> {
        let mut here = self.single(arena, &state)?;
        let mut ply = 0;
        while ply + 1 < self.frontiers.len() && arena.store().intersection(&self.frontiers[ply], &here)?.is_empty() {
            ply += 1;
        }
        let mut way = vec![state];
        for frontier in self.frontiers[..ply].iter().rev() {
            let before = self.predecessors(arena, frontier, &here)?;
            let state = arena.engine.example(&before)?;
            here = self.single(arena, &state)?;
            way.push(state);
        }
        way.reverse();
        Ok(way)
    }

    fn single(&self, arena: &mut DiagramArena<'_>, state: &State) -> Result<Set, Error> {
        let path = arena.engine.encoding().encode(state);
        Ok(arena.store().state(&path)?)
    }
}
