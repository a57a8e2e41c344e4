//! Cofactors: the remainders of signals under an assignment of others.
//!
//! A move fixes the inputs that represent it, so most of `next` collapses: the cells that the move does not affect keep
//! their value and become plain inputs again. [`Cofactors`] keeps the remaining gates of all moves, hash-consed in one
//! circuit that starts as a copy of the game's own, so that equal remainders are equal signals.
//!
//! ```text
//! next(cell 1 1 x) = (cell 1 1 x) ∨ (does xplayer (mark 1 1)) ∧ (cell 1 1 b)
//!     given does xplayer (mark 2 2) and no other move:   (cell 1 1 x)
//! ```

use components::components;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::circuit::{Block, Circuit, Gate, GateKind, Signal};

/// Assigned nodes, each with its replacement.
pub type Assignment = FxHashMap<u32, Signal>;

/// A growing circuit with the remainders of signals under assignments.
pub struct Cofactors {
    circuit: Circuit,
    unique: FxHashMap<(GateKind, Box<[Signal]>), Signal>,
    /// The block of each gate.
    block_of: Vec<u32>,
}

impl Cofactors {
    /// Starts from a copy of `circuit`.
    pub fn new(circuit: &Circuit) -> Cofactors {
        let mut unique = FxHashMap::default();
        let mut block_of = Vec::with_capacity(circuit.gates.len());
        for (number, block) in circuit.blocks.iter().enumerate() {
            for index in block.gates.clone() {
                block_of.push(number as u32);
                if !block.recursive {
                    let gate = &circuit.gates[index as usize];
                    let mut operands = circuit.operands(gate).to_vec();
                    operands.sort_unstable();
                    unique.insert((gate.kind, operands.into()), Signal::of(circuit.gate_node(index)));
                }
            }
        }
        Cofactors { circuit: circuit.clone(), unique, block_of }
    }

    /// The circuit with all remainders so far; nodes of the original circuit keep their numbers.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// The conjunction of some signals, simplified and hash-consed.
    pub fn and(&mut self, operands: Vec<Signal>) -> Signal {
        self.gate(GateKind::And, operands)
    }

    /// The disjunction of some signals, simplified and hash-consed.
    pub fn or(&mut self, operands: Vec<Signal>) -> Signal {
        self.gate(GateKind::Or, operands)
    }

    /// The remainders of `signals` under the assignment, in the same order.
    pub fn cofactor(&mut self, signals: &[Signal], assignment: &Assignment) -> Vec<Signal> {
        let remainders = self.remainders(signals, assignment);
        signals.iter().map(|&s| remainders.of(s)).collect()
    }

    /// The remainders of all gates below `signals` that the assignment changes.
    pub fn remainders(&mut self, signals: &[Signal], assignment: &Assignment) -> Remainders {
        let cone = self.cone(signals, assignment);
        let work = self.affected(&cone, assignment);
        let mut map = Remainders { own: assignment.clone() };
        self.rebuild(work, &mut map);
        map
    }

    /// The remainders of the gates of a recursive block, given an assignment of all nodes that it reads.
    pub(crate) fn block(&mut self, number: u32, outside: Assignment) -> Remainders {
        let mut map = Remainders { own: outside };
        self.cofactor_block(number, &mut map);
        map
    }

    fn rebuild(&mut self, work: Vec<Work>, map: &mut Remainders) {
        for item in work {
            match item {
                Work::Gate(node) => self.cofactor_gate(node, map),
                Work::Block(number) => self.cofactor_block(number, map),
            }
        }
    }

    /// A gate, simplified and hash-consed.
    pub(crate) fn gate(&mut self, kind: GateKind, mut operands: Vec<Signal>) -> Signal {
        let (neutral, dominant) = match kind {
            GateKind::And => (Signal::TRUE, Signal::FALSE),
            GateKind::Or => (Signal::FALSE, Signal::TRUE),
        };
        operands.sort_unstable();
        operands.dedup();
        operands.retain(|&s| s != neutral);
        // A node and its complement are neighbours once sorted.
        if operands.contains(&dominant) || operands.windows(2).any(|pair| pair[0] == !pair[1]) {
            return dominant;
        }
        match operands[..] {
            [] => neutral,
            [only] => only,
            _ => {
                let key = (kind, operands.into_boxed_slice());
                if let Some(&known) = self.unique.get(&key) {
                    return known;
                }
                let signal = self.push(kind, &key.1);
                self.close_block(1, false);
                self.unique.insert(key, signal);
                signal
            }
        }
    }

    /// Appends a gate without a block.
    fn push(&mut self, kind: GateKind, operands: &[Signal]) -> Signal {
        let start = self.circuit.operand_list.len() as u32;
        self.circuit.operand_list.extend_from_slice(operands);
        let end = self.circuit.operand_list.len() as u32;
        self.circuit.gates.push(Gate { kind, operands: start..end });
        Signal::of(self.circuit.gate_node(self.circuit.gates.len() as u32 - 1))
    }

    /// Puts the last `count` gates into a block; into the last block if both are plain.
    fn close_block(&mut self, count: u32, recursive: bool) {
        let end = self.circuit.gates.len() as u32;
        match self.circuit.blocks.last_mut() {
            Some(last) if !recursive && !last.recursive => last.gates.end = end,
            _ => self.circuit.blocks.push(Block { gates: end - count..end, recursive }),
        }
        self.block_of.resize(end as usize, self.circuit.blocks.len() as u32 - 1);
    }

    /// The gates below `signals`, ascending; assigned nodes are not expanded.
    fn cone(&self, signals: &[Signal], assignment: &Assignment) -> Vec<u32> {
        let mut below = FxHashSet::default();
        let mut pending: Vec<u32> = signals.iter().map(|s| s.node()).collect();
        let mut nodes = Vec::new();
        while let Some(node) = pending.pop() {
            if assignment.contains_key(&node) || !below.insert(node) {
                continue;
            }
            let Some(index) = self.gate_index(node) else { continue };
            nodes.push(node);
            let block = &self.circuit.blocks[self.block_of[index] as usize];
            if block.recursive {
                pending.extend(block.gates.clone().map(|g| self.circuit.gate_node(g)));
            }
            pending.extend(self.circuit.operands(&self.circuit.gates[index]).iter().map(|s| s.node()));
        }
        nodes.sort_unstable();
        nodes
    }

    /// The nodes of `nodes` that depend on an assigned node, in ascending order, operands first.
    fn affected(&self, nodes: &[u32], assignment: &Assignment) -> Vec<Work> {
        let mut changed: FxHashSet<u32> = assignment.keys().copied().collect();
        let mut work = Vec::new();
        let mut done_block = None;
        for &node in nodes {
            let Some(index) = self.gate_index(node) else { continue };
            let number = self.block_of[index];
            let block = &self.circuit.blocks[number as usize];
            if !block.recursive {
                if self.reads(index, &changed) {
                    changed.insert(node);
                    work.push(Work::Gate(node));
                }
            } else if done_block != Some(number) {
                done_block = Some(number);
                if block.gates.clone().any(|g| self.reads(g as usize, &changed)) {
                    changed.extend(block.gates.clone().map(|g| self.circuit.gate_node(g)));
                    work.push(Work::Block(number));
                }
            }
        }
        work
    }

    fn reads(&self, gate: usize, changed: &FxHashSet<u32>) -> bool {
        self.circuit.operands(&self.circuit.gates[gate]).iter().any(|s| changed.contains(&s.node()))
    }

    fn gate_index(&self, node: u32) -> Option<usize> {
        (node as usize).checked_sub(1 + self.circuit.inputs as usize)
    }

    fn cofactor_gate(&mut self, node: u32, map: &mut Remainders) {
        let Some(gate) = self.circuit.gate(node).cloned() else { return };
        let operands = self.circuit.operands(&gate).iter().map(|&s| map.of(s)).collect();
        let signal = self.gate(gate.kind, operands);
        map.own.insert(node, signal);
    }

    /// Cofactors a recursive block: gates that can no longer be true become false, and the rest becomes a block again,
    /// or plain gates if the recursion is broken.
    fn cofactor_block(&mut self, number: u32, map: &mut Remainders) {
        let range = self.circuit.blocks[number as usize].gates.clone();
        let first = self.circuit.gate_node(range.start);
        let last = self.circuit.gate_node(range.end);
        let inside = |node: u32| (first..last).contains(&node);
        let gates: Vec<(GateKind, Vec<Signal>)> = range
            .clone()
            .map(|g| {
                let gate = &self.circuit.gates[g as usize];
                let operands = self.circuit.operands(gate).iter();
                let outside = |s: Signal| if inside(s.node()) { s } else { map.of(s) };
                (gate.kind, operands.map(|&s| outside(s)).collect())
            })
            .collect();
        let members = |operands: &[Signal]| {
            operands.iter().filter(|s| inside(s.node())).map(|s| s.node() - first).collect::<Vec<u32>>()
        };
        let successors: Vec<Vec<u32>> = gates.iter().map(|(_, operands)| members(operands)).collect();
        let successor = |offset: u32, edge: usize| successors[offset as usize].get(edge).copied();
        for component in components(successor, successors.len(), 0..successors.len() as u32).iter() {
            let component: Vec<u32> = component.iter().map(|offset| first + offset).collect();
            self.emit_component(&gates, first, &component, map);
        }
    }

    /// Emits one strongly connected component of a block's gates; its outside operands are already mapped.
    fn emit_component(
        &mut self,
        gates: &[(GateKind, Vec<Signal>)],
        first: u32,
        component: &[u32],
        map: &mut Remainders,
    ) {
        let member: FxHashSet<u32> = component.iter().copied().collect();
        let resolve = |map: &Remainders, s: Signal| if member.contains(&s.node()) { s } else { map.of(s) };
        let possible = possible(gates, first, component, |s| resolve(map, s));
        let live: Vec<u32> = component.iter().copied().filter(|n| possible.contains(n)).collect();
        for &node in component {
            if !possible.contains(&node) {
                map.own.insert(node, Signal::FALSE);
            }
        }
        let recursive = |node: u32, (_, operands): &(GateKind, Vec<Signal>)| {
            live.len() > 1 || operands.iter().any(|s| s.node() == node)
        };
        if let [node] = live[..] {
            let gate = &gates[(node - first) as usize];
            if !recursive(node, gate) {
                // It may read others of its component, which are false by now.
                let operands = gate.1.iter().map(|&s| map.of(s)).collect();
                let signal = self.gate(gate.0, operands);
                map.own.insert(node, signal);
                return;
            }
        }
        if live.is_empty() {
            return;
        }
        let start = self.circuit.gate_node(self.circuit.gates.len() as u32);
        for (offset, &node) in live.iter().enumerate() {
            map.own.insert(node, Signal::of(start + offset as u32));
        }
        for &node in &live {
            let (kind, operands) = &gates[(node - first) as usize];
            let operands: Vec<Signal> = operands.iter().map(|&s| map.of(s)).collect();
            self.push(*kind, &operands);
        }
        self.close_block(live.len() as u32, true);
    }
}

enum Work {
    Gate(u32),
    Block(u32),
}

/// The replacements of assigned nodes and of gates that depend on them.
pub struct Remainders {
    own: Assignment,
}

impl Remainders {
    /// The remainder of a signal; the signal itself if nothing below it was assigned.
    pub fn of(&self, signal: Signal) -> Signal {
        match self.own.get(&signal.node()) {
            Some(&replacement) if signal.inverted() => !replacement,
            Some(&replacement) => replacement,
            None => signal,
        }
    }
}

/// The gates of a component that can be true if every outside signal that is not constant may be true.
fn possible(
    gates: &[(GateKind, Vec<Signal>)],
    first: u32,
    component: &[u32],
    resolve: impl Fn(Signal) -> Signal,
) -> FxHashSet<u32> {
    let members: FxHashSet<u32> = component.iter().copied().collect();
    let mut possible = FxHashSet::default();
    loop {
        let before = possible.len();
        for &node in component {
            let (kind, operands) = &gates[(node - first) as usize];
            let may = |&s: &Signal| {
                if members.contains(&s.node()) { possible.contains(&s.node()) } else { resolve(s) != Signal::FALSE }
            };
            let holds = match kind {
                GateKind::And => operands.iter().all(may),
                GateKind::Or => operands.iter().any(may),
            };
            if holds {
                possible.insert(node);
            }
        }
        if possible.len() == before {
            return possible;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two gates read each other, and an assumption removes one of them. The other must not read it any more.
    #[test]
    fn the_remainder_of_a_recursion_does_not_read_removed_gates() {
        let [given, assumed, one, other] = [1, 2, 3, 4].map(Signal::of);
        let circuit = Circuit {
            inputs: 2,
            gates: vec![Gate { kind: GateKind::Or, operands: 0..2 }, Gate { kind: GateKind::And, operands: 2..4 }],
            operand_list: vec![given, other, one, assumed],
            blocks: vec![Block { gates: 0..2, recursive: true }],
        };
        let assignment = Assignment::from_iter([(assumed.node(), Signal::FALSE)]);
        let left = Cofactors::new(&circuit).cofactor(&[one, other], &assignment);
        assert_eq!(left, [given, Signal::FALSE]);
    }
}
