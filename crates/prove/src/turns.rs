//! Who moves: one role at a time or several, in a fixed rotation or not, and whether everybody always has a move.

use crate::clock::Clock;
use crate::everywhere::{CONFLICTS, Known};
use crate::finding::Finding;
use crate::sat::{Answer, Lit};
use crate::unrolling::{Sense, Unrolling};

/// Whether at most one role has a choice in every state that is not terminal.
pub fn turn_taking(known: &Known, unrolling: &mut Unrolling) -> Finding {
    let game = known.game;
    if game.roles.len() == 1 {
        return Finding::proved("there is only one role");
    }
    known.everywhere(
        unrolling,
        |visited| {
            let mut choosers = (0..game.roles.len()).filter(|&role| visited.choice[role]);
            let (one, two) = (choosers.next()?, choosers.next()?);
            Some(format!("{} and {} both have a choice", game.roles[one], game.roles[two]))
        },
        |unrolling, frame| {
            let choices: Vec<Lit> = (0..game.roles.len()).map(|role| unrolling.choice(frame, role)).collect();
            let two = unrolling.solver.at_least_two(&choices);
            let goes_on = unrolling.literal(frame, !game.terminal, Sense::True);
            both(unrolling, two, goes_on)
        },
    )
}

/// Whether every role has a legal move in every state that is not terminal.
pub fn playable(known: &Known, unrolling: &mut Unrolling) -> Finding {
    let game = known.game;
    known.everywhere(
        unrolling,
        |visited| visited.stuck.map(|role| game::stuck::sentence(&game.roles[role], game.roles.len())),
        |unrolling, frame| {
            let stuck: Vec<Lit> = (0..game.roles.len()).map(|role| moveless(unrolling, frame, role)).collect();
            let someone = either(unrolling, &stuck);
            let goes_on = unrolling.literal(frame, !game.terminal, Sense::True);
            both(unrolling, someone, goes_on)
        },
    )
}

/// Whether the roles that ever have a choice have it in rotation: at ply `t` only the role whose turn `t` modulo their number is.
pub fn alternating(known: &Known, unrolling: &mut Unrolling, turn_taking: &Finding, clock: &Clock) -> Finding {
    if let Some(witness) = turn_taking.witness.as_ref() {
        return Finding::refuted("several roles move at once", witness);
    }
    if known.game.roles.len() == 1 {
        return Finding::proved("there is only one role");
    }
    let rotation = match rotation(known) {
        Ok(rotation) => rotation,
        Err(finding) => return finding,
    };
    let order = || rotation.iter().map(|&role| known.game.roles[role].as_str()).collect::<Vec<_>>().join(", ");
    if !turn_taking.is_proved() {
        return Finding::unknown("it is not known whether several roles may move at once");
    }
    if known.samples.exhaustive {
        return Finding::proved(format!("seen in all reachable states: {}", order()));
    }
    if rotates(known, unrolling, clock, &rotation) {
        return Finding::proved(format!("the mover is told by fluents that depend on the ply alone: {}", order()));
    }
    Finding::unknown("no state that contradicts it was found, nor a proof")
}

/// The roles in the order in which they have a choice, by the samples, or why there is no such order.
fn rotation(known: &Known) -> Result<Vec<usize>, Finding> {
    let states = &known.samples.states;
    let mut active: Vec<usize> = Vec::new();
    for visited in states {
        active.extend((0..known.game.roles.len()).filter(|&role| visited.choice[role]));
        active.sort_unstable();
        active.dedup();
    }
    if active.is_empty() {
        return Err(Finding::unknown("no role was seen to have a choice"));
    }
    let mut mover: Vec<Option<usize>> = vec![None; active.len()];
    for (state, phase) in phases(known, active.len()) {
        let visited = &states[state];
        let Some(role) = (0..known.game.roles.len()).find(|&role| visited.choice[role]) else { continue };
        if *mover[phase].get_or_insert(role) != role || mover.iter().filter(|m| **m == Some(role)).count() > 1 {
            let reason = format!("{} has a choice out of turn", known.game.roles[role]);
            return Err(Finding::refuted(reason, &visited.state));
        }
    }
    mover.into_iter().collect::<Option<Vec<usize>>>().ok_or_else(|| Finding::unknown("too few turns were seen"))
}

/// The sampled states with the ply at which they are reached, modulo `period`: all such pairs where the search was exhaustive.
fn phases(known: &Known, period: usize) -> Vec<(usize, usize)> {
    if !known.samples.exhaustive {
        let numbered = |playout: &Vec<u32>| {
            playout.iter().enumerate().map(|(ply, &state)| (state as usize, ply % period)).collect::<Vec<_>>()
        };
        return known.samples.playouts.iter().flat_map(numbered).collect();
    }
    let successors = known.samples.successors();
    let mut seen = vec![false; known.samples.states.len() * period];
    let mut reached = vec![(0, 0)];
    seen[0] = true;
    let mut next = 0;
    while let Some(&(state, phase)) = reached.get(next) {
        next += 1;
        let after = (phase + 1) % period;
        for &to in &successors[state] {
            let slot = &mut seen[to as usize * period + after];
            if !std::mem::replace(slot, true) {
                reached.push((to as usize, after));
            }
        }
    }
    reached
}

/// Whether the clock's readings leave nobody a choice out of turn.
fn rotates(known: &Known, unrolling: &mut Unrolling, clock: &Clock, rotation: &[usize]) -> bool {
    let Some(dial) = clock.dial(rotation.len()) else { return false };
    let goes_on = unrolling.literal(0, !known.game.terminal, Sense::True);
    let choices: Vec<Lit> = (0..known.game.roles.len()).map(|role| unrolling.choice(0, role)).collect();
    dial.iter().enumerate().all(|(phase, reading)| {
        let mut others: Vec<Lit> = choices.clone();
        others.remove(rotation[phase]);
        let someone = either(unrolling, &others);
        let mut assumptions = reading.literals(unrolling, 0);
        assumptions.extend([goes_on, someone]);
        unrolling.solver.solve(&assumptions, CONFLICTS) == Answer::Unsat
    })
}

/// A literal that implies that a role has no legal move at a frame.
fn moveless(unrolling: &mut Unrolling, frame: usize, role: usize) -> Lit {
    let stuck = unrolling.solver.fresh();
    for index in 0..unrolling.game.moves[role].len() {
        let legal = unrolling.literal(frame, unrolling.game.moves[role][index].legal, Sense::False);
        unrolling.solver.clause([!stuck, !legal]);
    }
    stuck
}

/// A literal that implies both.
pub fn both(unrolling: &mut Unrolling, one: Lit, two: Lit) -> Lit {
    let both = unrolling.solver.fresh();
    unrolling.solver.clause([!both, one]);
    unrolling.solver.clause([!both, two]);
    both
}

/// A literal that implies one of them.
pub fn either(unrolling: &mut Unrolling, literals: &[Lit]) -> Lit {
    let either = unrolling.solver.fresh();
    unrolling.solver.clause(literals.iter().copied().chain([!either]));
    either
}
