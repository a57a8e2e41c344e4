//! The remainder of a circuit for each joint move.
//!
//! Joint moves differ in a few inputs. The remainder under one of them is computed in full. Another one changes the
//! gates that its inputs reach, and only gates whose value really changes are propagated: a disjunction of a thousand
//! moves is true for each of them. Then the changes are undone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::circuit::{Circuit, GateKind, Signal};
use crate::cofactor::{Assignment, Cofactors};
use crate::joint::JointMove;
use crate::model::Game;

/// The number of consecutive joint moves that are treated as variations of the same one. Neighbours are similar: the
/// same piece on the same square.
const ALIKE: usize = 32;
/// Gates with at most this many operands are recomputed; for wider ones the changed operands are recorded.
const NARROW: usize = 16;

/// The replacement of each node for a joint move.
pub struct JointRemainders<'v> {
    values: &'v [Signal],
}

impl JointRemainders<'_> {
    /// The remainder of a signal.
    pub fn of(&self, signal: Signal) -> Signal {
        of(self.values, signal)
    }
}

fn of(values: &[Signal], signal: Signal) -> Signal {
    let value = values[signal.node() as usize];
    if signal.inverted() { !value } else { value }
}

/// Passes the remainders for each joint move to a callback, in order, until it returns a break.
pub fn for_each_joint_move(
    game: &Game,
    joints: &[JointMove],
    cofactors: &mut Cofactors,
    mut tell: impl FnMut(&mut Cofactors, &JointMove, JointRemainders) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let inputs = |joint: &JointMove| -> Vec<u32> {
        joint.moves.iter().enumerate().map(|(role, &index)| game.move_input(role, index as usize).node()).collect()
    };
    let mut variation = Variation::new(game, cofactors);
    for alike in joints.chunks(ALIKE) {
        let typical = inputs(&alike[alike.len() / 2]);
        let idle = variation.log.len();
        variation.change(cofactors, typical.iter().map(|&node| (node, Signal::TRUE)));
        for joint in alike {
            let made = inputs(joint);
            let base = variation.log.len();
            let others = typical.iter().filter(|node| !made.contains(node)).map(|&node| (node, Signal::FALSE));
            variation.change(cofactors, others.chain(made.iter().map(|&node| (node, Signal::TRUE))));
            tell(cofactors, joint, JointRemainders { values: &variation.values })?;
            variation.undo(base);
        }
        variation.undo(idle);
    }
    ControlFlow::Continue(())
}

/// The remainders of all nodes, and the latest changes.
struct Variation {
    values: Vec<Signal>,
    /// Changed nodes with their previous values.
    log: Vec<(u32, Signal)>,
    readers: Readers,
    /// Gates to update, lowest first, since operands precede the gates that read them.
    agenda: BinaryHeap<Reverse<u32>>,
    waiting: Vec<bool>,
    /// For each wide gate on the agenda, its changed operands with their previous values.
    changed: FxHashMap<u32, Vec<(Signal, Signal)>>,
}

impl Variation {
    /// The remainders without any move.
    fn new(game: &Game, cofactors: &mut Cofactors) -> Variation {
        let moves = game.fluents.len() as u32 + 1..game.circuit.inputs + 1;
        let idle = cofactors.remainders(&game.next, &moves.map(|node| (node, Signal::FALSE)).collect());
        Variation {
            values: (0..game.circuit.nodes() as u32).map(|node| idle.of(Signal::of(node))).collect(),
            log: Vec::new(),
            readers: Readers::new(&game.circuit),
            agenda: BinaryHeap::new(),
            waiting: vec![false; game.circuit.nodes()],
            changed: FxHashMap::default(),
        }
    }

    fn undo(&mut self, length: usize) {
        for (node, before) in self.log.drain(length..).rev() {
            self.values[node as usize] = before;
        }
    }

    /// Changes inputs and propagates the changes.
    fn change(&mut self, cofactors: &mut Cofactors, inputs: impl Iterator<Item = (u32, Signal)>) {
        inputs.for_each(|(node, value)| self.set(cofactors.circuit(), node, value));
        while let Some(Reverse(node)) = self.agenda.pop() {
            self.waiting[node as usize] = false;
            match self.readers.block_of.get(&node) {
                Some(&block) => self.change_block(cofactors, block),
                None => {
                    let value = self.gate(cofactors, node);
                    self.set(cofactors.circuit(), node, value);
                }
            }
        }
    }

    fn set(&mut self, circuit: &Circuit, node: u32, value: Signal) {
        let before = std::mem::replace(&mut self.values[node as usize], value);
        if before == value {
            return;
        }
        self.log.push((node, before));
        for reader in &self.readers.of[node as usize] {
            if !std::mem::replace(&mut self.waiting[reader.node() as usize], true) {
                self.agenda.push(Reverse(reader.node()));
            }
            let wide = circuit.gate(reader.node()).is_some_and(|gate| gate.operands.len() > NARROW);
            if wide {
                let invert = |signal: Signal| if reader.inverted() { !signal } else { signal };
                let operand = (invert(Signal::of(node)), invert(before));
                self.changed.entry(reader.node()).or_default().push(operand);
            }
        }
    }

    /// The remainder of a gate with changed operands.
    fn gate(&mut self, cofactors: &mut Cofactors, node: u32) -> Signal {
        let Some(gate) = cofactors.circuit().gate(node).cloned() else { return Signal::of(node) };
        let neutral = if gate.kind == GateKind::And { Signal::TRUE } else { Signal::FALSE };
        let changed = self.changed.remove(&node).unwrap_or_default();
        if changed.iter().any(|&(operand, _)| of(&self.values, operand) == !neutral) {
            return !neutral;
        }
        let circuit = cofactors.circuit();
        let mut operands: Vec<Signal> = Vec::new();
        if !changed.is_empty() && changed.iter().all(|&(_, before)| before == neutral) {
            // Operands that were neutral before are added to the rest, which is the gate without them.
            let rest = self.values[node as usize];
            match circuit.gate(rest.node()).filter(|other| other.kind == gate.kind && !rest.inverted()) {
                Some(rest) => operands.extend_from_slice(circuit.operands(rest)),
                None => operands.push(rest),
            }
            operands.extend(changed.iter().map(|&(operand, _)| of(&self.values, operand)));
        } else {
            let all = circuit.operands(&gate).iter().map(|&operand| of(&self.values, operand));
            operands.extend(all.filter(|&value| value != neutral));
        }
        cofactors.gate(gate.kind, operands)
    }

    /// Recomputes a recursive block as a whole.
    fn change_block(&mut self, cofactors: &mut Cofactors, number: u32) {
        let circuit = cofactors.circuit();
        let gates = circuit.blocks[number as usize].gates.clone();
        let nodes = circuit.gate_node(gates.start)..circuit.gate_node(gates.end);
        let operands = nodes.clone().filter_map(|node| circuit.gate(node)).flat_map(|gate| circuit.operands(gate));
        let outside: Assignment = operands
            .map(|operand| operand.node())
            .filter(|node| !nodes.contains(node))
            .map(|node| (node, self.values[node as usize]))
            .collect();
        let values = cofactors.block(number, outside);
        for node in nodes.clone() {
            self.set(cofactors.circuit(), node, values.of(Signal::of(node)));
        }
        // All its gates are done, so they leave the agenda.
        while let Some(Reverse(node)) = self.agenda.peek().copied().filter(|Reverse(node)| nodes.contains(node)) {
            self.agenda.pop();
            self.waiting[node as usize] = false;
            self.changed.remove(&node);
        }
    }
}

/// For each node of a circuit, the gates that read it.
struct Readers {
    /// For each node its readers, inverted if they read its complement.
    of: Vec<Vec<Signal>>,
    /// For each node, the recursive block that it belongs to.
    block_of: FxHashMap<u32, u32>,
}

impl Readers {
    fn new(circuit: &Circuit) -> Readers {
        let mut of = vec![Vec::new(); circuit.nodes()];
        let mut block_of = FxHashMap::default();
        for (number, block) in (0..).zip(&circuit.blocks) {
            for index in block.gates.clone() {
                let node = circuit.gate_node(index);
                for operand in circuit.operands(&circuit.gates[index as usize]) {
                    let reader = Signal::of(node);
                    of[operand.node() as usize].push(if operand.inverted() { !reader } else { reader });
                }
                if block.recursive {
                    block_of.insert(node, number);
                }
            }
        }
        Readers { of, block_of }
    }
}
