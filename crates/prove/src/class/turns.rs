//! Turn order: one role at a time or several, in a fixed rotation or not, and whether everybody always has a move.

use std::collections::BTreeSet;

use game::stuck::Stuck;
use game::{Game, State};

use super::clock::Clock;
use crate::finding::Finding;
use crate::induction::everywhere::{CONFLICTS, Premises};
use crate::sat::unrolling::{Sense, Unrolling};
use crate::sat::{Answer, Lit};

/// Whether at most one role has a choice in every non-terminal state.
pub fn turn_taking(premises: &Premises, unrolling: &mut Unrolling) -> Finding {
    let game = premises.game;
    if game.players().count() == 1 {
        return Finding::proved(ONE_ROLE);
    }
    premises.everywhere(
        unrolling,
        |visited| {
            let mut choosers = game.players().filter(|&role| visited.choice[role]);
            let (one, two) = (choosers.next()?, choosers.next()?);
            Some(format!("{} and {} both have a choice", game.roles[one], game.roles[two]))
        },
        |unrolling, frame| {
            let choices: Vec<Lit> = game.players().map(|role| unrolling.choice(frame, role)).collect();
            let two = unrolling.solver.at_least_two(&choices);
            let goes_on = unrolling.literal(frame, !game.terminal, Sense::True);
            both(unrolling, two, goes_on)
        },
    )
}

/// Whether every role has a legal move in every non-terminal state.
pub fn playable(premises: &Premises, unrolling: &mut Unrolling) -> Finding {
    let game = premises.game;
    premises.everywhere(
        unrolling,
        |visited| visited.stuck.map(|_| Stuck::in_state(game, &visited.state).to_string()),
        |unrolling, frame| {
            let stuck: Vec<Lit> = (0..game.roles.len()).map(|role| moveless(unrolling, frame, role)).collect();
            let someone = either(unrolling, &stuck);
            let goes_on = unrolling.literal(frame, !game.terminal, Sense::True);
            both(unrolling, someone, goes_on)
        },
    )
}

/// Whether the roles that ever have a choice alternate: at ply `t` only the role with index `t` modulo their number has
/// one.
pub fn alternating(premises: &Premises, unrolling: &mut Unrolling, turn_taking: &Finding, clock: &Clock) -> Finding {
    if let Some(witness) = turn_taking.witness.as_ref() {
        return Finding::refuted("several roles move at once", witness);
    }
    if premises.game.players().count() == 1 {
        return Finding::proved(ONE_ROLE);
    }
    let rotation = match rotation(premises) {
        Ok(rotation) => rotation,
        Err(finding) => return finding,
    };
    let order = || rotation.iter().map(|&role| premises.game.roles[role].as_str()).collect::<Vec<_>>().join(", ");
    if !turn_taking.is_proved() {
        return Finding::unknown("it is not known whether several roles may move at once");
    }
    if premises.samples.exhaustive {
        return Finding::proved(format!("holds in all reachable states: {}", order()));
    }
    if rotates(premises, unrolling, clock, &rotation) {
        return Finding::proved(format!("fluents that depend only on the ply determine the mover: {}", order()));
    }
    premises.open()
}

/// The roles in the order in which they have a choice in the samples, or why there is no such order.
fn rotation(premises: &Premises) -> Result<Vec<usize>, Finding> {
    let samples = premises.samples;
    let chooser = |state: usize| premises.game.players().find(|&role| samples.states[state].choice[role]);
    let phases = |period: usize| match samples.exhaustive {
        true => samples.successors().phases(period),
        false => {
            let numbered = |playout: &Vec<u32>| {
                playout.iter().enumerate().map(|(ply, &state)| (state as usize, ply % period)).collect::<Vec<_>>()
            };
            samples.playouts.iter().flat_map(numbered).collect()
        }
    };
    match seen_rotation(samples.states.len(), chooser, phases) {
        Ok(Rotation::Of(roles)) => Ok(roles),
        Ok(Rotation::NoChoice) if samples.exhaustive => Err(Finding::proved(NO_CHOICE)),
        Ok(Rotation::NoChoice) => Err(Finding::unknown("no role was seen to have a choice")),
        Ok(Rotation::Unseen) => Err(Finding::unknown("too few turns were seen")),
        Err(state) => Err(out_of_turn(premises.game, chooser(state), &samples.states[state].state)),
    }
}

/// The reason why a game of one role is turn-taking.
const ONE_ROLE: &str = "there is only one role";

/// The reason why a game without any choice alternates.
pub const NO_CHOICE: &str = "no role ever has a choice";

/// The finding that a role has a choice out of turn.
pub fn out_of_turn(game: &Game, role: Option<usize>, state: &State) -> Finding {
    let role = role.map_or("a role", |role| game.roles[role].as_str());
    Finding::refuted(format!("{role} has a choice out of turn"), state)
}

/// The rotation in which roles have a choice.
pub enum Rotation {
    /// These roles, in this order.
    Of(Vec<usize>),
    /// No role ever has a choice.
    NoChoice,
    /// Not every turn was seen.
    Unseen,
}

/// The rotation of the roles with a choice, given which role has one in which state, and the plies at which states are
/// reached, modulo a period. Or a state in which a role has a choice out of turn.
pub fn seen_rotation(
    states: usize,
    chooser: impl Fn(usize) -> Option<usize>,
    phases: impl Fn(usize) -> Vec<(usize, usize)>,
) -> Result<Rotation, usize> {
    let active: BTreeSet<usize> = (0..states).filter_map(&chooser).collect();
    if active.is_empty() {
        return Ok(Rotation::NoChoice);
    }
    let mut mover: Vec<Option<usize>> = vec![None; active.len()];
    for (state, phase) in phases(active.len()) {
        let Some(role) = chooser(state) else { continue };
        if *mover[phase].get_or_insert(role) != role || mover.iter().filter(|m| **m == Some(role)).count() > 1 {
            return Err(state);
        }
    }
    Ok(mover.into_iter().collect::<Option<Vec<usize>>>().map_or(Rotation::Unseen, Rotation::Of))
}

/// Whether, by the clock's readings, no role has a choice out of turn.
fn rotates(premises: &Premises, unrolling: &mut Unrolling, clock: &Clock, rotation: &[usize]) -> bool {
    let Some(dial) = clock.dial(rotation.len()) else { return false };
    let goes_on = unrolling.literal(0, !premises.game.terminal, Sense::True);
    let choices: Vec<(usize, Lit)> = premises.game.players().map(|role| (role, unrolling.choice(0, role))).collect();
    dial.iter().enumerate().all(|(phase, reading)| {
        let others: Vec<Lit> =
            choices.iter().filter(|(role, _)| *role != rotation[phase]).map(|&(_, choice)| choice).collect();
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
