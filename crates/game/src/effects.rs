//! The effect of each joint move: when it is legal, and the next value of every variable that it may change.
//!
//! GDL has no frame axiom: `next` defines which facts hold afterwards, and all others become false. So unchanged
//! variables are detected semantically. With the inputs of the moves set to constants, and the fluents settled by
//! legality as well, the next values of most variables collapse to the variable itself; the engines decide the rest.

use std::ops::ControlFlow;

use crate::cofactor::{Assignment, Cofactors};
use crate::variation::for_each_joint_move;
use crate::{Circuit, Fluent, Game, GateKind, Signal};

use crate::implied::Implied;
use crate::joint::JointMove;

/// A joint move after its inputs are resolved: the signals read fluents only.
pub struct Effect {
    /// The moves.
    pub joint: JointMove,
    /// The conjunction of these signals is its legality.
    pub guard: Vec<Signal>,
    /// The role that chooses it: no other role has an alternative where it is legal. `None` if this could not be
    /// determined.
    pub chooser: Option<usize>,
    /// Variables that may change, each with a signal per value: whether it has that value afterwards.
    pub writes: Vec<(usize, Vec<Signal>)>,
}

/// The effects of all joint moves, and the circuit of their signals.
pub struct Effects {
    /// One per joint move.
    pub effects: Vec<Effect>,
    /// The game's circuit with additional gates.
    pub circuit: Circuit,
}

/// Resolves the given joint moves.
pub fn effects(game: &Game, implied: &Implied, joints: Vec<JointMove>) -> Effects {
    let mut cofactors = Cofactors::new(&game.circuit);
    let mut effects = Vec::with_capacity(joints.len());
    let _ = for_each_joint_move(game, &joints, &mut cofactors, |cofactors, joint, remainders| {
        let next: Vec<Signal> = game.next.iter().map(|&signal| remainders.of(signal)).collect();
        let writes = writes(game, implied, joint, &next, cofactors);
        let (guard, chooser) = (guard(game, joint), chooser(game, implied, joint));
        effects.push(Effect { joint: joint.clone(), guard, chooser, writes });
        ControlFlow::Continue(())
    });
    Effects { effects, circuit: cofactors.circuit().clone() }
}

/// The variables whose next value is not syntactically the present one, given the fluents settled by legality.
fn writes(
    game: &Game,
    implied: &Implied,
    joint: &JointMove,
    next: &[Signal],
    cofactors: &mut Cofactors,
) -> Vec<(usize, Vec<Signal>)> {
    let constant = |holds| if holds { Signal::TRUE } else { Signal::FALSE };
    let settled: Assignment = implied
        .close(&joint.settled)
        .iter()
        .map(|(&f, &holds)| (game.fluent_input(f).node(), constant(holds)))
        .collect();
    let mut writes = Vec::new();
    for (number, variable) in game.variables.iter().enumerate() {
        let after: Vec<Signal> = variable.fluents.iter().map(|f| next[f.0 as usize]).collect();
        let same = |(fluent, &signal): (&Fluent, &Signal)| signal == game.fluent_input(*fluent);
        if variable.fluents.iter().zip(&after).all(same) {
            continue;
        }
        let mut after = cofactors.cofactor(&after, &settled);
        let now = |fluent: &Fluent| {
            let input = game.fluent_input(*fluent);
            settled.get(&input.node()).copied().unwrap_or(input)
        };
        if variable.fluents.iter().zip(&after).all(|(fluent, &signal)| signal == now(fluent)) {
            continue;
        }
        if variable.none {
            let some = cofactors.or(after.clone());
            after.push(!some);
        }
        writes.push((number, after));
    }
    writes
}

/// The conjuncts of all roles' legality.
fn guard(game: &Game, joint: &JointMove) -> Vec<Signal> {
    let mut conjuncts = Vec::new();
    let mut pending: Vec<Signal> =
        joint.moves.iter().zip(&game.moves).map(|(&m, moves)| moves[m as usize].legal).collect();
    while let Some(signal) = pending.pop() {
        match game.circuit.gate(signal.node()) {
            Some(gate) if (gate.kind == GateKind::And) != signal.inverted() => {
                let operands = game.circuit.operands(gate).iter();
                pending.extend(operands.map(|&s| if signal.inverted() { !s } else { s }));
            }
            _ => conjuncts.push(signal),
        }
    }
    conjuncts.sort_unstable();
    conjuncts.dedup();
    conjuncts
}

/// The only role that may have an alternative where this move is legal; the first role if none has.
fn chooser(game: &Game, implied: &Implied, joint: &JointMove) -> Option<usize> {
    let alternative = |role: usize| {
        let others = game.moves[role].iter().enumerate().filter(|(index, _)| *index != joint.moves[role] as usize);
        let mut legal = others.map(|(_, other)| other.legal).filter(|&legal| legal != Signal::FALSE);
        legal.any(|legal| implied.join(&joint.settled, implied.of(legal)).is_some())
    };
    let mut choosing = (0..game.roles.len()).filter(|&role| alternative(role));
    match (choosing.next(), choosing.next()) {
        (None, _) => Some(0),
        (one, None) => one,
        _ => None,
    }
}
