//! The circuit in a form that hides as few symmetries as possible.
//!
//! Rules may write `a and (b or c)` in one place and `a and b, or a and c` in another, a grounder may split a long body
//! into steps, and a symmetry that maps one to the other is lost. So every gate is written as alternatives of
//! conditions, as far as that stays small, without repetitions and without alternatives that others imply; gates that
//! come out equal are one gate. Each step depends on the structure alone and not on the order in which gates stand, so
//! what is symmetric stays symmetric. Gates of recursive blocks are kept as they are.

use game::{Circuit, Gate, GateKind, Signal};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Instant;

/// Conditions that hold together, sorted.
pub type Term = Vec<Signal>;

/// Alternatives, sorted. No alternative is false, the only one is true.
pub type Form = Vec<Term>;

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// The constant, a fluent or a move.
    Input,
    /// True if all conditions of some alternative are.
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
    /// Whether it is written out down to inputs, so that other ways to write the gate come out equal.
    whole: bool,
}

impl Written {
    fn atom(signal: Signal, whole: bool) -> Written {
        Written { form: Rc::new(atom(signal)), whole }
    }
}

/// How far gates are written out.
#[derive(Clone, Copy)]
struct Effort {
    /// Alternatives that combining the operands of a gate may make.
    combined: usize,
    /// Conditions in one form; beyond, the operands stay gates of their own.
    largest: usize,
    /// Whether gates are written out that several gates read.
    shared: bool,
    /// Words in all forms together.
    total: usize,
}

/// The efforts, the next where one grows too large. The last writes nothing out and takes about as much as the circuit
/// itself.
const EFFORTS: [Effort; 3] = [
    Effort { combined: 64, largest: 4000, shared: true, total: 8_000_000 },
    Effort { combined: 1, largest: 4000, shared: false, total: 30_000_000 },
    Effort { combined: 1, largest: 0, shared: false, total: usize::MAX },
];
/// Words that an alternative takes beside its conditions.
const TERM: usize = 8;
/// Forms with more alternatives are not searched for alternatives that others imply.
const MOST_COMPARED: usize = 300;

/// Nodes, the inputs first, numbered as in the circuit.
pub struct Network {
    /// Per node what it is.
    pub nodes: Vec<Node>,
    known: FxHashMap<Rc<Form>, u32>,
    /// Per node of the circuit what it is called here, and its form and its complement's, for its readers to write out.
    names: Vec<Signal>,
    forms: Vec<[Option<Written>; 2]>,
    readers: Vec<u32>,
    effort: Effort,
    size: usize,
    /// Whether it was written out with all effort, and not with less because it grew too large.
    pub complete: bool,
}

impl Network {
    /// A circuit in this form, and what its outputs are called here, unless that takes too long. Large circuits are
    /// written out less.
    pub fn new(circuit: &Circuit, outputs: &[Signal], deadline: Instant) -> Option<(Network, Vec<Signal>)> {
        let mut network = EFFORTS.iter().find_map(|&effort| Network::written(circuit, effort, deadline))?;
        // Only what the search reads is kept: the forms take far more.
        let outputs = outputs.iter().map(|&output| network.name(output)).collect();
        network.forms = Vec::new();
        Some((network, outputs))
    }

    fn inputs(circuit: &Circuit, effort: Effort) -> Network {
        let inputs = 1 + circuit.inputs;
        let mut readers = vec![0; circuit.nodes()];
        circuit.operand_list.iter().for_each(|signal| readers[signal.node() as usize] += 1);
        Network {
            nodes: vec![Node::Input; inputs as usize],
            known: FxHashMap::default(),
            names: (0..inputs).map(Signal::of).collect(),
            forms: (0..inputs).map(|_| [None, None]).collect(),
            readers,
            effort,
            size: 0,
            complete: effort.shared,
        }
    }

    /// The circuit with all gates, or none if it grows too large or takes too long.
    fn written(circuit: &Circuit, effort: Effort, deadline: Instant) -> Option<Network> {
        let mut network = Network::inputs(circuit, effort);
        for block in &circuit.blocks {
            let gates = &circuit.gates[block.gates.start as usize..block.gates.end as usize];
            if block.recursive {
                network.recursive(circuit, gates);
            } else {
                for gate in gates {
                    network.gate(gate.kind, circuit.operands(gate));
                    if network.size > effort.total || Instant::now() >= deadline {
                        return None;
                    }
                }
            }
        }
        Some(network)
    }

    /// What a signal of the circuit is called here.
    fn name(&self, signal: Signal) -> Signal {
        inverted_if(self.names[signal.node() as usize], signal.inverted())
    }

    /// The alternatives of a signal of the circuit, for a reader to write out: the signal itself, where that would not
    /// help.
    fn form(&self, signal: Signal) -> Written {
        let node = signal.node() as usize;
        let Some(written) = &self.forms[node][usize::from(signal.inverted())] else {
            return Written::atom(self.name(signal), true);
        };
        let worth = written.whole || written.form.len() == 1;
        match worth && (self.effort.shared || self.readers[node] <= 1) {
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
        // Of a gate and its complement the one that is written out, or else the smaller, becomes the node, so that both
        // ways to write it are one.
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
        let write_out = extent <= self.effort.largest;
        let terms = match write_out {
            true => forms.iter().flat_map(|written| written.form.iter().cloned()).collect(),
            false => operands.iter().flat_map(|&signal| atom(self.name(signal))).collect(),
        };
        Written { form: Rc::new(tidy(terms)), whole: write_out && forms.iter().all(|written| written.whole) }
    }

    fn conjunction(&self, operands: &[Signal]) -> Written {
        let forms: Vec<Written> = operands.iter().map(|&signal| self.form(signal)).collect();
        // Told before anything is multiplied out: the other operands may have any number of alternatives.
        if forms.iter().any(|written| written.form.is_empty()) {
            return Written { form: Rc::new(Form::new()), whole: true };
        }
        let combined = forms.iter().try_fold(1_usize, |product, written| product.checked_mul(written.form.len()));
        let longest = |written: &Written| written.form.iter().map(Vec::len).max().unwrap_or(0);
        let conditions: usize = forms.iter().map(longest).sum();
        let small = |combined: usize| combined <= self.effort.combined && combined * conditions <= self.effort.largest;
        let write_out = combined.is_some_and(small);
        let mut terms: Vec<Term> = vec![Vec::new()];
        for (written, &operand) in forms.iter().zip(operands) {
            let form = match write_out || (written.form.len() == 1 && conditions <= self.effort.largest) {
                true => Rc::clone(&written.form),
                false => Rc::new(atom(self.name(operand))),
            };
            let combine = |term: &Term| form.iter().map(|more| [term.as_slice(), more].concat()).collect::<Vec<Term>>();
            terms = terms.iter().flat_map(combine).collect();
        }
        Written { form: Rc::new(tidy(terms)), whole: write_out && forms.iter().all(|written| written.whole) }
    }
}

/// The form of a signal as it is.
fn atom(signal: Signal) -> Form {
    match signal {
        Signal::TRUE => vec![Vec::new()],
        Signal::FALSE => Vec::new(),
        _ => vec![vec![signal]],
    }
}

/// Alternatives sorted, without contradictions, repetitions and those that another implies.
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

/// Whether one sorted list has all of another.
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
    use std::time::Duration;

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
        let deadline = Instant::now() + Duration::from_secs(60);
        let (network, outputs) = Network::new(circuit, &[output], deadline).expect("a minute suffices");
        (network, outputs[0])
    }

    #[test]
    fn what_is_false_is_not_multiplied_out() {
        let inputs: Vec<Signal> = (1..=2000).map(Signal::of).collect();
        let mut gates: Vec<_> = inputs.chunks(500).map(|chunk| (GateKind::Or, chunk.to_vec())).collect();
        let wide: Vec<Signal> = (2001..2005).map(Signal::of).collect();
        gates.push((GateKind::And, [wide.as_slice(), &[Signal::FALSE]].concat()));
        assert_eq!(written(&circuit(2000, &gates), Signal::of(2005)).1, Signal::FALSE);
    }

    #[test]
    fn two_ways_to_write_a_gate_are_one() {
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
    fn circuits_that_grow_are_written_out_less() {
        // Each gate adds an input to the gate before: written out, they take the square of their number.
        let gate = |at: u32| (GateKind::Or, vec![Signal::of(at), Signal::of(5000 + at)]);
        let gates = [(GateKind::Or, vec![Signal::of(1), Signal::of(2)])].into_iter().chain((1..5000).map(gate));
        let (network, _) = written(&circuit(5000, &gates.collect::<Vec<_>>()), Signal::of(9999));
        assert!(!network.complete);
        assert!(network.size < 1_000_000);
    }
}
