//! The circuit in a form that hides as few symmetries as possible.
//!
//! Rules may contain `a and (b or c)` in one place and `a and b, or a and c` in another, or a grounder may split a long
//! body into steps, and a symmetry that maps one to the other is lost. So every gate is expanded into alternatives of
//! conditions, as far as that stays small, without duplicates and implied alternatives; gates with equal forms are
//! merged. Each step depends only on the structure and not on the order of gates, so symmetry is preserved. Gates of
//! recursive blocks are unchanged.

use game::{Circuit, Gate, GateKind, Signal};
use rustc_hash::FxHashMap;
use std::rc::Rc;

use crate::quota::Quota;

/// A sorted conjunction of conditions.
pub type Term = Vec<Signal>;

/// Sorted alternatives. No alternative means false; a single empty one means true.
pub type Form = Vec<Term>;

/// The kind of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// The constant, a fluent or a move.
    Input,
    /// True if all conditions of some alternative are true.
    Form(Rc<Form>),
    /// An and-gate of a recursive block.
    RecursiveAnd(Vec<Signal>),
    /// An or-gate of a recursive block.
    RecursiveOr(Vec<Signal>),
}

/// The form of a gate.
#[derive(Clone)]
struct Written {
    form: Rc<Form>,
    /// Whether it is expanded down to inputs, so that equivalent gates have equal forms.
    whole: bool,
}

impl Written {
    fn atom(signal: Signal, whole: bool) -> Written {
        Written { form: Rc::new(atom(signal)), whole }
    }
}

/// How far gates are expanded.
#[derive(Clone, Copy)]
struct Extent {
    /// The maximum number of alternatives from combining the operands of a gate.
    combined: usize,
    /// The maximum number of conditions in one form; beyond, the operands remain gates.
    largest: usize,
    /// Whether gates with several readers are expanded.
    shared: bool,
    /// The maximum number of words in all forms.
    total: usize,
}

/// The extents; the next one is used if one grows too large. The last expands nothing and takes about as much memory as
/// the circuit itself.
const EXTENTS: [Extent; 3] = [
    Extent { combined: 64, largest: 4000, shared: true, total: 8_000_000 },
    Extent { combined: 1, largest: 4000, shared: false, total: 30_000_000 },
    Extent { combined: 1, largest: 0, shared: false, total: usize::MAX },
];
/// The overhead of an alternative in words.
const TERM: usize = 8;
/// Work per word of a form, and its bytes.
const WORD: u64 = 20;
const WORD_BYTES: usize = 4;
/// Forms with more alternatives are not searched for implied ones.
const MOST_COMPARED: usize = 300;

/// Nodes, the inputs first, numbered as in the circuit.
pub struct Network {
    /// For each node, its kind.
    pub nodes: Vec<Node>,
    known: FxHashMap<Rc<Form>, u32>,
    /// For each node of the circuit, its name here, and the forms of it and of its complement, for its readers to
    /// expand.
    names: Vec<Signal>,
    forms: Vec<[Option<Written>; 2]>,
    readers: Vec<u32>,
    extent: Extent,
    size: usize,
    /// Whether it was expanded to the first extent.
    pub complete: bool,
}

impl Network {
    /// A circuit in this form, and the names of its outputs; `None` if the quota is used up. Large circuits are expanded
    /// less.
    pub fn new(circuit: &Circuit, outputs: &[Signal], quota: &Quota) -> Option<(Network, Vec<Signal>)> {
        let mut network = EXTENTS.iter().find_map(|&extent| Network::written(circuit, extent, quota))?;
        // Only the data that the search reads is kept: the forms take far more memory.
        let outputs = outputs.iter().map(|&output| network.name(output)).collect();
        network.forms = Vec::new();
        Some((network, outputs))
    }

    fn inputs(circuit: &Circuit, extent: Extent) -> Network {
        let inputs = 1 + circuit.inputs;
        let mut readers = vec![0; circuit.nodes()];
        circuit.operand_list.iter().for_each(|signal| readers[signal.node() as usize] += 1);
        Network {
            nodes: vec![Node::Input; inputs as usize],
            known: FxHashMap::default(),
            names: (0..inputs).map(Signal::of).collect(),
            forms: (0..inputs).map(|_| [None, None]).collect(),
            readers,
            extent,
            size: 0,
            complete: extent.shared,
        }
    }

    /// The circuit with all gates; `None` if it grows too large or the quota is used up.
    fn written(circuit: &Circuit, extent: Extent, quota: &Quota) -> Option<Network> {
        let mut network = Network::inputs(circuit, extent);
        let mut held = quota.hold(0);
        for block in &circuit.blocks {
            let gates = &circuit.gates[block.gates.start as usize..block.gates.end as usize];
            if block.recursive {
                network.recursive(circuit, gates);
            } else {
                for gate in gates {
                    let before = network.size;
                    network.gate(gate.kind, circuit.operands(gate));
                    quota.spend(WORD * (1 + network.size - before) as u64);
                    held.set(WORD_BYTES * network.size);
                    if network.size > extent.total || quota.is_over() {
                        return None;
                    }
                }
            }
        }
        Some(network)
    }

    /// The name of a signal of the circuit.
    fn name(&self, signal: Signal) -> Signal {
        inverted_if(self.names[signal.node() as usize], signal.inverted())
    }

    /// The alternatives of a signal of the circuit, for a reader to expand: the signal itself if expanding would not
    /// help.
    fn form(&self, signal: Signal) -> Written {
        let node = signal.node() as usize;
        let Some(written) = &self.forms[node][usize::from(signal.inverted())] else {
            return Written::atom(self.name(signal), true);
        };
        let worth = written.whole || written.form.len() == 1;
        match worth && (self.extent.shared || self.readers[node] <= 1) {
            true => written.clone(),
            false => Written::atom(self.name(signal), false),
        }
    }

    fn recursive(&mut self, circuit: &Circuit, gates: &[Gate]) {
        let first = self.nodes.len();
        for at in first..first + gates.len() {
            self.nodes.push(Node::Input);
            self.names.push(Signal::of(at as u32));
            self.forms.push([None, None]);
        }
        for (gate, at) in gates.iter().zip(first..) {
            let mut operands: Vec<Signal> = circuit.operands(gate).iter().map(|&signal| self.name(signal)).collect();
            operands.sort_unstable();
            operands.dedup();
            self.size += operands.len();
            self.nodes[at] = match gate.kind {
                GateKind::And => Node::RecursiveAnd(operands),
                GateKind::Or => Node::RecursiveOr(operands),
            };
        }
    }

    fn gate(&mut self, kind: GateKind, operands: &[Signal]) {
        let complements: Vec<Signal> = operands.iter().map(|&signal| !signal).collect();
        let (holds, fails) = match kind {
            GateKind::And => (self.conjunction(operands), self.disjunction(&complements)),
            GateKind::Or => (self.disjunction(operands), self.conjunction(&complements)),
        };
        // Of a gate and its complement the expanded one, or else the smaller, becomes the node, so that both have one
        // node.
        let extent = |written: &Written| (written.form.len(), written.form.iter().map(Vec::len).sum::<usize>());
        let inverted = (!fails.whole, extent(&fails)) < (!holds.whole, extent(&holds));
        let node = self.node(if inverted { &fails.form } else { &holds.form });
        self.size += [extent(&holds), extent(&fails)].iter().map(|(terms, all)| TERM * terms + all).sum::<usize>();
        self.names.push(inverted_if(node, inverted));
        self.forms.push([Some(holds), Some(fails)]);
    }

    /// The node with a form.
    fn node(&mut self, form: &Rc<Form>) -> Signal {
        match form.as_slice() {
            [] => return Signal::FALSE,
            [term] if term.is_empty() => return Signal::TRUE,
            [term] if term.len() == 1 => return term[0],
            _ => {}
        }
        let nodes = &mut self.nodes;
        let node = *self.known.entry(Rc::clone(form)).or_insert_with(|| {
            nodes.push(Node::Form(Rc::clone(form)));
            nodes.len() as u32 - 1
        });
        Signal::of(node)
    }

    fn disjunction(&self, operands: &[Signal]) -> Written {
        let forms: Vec<Written> = operands.iter().map(|&signal| self.form(signal)).collect();
        let extent: usize = forms.iter().flat_map(|written| written.form.iter()).map(|term| term.len().max(1)).sum();
        let write_out = extent <= self.extent.largest;
        let terms = match write_out {
            true => forms.iter().flat_map(|written| written.form.iter().cloned()).collect(),
            false => operands.iter().flat_map(|&signal| atom(self.name(signal))).collect(),
        };
        Written { form: Rc::new(tidy(terms)), whole: write_out && forms.iter().all(|written| written.whole) }
    }

    fn conjunction(&self, operands: &[Signal]) -> Written {
        let forms: Vec<Written> = operands.iter().map(|&signal| self.form(signal)).collect();
        // Checked before anything is multiplied out: the other operands may have any number of alternatives.
        if forms.iter().any(|written| written.form.is_empty()) {
            return Written { form: Rc::new(Form::new()), whole: true };
        }
        let combined = forms.iter().try_fold(1_usize, |product, written| product.checked_mul(written.form.len()));
        let longest = |written: &Written| written.form.iter().map(Vec::len).max().unwrap_or(0);
        let conditions: usize = forms.iter().map(longest).sum();
        let small = |combined: usize| combined <= self.extent.combined && combined * conditions <= self.extent.largest;
        let write_out = combined.is_some_and(small);
        let mut terms: Vec<Term> = vec![Vec::new()];
        for (written, &operand) in forms.iter().zip(operands) {
            let form = match write_out || (written.form.len() == 1 && conditions <= self.extent.largest) {
                true => Rc::clone(&written.form),
                false => Rc::new(atom(self.name(operand))),
            };
            let combine = |term: &Term| form.iter().map(|more| [term.as_slice(), more].concat()).collect::<Vec<Term>>();
            terms = terms.iter().flat_map(combine).collect();
        }
        Written { form: Rc::new(tidy(terms)), whole: write_out && forms.iter().all(|written| written.whole) }
    }
}

/// The form of an unexpanded signal.
fn atom(signal: Signal) -> Form {
    match signal {
        Signal::TRUE => vec![Vec::new()],
        Signal::FALSE => Vec::new(),
        _ => vec![vec![signal]],
    }
}

/// Sorts alternatives and removes contradictions, duplicates and implied ones.
fn tidy(mut terms: Vec<Term>) -> Form {
    for term in &mut terms {
        term.sort_unstable();
        term.dedup();
    }
    // A signal and its complement are neighbours in the order.
    terms.retain(|term| term.windows(2).all(|pair| pair[0] != !pair[1]));
    terms.sort_unstable();
    terms.dedup();
    if terms.len() <= MOST_COMPARED {
        let implied = |term: &Term| terms.iter().any(|other| other.len() < term.len() && includes(term, other));
        let redundant: Vec<bool> = terms.iter().map(implied).collect();
        let mut redundant = redundant.into_iter();
        terms.retain(|_| !redundant.next().unwrap_or(false));
    }
    terms
}

/// Whether one sorted list contains all of another.
fn includes(all: &Term, some: &Term) -> bool {
    some.iter().all(|signal| all.binary_search(signal).is_ok())
}

fn inverted_if(signal: Signal, inverted: bool) -> Signal {
    if inverted { !signal } else { signal }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Block;

    /// A circuit of non-recursive gates.
    fn circuit(inputs: u32, gates: &[(GateKind, Vec<Signal>)]) -> Circuit {
        let mut circuit = Circuit { inputs, ..Circuit::default() };
        for (kind, operands) in gates {
            let start = circuit.operand_list.len() as u32;
            circuit.operand_list.extend(operands);
            circuit.gates.push(Gate { kind: *kind, operands: start..circuit.operand_list.len() as u32 });
        }
        circuit.blocks.push(Block { gates: 0..gates.len() as u32, recursive: false });
        circuit
    }

    fn written(circuit: &Circuit, output: Signal) -> (Network, Signal) {
        let quota = Quota::of(u64::MAX);
        let (network, outputs) = Network::new(circuit, &[output], &quota).expect("no limit is reached");
        (network, outputs[0])
    }

    #[test]
    fn false_operands_are_not_multiplied_out() {
        let inputs: Vec<Signal> = (1..=2000).map(Signal::of).collect();
        let mut gates: Vec<_> = inputs.chunks(500).map(|chunk| (GateKind::Or, chunk.to_vec())).collect();
        let wide: Vec<Signal> = (2001..2005).map(Signal::of).collect();
        gates.push((GateKind::And, [wide.as_slice(), &[Signal::FALSE]].concat()));
        assert_eq!(written(&circuit(2000, &gates), Signal::of(2005)).1, Signal::FALSE);
    }

    #[test]
    fn equivalent_gates_are_merged() {
        let [a, b, c] = [1, 2, 3].map(Signal::of);
        let gates = [
            (GateKind::Or, vec![b, c]),
            (GateKind::And, vec![a, Signal::of(4)]),
            (GateKind::And, vec![a, b]),
            (GateKind::And, vec![c, a]),
            (GateKind::Or, vec![Signal::of(6), Signal::of(7)]),
        ];
        let circuit = circuit(3, &gates);
        assert_eq!(written(&circuit, Signal::of(5)).1, written(&circuit, Signal::of(8)).1);
        assert!(written(&circuit, Signal::of(5)).0.complete);
    }

    #[test]
    fn circuits_that_grow_are_expanded_less() {
        // Each gate adds an input to the gate before: expanded, they take quadratic space.
        let gate = |at: u32| (GateKind::Or, vec![Signal::of(at), Signal::of(5000 + at)]);
        let gates = [(GateKind::Or, vec![Signal::of(1), Signal::of(2)])].into_iter().chain((1..5000).map(gate));
        let (network, _) = written(&circuit(5000, &gates.collect::<Vec<_>>()), Signal::of(9999));
        assert!(!network.complete);
        assert!(network.size < 1_000_000);
    }
}
