//! Well-formedness of circuits and ground games.
//!
//! Evaluators index without checks; the checks are made here, once per game. The output of a grounder that passes
//! cannot make an evaluator loop forever or read out of bounds.
//!
//! ```
//! use game::{Block, Circuit, Gate, GateKind, Signal};
//!
//! let mut circuit = Circuit { inputs: 1, ..Circuit::default() };
//! circuit.operand_list = vec![Signal::of(1), Signal::of(2)];
//! circuit.gates = vec![Gate { kind: GateKind::Or, operands: 0..2 }];
//! circuit.blocks = vec![Block { gates: 0..1, recursive: false }];
//! assert_eq!(circuit.check().unwrap_err().to_string(), "gate 0 reads node 2, which is not computed before it");
//! circuit.blocks[0].recursive = true;
//! assert!(circuit.check().is_ok());
//! ```

use crate::circuit::{Circuit, Signal};
use crate::model::Game;
/// A defect of a circuit or a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Defect {
    /// More nodes than a [`Signal`] can name.
    #[error("the circuit has more than {} nodes", 1u32 << 31)]
    TooManyNodes,
    /// The operand range of this gate is not within the operand list.
    #[error("the operands of gate {0} lie outside the operand list")]
    OperandRange(u32),
    /// The block with this index does not start at the end of the one before, or the last one does not end with the
    /// gates.
    #[error("block {0} does not continue where the one before it ends")]
    BlockRange(usize),
    /// A gate reads a node that is not computed before it.
    #[error("gate {gate} reads node {node}, which is not computed before it")]
    Order {
        /// The gate.
        gate: u32,
        /// The node it reads.
        node: u32,
    },
    /// A gate of a recursive block reads the complement of another gate of that block.
    #[error("gate {gate} reads the complement of node {node} of its own recursive block")]
    InvertedRecursion {
        /// The gate.
        gate: u32,
        /// The node it reads.
        node: u32,
    },
    /// A gate of the state blocks reads a move, or a gate that may.
    #[error("gate {0} of the state blocks depends on a move")]
    StateGateReadsMove(u32),
    /// A legality, goal or terminal signal reads a move, or a gate that may.
    #[error("signal {0:?} of a legal, goal or terminal condition depends on a move")]
    StateSignalReadsMove(Signal),
    /// A signal names a node that does not exist.
    #[error("signal {0:?} names a node that does not exist")]
    UnknownNode(Signal),
    /// Two parallel lists differ in length; says which.
    #[error("the game is inconsistent: {0}")]
    Lengths(&'static str),
    /// The first state is not an ascending list of fluents.
    #[error("the initial state is not an ascending list of fluents")]
    Initial,
    /// The variables do not partition the fluents.
    #[error("the variables are not a partition of the fluents")]
    Variables,
}

fn ensure(condition: bool, defect: impl FnOnce() -> Defect) -> Result<(), Defect> {
    if condition { Ok(()) } else { Err(defect()) }
}

impl Circuit {
    /// Checks that the blocks cover the gates in evaluation order, and that recursion is monotone.
    pub fn check(&self) -> Result<(), Defect> {
        let nodes = 1 + u64::from(self.inputs) + self.gates.len() as u64;
        ensure(nodes <= 1 << 31, || Defect::TooManyNodes)?;
        let mut covered = 0;
        for (index, block) in self.blocks.iter().enumerate() {
            let fits = block.gates.start == covered
                && block.gates.start <= block.gates.end
                && block.gates.end as usize <= self.gates.len();
            ensure(fits, || Defect::BlockRange(index))?;
            covered = block.gates.end;
            for gate in block.gates.clone() {
                self.check_gate(gate, block)?;
            }
        }
        ensure(covered as usize == self.gates.len(), || Defect::BlockRange(self.blocks.len()))
    }

    fn check_gate(&self, gate: u32, block: &crate::circuit::Block) -> Result<(), Defect> {
        let range = &self.gates[gate as usize].operands;
        let fits = range.start <= range.end && range.end as usize <= self.operand_list.len();
        ensure(fits, || Defect::OperandRange(gate))?;
        let own = self.gate_node(gate);
        let known = if block.recursive { self.gate_node(block.gates.end) } else { own };
        for operand in self.operands(&self.gates[gate as usize]) {
            let node = operand.node();
            ensure(node < known, || Defect::Order { gate, node })?;
            let inside = block.recursive && node >= self.gate_node(block.gates.start);
            ensure(!(inside && operand.inverted()), || Defect::InvertedRecursion { gate, node })?;
        }
        Ok(())
    }
}

impl Game {
    /// Checks the circuit, that everything the game refers to exists, and that legal, goal and terminal conditions
    /// depend on no move.
    pub fn check(&self) -> Result<(), Defect> {
        self.circuit.check()?;
        self.check_lengths()?;
        let fluents = self.fluents.len() as u32;
        let ascending = self.initial.windows(2).all(|pair| pair[0] < pair[1]);
        ensure(ascending && self.initial.iter().all(|f| f.0 < fluents), || Defect::Initial)?;
        let mut grouped: Vec<u32> = self.variables.iter().flat_map(|v| v.fluents.iter().map(|f| f.0)).collect();
        grouped.sort_unstable();
        ensure(grouped.into_iter().eq(0..fluents), || Defect::Variables)?;
        self.check_state_part()?;
        let nodes = self.circuit.nodes();
        self.next.iter().try_for_each(|&s| ensure((s.node() as usize) < nodes, || Defect::UnknownNode(s)))
    }

    fn check_lengths(&self) -> Result<(), Defect> {
        let moves: usize = self.moves.iter().map(Vec::len).sum();
        ensure(self.circuit.inputs as usize == self.fluents.len() + moves, || {
            Defect::Lengths("the circuit's inputs are not its fluents and moves")
        })?;
        ensure(self.next.len() == self.fluents.len(), || Defect::Lengths("not one next condition per fluent"))?;
        ensure(self.moves.len() == self.roles.len(), || Defect::Lengths("not one list of moves per role"))?;
        ensure(self.goals.len() == self.roles.len(), || Defect::Lengths("not one list of goals per role"))?;
        ensure(self.state_blocks <= self.circuit.blocks.len(), || Defect::Lengths("more state blocks than blocks"))
    }

    /// Whether the node is the constant, a fluent or a gate of the state blocks.
    fn reads_state_only(&self, node: u32) -> bool {
        let state_gates = match self.state_blocks {
            0 => 0,
            count => self.circuit.blocks[count - 1].gates.end,
        };
        let first_gate = self.circuit.gate_node(0);
        node as usize <= self.fluents.len() || (first_gate..first_gate + state_gates).contains(&node)
    }

    fn check_state_part(&self) -> Result<(), Defect> {
        for gate in self.circuit.blocks[..self.state_blocks].iter().flat_map(|block| block.gates.clone()) {
            let mut operands = self.circuit.operands(&self.circuit.gates[gate as usize]).iter();
            ensure(operands.all(|s| self.reads_state_only(s.node())), || Defect::StateGateReadsMove(gate))?;
        }
        let legal = self.moves.iter().flatten().map(|m| m.legal);
        let goals = self.goals.iter().flatten().map(|g| g.holds);
        for signal in legal.chain(goals).chain([self.terminal]) {
            ensure((signal.node() as usize) < self.circuit.nodes(), || Defect::UnknownNode(signal))?;
            ensure(self.reads_state_only(signal.node()), || Defect::StateSignalReadsMove(signal))?;
        }
        Ok(())
    }
}
