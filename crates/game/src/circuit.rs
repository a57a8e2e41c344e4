//! Boolean circuits with n-ary gates, inverted edges, and blocks of recursive gates.
//!
//! Node 0 is the constant true, followed by the inputs and the gates. Each block reads only nodes before it and, if it
//! is recursive, itself. Recursion (paths, connections) is not unrolled: a recursive block denotes its least fixpoint,
//! so evaluation sets its gates to false and repeats until nothing changes. Inside a recursive block no edge between
//! two of its gates is inverted, so the least fixpoint exists.

use std::fmt;
use std::ops::{Not, Range};

/// A node of the circuit, or its complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(u32);

impl Signal {
    /// Constant true: node 0.
    pub const TRUE: Signal = Signal(0);
    /// Constant false: node 0 inverted.
    pub const FALSE: Signal = Signal(1);

    /// The node itself.
    pub const fn of(node: u32) -> Signal {
        Signal(node << 1)
    }

    /// The node it reads.
    pub const fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the node's complement.
    pub const fn inverted(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Signal {
    type Output = Signal;
    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.inverted() { "!" } else { "" }, self.node())
    }
}

/// The function of a gate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GateKind {
    /// True if all operands are.
    And,
    /// True if some operand is.
    Or,
}

/// A gate: its kind and the range of its operands.
#[derive(Clone, Debug)]
pub struct Gate {
    /// And or or.
    pub kind: GateKind,
    /// Range in the circuit's operand list; see [`Circuit::operands`].
    pub operands: Range<u32>,
}

/// A range of gates that are evaluated together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Indices into [`Circuit::gates`].
    pub gates: Range<u32>,
    /// Whether the gates read each other, so that the block denotes a least fixpoint. Otherwise each gate reads only
    /// smaller nodes.
    pub recursive: bool,
}

/// A circuit over `inputs` inputs.
#[derive(Clone, Default, Debug)]
pub struct Circuit {
    /// Number of inputs; they are the nodes `1..=inputs`.
    pub inputs: u32,
    /// The gates; gate `i` is node `1 + inputs + i`.
    pub gates: Vec<Gate>,
    /// The operands of all gates, concatenated.
    pub operand_list: Vec<Signal>,
    /// Blocks in evaluation order; together they cover `gates` from first to last.
    pub blocks: Vec<Block>,
}

impl Circuit {
    /// Number of nodes: the constant, the inputs and the gates.
    pub fn nodes(&self) -> usize {
        1 + self.inputs as usize + self.gates.len()
    }

    /// The node of gate `index`.
    pub fn gate_node(&self, index: u32) -> u32 {
        1 + self.inputs + index
    }

    /// The gate of a node; `None` for the constant and the inputs.
    pub fn gate(&self, node: u32) -> Option<&Gate> {
        self.gates.get((node as usize).checked_sub(1 + self.inputs as usize)?)
    }

    /// The operands of a gate.
    pub fn operands(&self, gate: &Gate) -> &[Signal] {
        &self.operand_list[gate.operands.start as usize..gate.operands.end as usize]
    }
}
