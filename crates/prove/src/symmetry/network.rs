//! The circuit in a form that hides as few symmetries as possible.
//!
//! All gates are and-gates with sorted sets of operands and inverted edges, equal gates are one gate, and an and-gate that only one
//! other and-gate reads is part of that one. Each step depends on the structure alone and not on the order in which gates were
//! written, so what is symmetric stays symmetric; and `(a and b) and c` looks like `a and (b and c)` afterwards. Gates of recursive
//! blocks are kept as they are.

use game::{Circuit, GateKind, Signal};
use rustc_hash::FxHashMap;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The constant, a fluent or a move.
    Input,
    /// True if all operands are.
    And,
    /// An and-gate of a recursive block.
    RecursiveAnd,
    /// An or-gate of a recursive block.
    RecursiveOr,
}

/// Nodes with sorted operands; inputs come first, numbered as in the circuit.
pub struct Network {
    /// Per node what it is.
    pub kinds: Vec<Kind>,
    /// Per node what it reads.
    pub operands: Vec<Vec<Signal>>,
    known: FxHashMap<Vec<Signal>, Signal>,
}

impl Network {
    /// A circuit in this form, and what its outputs are called here.
    pub fn new(circuit: &Circuit, outputs: &[Signal]) -> (Network, Vec<Signal>) {
        let (plain, names) = Network::unflattened(circuit);
        let outputs: Vec<Signal> = outputs.iter().map(|&output| renamed(&names, output)).collect();
        let mut readers = vec![0_u32; plain.kinds.len()];
        for signal in plain.operands.iter().flatten().chain(&outputs) {
            readers[signal.node() as usize] += 1;
        }
        let (flat, names) = plain.flattened(circuit.inputs, &readers);
        (flat, outputs.iter().map(|&output| renamed(&names, output)).collect())
    }

    fn inputs(inputs: u32) -> (Network, Vec<Signal>) {
        let nodes = 1 + inputs as usize;
        let network =
            Network { kinds: vec![Kind::Input; nodes], operands: vec![Vec::new(); nodes], known: FxHashMap::default() };
        (network, (0..nodes as u32).map(Signal::of).collect())
    }

    /// Equal gates merged, with the names of the circuit's nodes.
    fn unflattened(circuit: &Circuit) -> (Network, Vec<Signal>) {
        let (mut network, mut names) = Network::inputs(circuit.inputs);
        for block in &circuit.blocks {
            let gates = &circuit.gates[block.gates.start as usize..block.gates.end as usize];
            if block.recursive {
                for gate in gates {
                    let kind = if gate.kind == GateKind::And { Kind::RecursiveAnd } else { Kind::RecursiveOr };
                    names.push(network.push(kind, Vec::new()));
                }
                for (gate, index) in gates.iter().zip(block.gates.clone()) {
                    let mut operands: Vec<Signal> =
                        circuit.operands(gate).iter().map(|&signal| renamed(&names, signal)).collect();
                    operands.sort_unstable();
                    operands.dedup();
                    let node = names[circuit.gate_node(index) as usize].node();
                    network.operands[node as usize] = operands;
                }
                continue;
            }
            for gate in gates {
                // An or-gate is an and-gate with its operands and its output inverted.
                let or = gate.kind == GateKind::Or;
                let operands = circuit.operands(gate).iter().map(|&signal| inverted_if(renamed(&names, signal), or));
                let output = network.and(operands.collect());
                names.push(inverted_if(output, or));
            }
        }
        (network, names)
    }

    /// And-gates taken into the only and-gate that reads them, with the names of this network's nodes.
    fn flattened(&self, inputs: u32, readers: &[u32]) -> (Network, Vec<Signal>) {
        let (mut flat, mut names) = Network::inputs(inputs);
        let mut lists: Vec<Vec<Signal>> = vec![Vec::new(); names.len()];
        // Recursive gates may be read before their operands are known here, so these come last.
        let first = names.len();
        for node in first..self.kinds.len() {
            let mut list = Vec::new();
            if self.kinds[node] == Kind::And {
                for &operand in &self.operands[node] {
                    let inner = operand.node() as usize;
                    match !operand.inverted() && self.kinds[inner] == Kind::And && readers[inner] == 1 {
                        true => list.extend_from_slice(&lists[inner]),
                        false => list.push(renamed(&names, operand)),
                    }
                }
                names.push(flat.and(list.clone()));
            } else {
                names.push(flat.push(self.kinds[node], Vec::new()));
            }
            lists.push(list);
        }
        for node in (first..self.kinds.len()).filter(|&node| self.kinds[node] != Kind::And) {
            let mut operands: Vec<Signal> = self.operands[node].iter().map(|&signal| renamed(&names, signal)).collect();
            operands.sort_unstable();
            operands.dedup();
            flat.operands[names[node].node() as usize] = operands;
        }
        (flat, names)
    }

    fn push(&mut self, kind: Kind, operands: Vec<Signal>) -> Signal {
        self.kinds.push(kind);
        self.operands.push(operands);
        Signal::of(self.kinds.len() as u32 - 1)
    }

    /// The and of some signals: a constant, one of them, a gate that is already there, or a new one.
    fn and(&mut self, mut operands: Vec<Signal>) -> Signal {
        operands.sort_unstable();
        operands.dedup();
        operands.retain(|&signal| signal != Signal::TRUE);
        // A signal and its complement are neighbours in the order.
        if operands.contains(&Signal::FALSE) || operands.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Signal::FALSE;
        }
        match operands[..] {
            [] => return Signal::TRUE,
            [single] => return single,
            _ => {}
        }
        if let Some(&known) = self.known.get(&operands) {
            return known;
        }
        let signal = self.push(Kind::And, operands.clone());
        self.known.insert(operands, signal);
        signal
    }
}

fn inverted_if(signal: Signal, inverted: bool) -> Signal {
    if inverted { !signal } else { signal }
}

fn renamed(names: &[Signal], signal: Signal) -> Signal {
    inverted_if(names[signal.node() as usize], signal.inverted())
}
