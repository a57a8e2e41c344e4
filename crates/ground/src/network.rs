//! The circuit under construction: hash-consed n-ary conjunctions with inverted edges.
//!
//! Outside recursion there is only one kind of gate, the conjunction: a disjunction is a conjunction with all edges
//! inverted. So `(a or b)` and `not (not a and not b)` are automatically the same node, and each simplification covers
//! its dual. Whether a node is finally written as an and or as an or is decided in [`crate::assemble`].
//!
//! Recursive gates keep their kind, since inversion would turn the least fixpoint into a greatest one. They are grouped
//! into loops.

use game::Signal;

use crate::limits::push;
use crate::table::{Table, hash_words};

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// The constant true or an input.
    Leaf,
    /// A conjunction.
    And,
    /// A conjunction in this loop.
    LoopAnd(u32),
    /// A disjunction in this loop.
    LoopOr(u32),
}

/// A circuit under construction. Nodes read only earlier nodes, except inside a loop.
#[derive(Clone, Debug, Default)]
pub struct Network {
    kinds: Vec<NodeKind>,
    /// Start and end of each node's operands.
    ranges: Vec<(u32, u32)>,
    operands: Vec<Signal>,
    table: Table,
    loops: u32,
}

/// Gates with more operands are not examined when others are simplified: the cost would be quadratic for little gain.
const SMALL: usize = 16;

fn hash(operands: &[Signal]) -> u32 {
    hash_words(operands.iter().map(|s| s.node() << 1 | u32::from(s.inverted())))
}

impl Network {
    /// A network with the constant and `inputs` inputs.
    pub fn new(inputs: usize) -> Network {
        let mut network = Network::default();
        network.kinds.resize(1 + inputs, NodeKind::Leaf);
        network.ranges.resize(1 + inputs, (0, 0));
        network
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The kind of a node.
    pub fn kind(&self, node: u32) -> NodeKind {
        self.kinds[node as usize]
    }

    /// The operands of a node.
    pub fn operands(&self, node: u32) -> &[Signal] {
        let (start, end) = self.ranges[node as usize];
        &self.operands[start as usize..end as usize]
    }

    /// The number of operands of all nodes.
    pub fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// Memory that it holds.
    pub fn bytes(&self) -> usize {
        self.kinds.capacity() * size_of::<NodeKind>()
            + self.ranges.capacity() * size_of::<(u32, u32)>()
            + self.operands.capacity() * size_of::<Signal>()
            + self.table.bytes()
    }

    /// Disjunction. Consumes the operands.
    pub fn or(&mut self, operands: &mut Vec<Signal>) -> Signal {
        operands.iter_mut().for_each(|s| *s = !*s);
        !self.and(operands)
    }

    /// Conjunction. Consumes the operands.
    pub fn and(&mut self, operands: &mut Vec<Signal>) -> Signal {
        loop {
            if !normalise(operands) {
                return Signal::FALSE;
            }
            if operands.len() < 2 || !self.absorb(operands) {
                return self.plain(operands);
            }
        }
    }

    /// Simplifies sorted operands using the operands of operands. Returns whether anything changed.
    ///
    /// All replacements of one pass are made at once. That is sound: an operand is replaced or implied because of
    /// operands with smaller nodes, or implied by a conjunction with a larger node; neither kind of reason can be
    /// circular.
    fn absorb(&mut self, operands: &mut Vec<Signal>) -> bool {
        let mut changes: Vec<(Signal, Signal)> = Vec::new();
        let mut nodes = NodeFilter::default();
        operands.iter().for_each(|s| nodes.insert(s.node()));
        for &signal in operands.iter() {
            let inner = self.operands(signal.node());
            if self.kind(signal.node()) != NodeKind::And || inner.len() > SMALL {
                continue;
            }
            let holds = |s: &Signal| nodes.may_contain(s.node()) && operands.binary_search(s).is_ok();
            let fails = |s: &Signal| nodes.may_contain(s.node()) && operands.binary_search(&!*s).is_ok();
            if !signal.inverted() {
                // a and (b and c): b alone is implied, its complement is a contradiction.
                if inner.iter().any(fails) {
                    *operands = vec![Signal::FALSE];
                    return true;
                }
                changes.extend(inner.iter().filter(|s| holds(s)).map(|&implied| (implied, Signal::TRUE)));
            } else if inner.iter().any(fails) {
                // a and (a or b): the disjunction is implied.
                changes.push((signal, Signal::TRUE));
            } else if inner.iter().any(holds) {
                // a and (not a or b) is a and b.
                let rest: Vec<Signal> = inner.iter().copied().filter(|s| !holds(s)).collect();
                changes.push((signal, !self.plain(&rest)));
            }
        }
        changes.sort_unstable();
        for signal in operands.iter_mut() {
            if let Ok(change) = changes.binary_search_by_key(signal, |&(old, _)| old) {
                *signal = changes[change].1;
            }
        }
        !changes.is_empty()
    }

    /// Conjunction of sorted operands without simplification.
    fn plain(&mut self, operands: &[Signal]) -> Signal {
        match operands.len() {
            0 => Signal::TRUE,
            1 => operands[0],
            _ => self.gate(operands),
        }
    }

    fn gate(&mut self, operands: &[Signal]) -> Signal {
        let hash_value = hash(operands);
        let same = |node: u32| self.operands(node) == operands;
        if let Some(node) = self.table.find(hash_value, same) {
            return Signal::of(node);
        }
        let node = self.add(NodeKind::And, operands);
        self.table.insert(hash_value, node);
        Signal::of(node)
    }

    fn add(&mut self, kind: NodeKind, operands: &[Signal]) -> u32 {
        let node = self.kinds.len() as u32;
        let start = self.operands.len() as u32;
        for &operand in operands {
            push(&mut self.operands, operand);
        }
        push(&mut self.kinds, kind);
        push(&mut self.ranges, (start, self.operands.len() as u32));
        node
    }

    /// The number of a new loop; its gates must be added contiguously.
    pub fn new_loop(&mut self) -> u32 {
        self.loops += 1;
        self.loops - 1
    }

    /// A gate of a loop, whose operands are set later.
    pub fn loop_gate(&mut self, kind: NodeKind) -> Signal {
        Signal::of(self.add(kind, &[]))
    }

    /// Sets the operands of a loop's gate.
    pub fn set_operands(&mut self, gate: Signal, operands: &[Signal]) {
        let start = self.operands.len() as u32;
        for &operand in operands {
            push(&mut self.operands, operand);
        }
        self.ranges[gate.node() as usize] = (start, self.operands.len() as u32);
    }
}

/// A Bloom filter over nodes. It avoids most binary searches in gates with dozens of operands.
#[derive(Default)]
struct NodeFilter([u64; 16]);

impl NodeFilter {
    fn insert(&mut self, node: u32) {
        self.0[(node >> 6) as usize % 16] |= 1 << (node % 64);
    }

    fn may_contain(&self, node: u32) -> bool {
        self.0[(node >> 6) as usize % 16] >> (node % 64) & 1 == 1
    }
}

/// Sorts the operands and removes duplicates and the constant. Returns false if it finds a contradiction.
fn normalise(operands: &mut Vec<Signal>) -> bool {
    operands.retain(|&s| s != Signal::TRUE);
    operands.sort_unstable();
    operands.dedup();
    operands.first() != Some(&Signal::FALSE) && !operands.windows(2).any(|pair| pair[0] == !pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals() -> (Network, [Signal; 3]) {
        (Network::new(3), [1, 2, 3].map(Signal::of))
    }

    #[test]
    fn equal_gates_and_their_duals_are_shared() {
        let (mut network, [a, b, _]) = signals();
        let and = network.and(&mut vec![a, b]);
        assert_eq!(network.and(&mut vec![b, a, b, Signal::TRUE]), and);
        assert_eq!(network.or(&mut vec![!a, !b]), !and);
        assert_eq!(network.and(&mut vec![a, !a]), Signal::FALSE);
        assert_eq!(network.or(&mut vec![]), Signal::FALSE);
        assert_eq!(network.and(&mut vec![a]), a);
    }

    #[test]
    fn absorption_looks_one_gate_deep() {
        let (mut network, [a, b, c]) = signals();
        let or = network.or(&mut vec![a, b]);
        assert_eq!(network.and(&mut vec![a, or]), a);
        let ab = network.and(&mut vec![a, b]);
        assert_eq!(network.or(&mut vec![a, ab]), a);
        assert_eq!(network.and(&mut vec![!a, ab]), Signal::FALSE);
        assert_eq!(network.and(&mut vec![!a, or]), network.and(&mut vec![!a, b]));
        assert_eq!(network.and(&mut vec![a, ab, c]), network.and(&mut vec![ab, c]));
    }
}
