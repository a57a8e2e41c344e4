//! What remains of a circuit for each joint move.
//!
//! Joint moves differ in a few inputs. What remains under one of them is worked out in full; another changes the gates
//! that its inputs reach, and of these only those are looked at that change indeed: a disjunction of a thousand moves
//! is true whichever of them is made. Then the changes are taken back.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::circuit::{Circuit, GateKind, Signal};
use crate::cofactor::{Assignment, Cofactors};
use crate::joint::JointMove;
use crate::model::Game;

/// Joint moves, in their order, that are seen as variations of the same one. Neighbours are alike: the same piece on
/// the same square.
const ALIKE: usize = 32;
/// Operands up to which a gate is worked out anew; of wider ones those that changed are noted.
const NARROW: usize = 16;

/// What each node is replaced by, for some joint move.
pub struct JointRemainders<'v> {
    values: &'v [Signal],
}

impl JointRemainders<'_> {
    /// What remains of a signal.
    pub fn of(&self, signal: Signal) -> Signal {
        of(self.values, signal)
    }
}

fn of(values: &[Signal], signal: Signal) -> Signal {
    let value = values[signal.node() as usize];
    if signal.inverted() { !value } else { value }
}

/// Tells what remains of the circuit for each joint move, in order, until told to stop.
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

/// The remainders of all nodes, and what was changed lately.
struct Variation {
    values: Vec<Signal>,
    /// Nodes that were changed, with their values before.
    log: Vec<(u32, Signal)>,
    readers: Readers,
    /// Gates to look at, the lowest first, since operands come before the gates that read them.
    agenda: BinaryHeap<Reverse<u32>>,
    waiting: Vec<bool>,
    /// Per wide gate on the agenda its operands that changed, with their values before.
    changed: FxHashMap<u32, Vec<(Signal, Signal)>>,
}

impl Variation {
    /// Nobody moves.
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

    /// Changes inputs and all that follows.
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

    /// What remains of a gate some operands of which changed.
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
            // Operands that said nothing before join the rest, which is what the gate was without them.
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

    /// A recursive block is worked out as a whole.
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
        // Its gates are done, whichever of them were waiting.
        while let Some(Reverse(node)) = self.agenda.peek().copied().filter(|Reverse(node)| nodes.contains(node)) {
            self.agenda.pop();
            self.waiting[node as usize] = false;
            self.changed.remove(&node);
        }
    }
}

/// Per node of a circuit the gates that read it.
struct Readers {
    /// Per node its readers, inverted where they read its complement.
    of: Vec<Vec<Signal>>,
    /// Per node the recursive block that it belongs to.
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
