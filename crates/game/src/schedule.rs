//! The order in which gates are evaluated: depth first from the outputs.
//!
//! A gate directly follows its last operand that was not needed before. So values are read soon after they are written,
//! their memory is reused early, and unused gates are left out. The grounder's order, by contrast, follows strata.

use crate::circuit::{Circuit, Signal};
use crate::model::Game;
use std::ops::Range;

/// Gates that are evaluated as one: a plain gate, or all gates of a recursive block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unit {
    pub gates: Range<u32>,
    pub recursive: bool,
}

/// The outputs of a circuit, and the units that compute them, phase by phase.
///
/// The first phase runs once per batch of states. The others run as often as needed and in any order, so common parts
/// belong to the first.
pub(crate) struct Schedule {
    /// The units of each phase, in order.
    pub phases: Vec<Vec<Unit>>,
    /// The outputs of each phase.
    pub asked: Vec<Vec<Signal>>,
    /// For each node, the signal that replaces it: another one for gates with at most one operand, which need no
    /// evaluation.
    pub stand_in: Vec<Signal>,
}

impl Schedule {
    /// Schedules a checked game: first all gates that read no move, for legal, terminal and goal, then the gates that
    /// read moves.
    pub fn of_game(game: &Game) -> Schedule {
        let circuit = &game.circuit;
        let stand_in = stand_ins(circuit);
        let mut visit = Visit::new(circuit, &stand_in);
        let view: Vec<Signal> = view_signals(game).collect();
        visit.roots(&view);
        let mut state = std::mem::take(&mut visit.order);
        visit.roots(&game.next);
        let state_gates = game.circuit.blocks[..game.state_blocks].last().map_or(0, |block| block.gates.end);
        let (rest, moves) = visit.order.into_iter().partition(|unit| unit.gates.end <= state_gates);
        state.extend::<Vec<Unit>>(rest);
        Schedule { phases: vec![state, moves], asked: vec![view, game.next.clone()], stand_in }
    }

    /// Schedules signals of a checked circuit in sections; the first is computed before all others.
    pub fn of_sections(circuit: &Circuit, sections: &[Vec<Signal>]) -> Schedule {
        let stand_in = stand_ins(circuit);
        let (first, others) = sections.split_first().map_or((&[][..], &[][..]), |(f, others)| (f.as_slice(), others));
        let shared = shared(circuit, &stand_in, others);
        let mut visit = Visit::new(circuit, &stand_in);
        visit.roots(first);
        visit.roots(&shared);
        let mut phases = vec![std::mem::take(&mut visit.order)];
        for section in others {
            visit.roots(section);
            phases.push(std::mem::take(&mut visit.order));
        }
        Schedule { phases, asked: sections.to_vec(), stand_in }
    }

    /// The outputs of all phases.
    pub fn all_asked(&self) -> impl Iterator<Item = Signal> + '_ {
        self.asked.iter().flatten().copied()
    }
}

/// The gates that more than one of the sections needs.
fn shared(circuit: &Circuit, stand_in: &[Signal], sections: &[Vec<Signal>]) -> Vec<Signal> {
    let mut needed_by: Vec<Option<usize>> = vec![None; circuit.gates.len()];
    let mut shared = vec![false; circuit.gates.len()];
    let mut visit = Visit::new(circuit, stand_in);
    let whole = visit.units.clone();
    for (number, section) in sections.iter().enumerate() {
        visit.roots(section);
        for unit in std::mem::take(&mut visit.order) {
            let first = unit.gates.start as usize;
            shared[first] |= needed_by[first].replace(number).is_some();
            // The next section may reach it again.
            visit.units[first].clone_from(&whole[first]);
        }
    }
    (0..circuit.gates.len()).filter(|&g| shared[g]).map(|g| Signal::of(circuit.gate_node(g as u32))).collect()
}

/// The outputs of the state phase: legal, terminal, goal.
fn view_signals(game: &Game) -> impl Iterator<Item = Signal> + '_ {
    let goals = game.goals.iter().flatten().map(|goal| goal.holds);
    let legal = game.moves.iter().flatten().map(|m| m.legal);
    std::iter::once(game.terminal).chain(goals).chain(legal)
}

fn stand_ins(circuit: &Circuit) -> Vec<Signal> {
    let mut stand_in: Vec<Signal> = (0..circuit.nodes() as u32).map(Signal::of).collect();
    for gate in circuit.blocks.iter().filter(|block| !block.recursive).flat_map(|block| block.gates.clone()) {
        let definition = &circuit.gates[gate as usize];
        stand_in[circuit.gate_node(gate) as usize] = match (definition.kind, circuit.operands(definition)) {
            (crate::GateKind::And, []) => Signal::TRUE,
            (crate::GateKind::Or, []) => Signal::FALSE,
            (_, &[only]) => resolve(&stand_in, only),
            _ => continue,
        };
    }
    stand_in
}

/// The signal that replaces a signal.
pub(crate) fn resolve(stand_in: &[Signal], signal: Signal) -> Signal {
    let other = stand_in[signal.node() as usize];
    if signal.inverted() { !other } else { other }
}

/// A depth-first walk with an explicit stack: circuits can be as deep as rule sheets make them.
struct Visit<'c> {
    circuit: &'c Circuit,
    stand_in: &'c [Signal],
    /// For each gate its unit; the unit is taken out when it is first reached.
    units: Vec<Option<Unit>>,
    /// For each gate, the first gate of its unit.
    first: Vec<u32>,
    order: Vec<Unit>,
}

/// A unit on the stack and the number of its operands visited so far.
struct Frame {
    unit: Unit,
    gate: u32,
    operand: usize,
}

impl<'c> Visit<'c> {
    fn new(circuit: &'c Circuit, stand_in: &'c [Signal]) -> Visit<'c> {
        let mut units = vec![None; circuit.gates.len()];
        let mut first: Vec<u32> = (0..circuit.gates.len() as u32).collect();
        for block in circuit.blocks.iter().filter(|block| !block.gates.is_empty()) {
            if block.recursive {
                units[block.gates.start as usize] = Some(Unit { gates: block.gates.clone(), recursive: true });
                block.gates.clone().for_each(|gate| first[gate as usize] = block.gates.start);
            } else {
                for gate in block.gates.clone() {
                    units[gate as usize] = Some(Unit { gates: gate..gate + 1, recursive: false });
                }
            }
        }
        Visit { circuit, stand_in, units, first, order: Vec::new() }
    }

    fn roots(&mut self, signals: &[Signal]) {
        for &signal in signals {
            let mut stack: Vec<Frame> = self.enter(signal).into_iter().collect();
            while let Some(frame) = stack.last_mut() {
                match next_operand(self.circuit, frame) {
                    Some(operand) => stack.extend(self.enter(operand)),
                    None => self.order.extend(stack.pop().map(|frame| frame.unit)),
                }
            }
        }
    }

    /// The frame of a signal's unit, unless it has been reached before.
    fn enter(&mut self, signal: Signal) -> Option<Frame> {
        let node = resolve(self.stand_in, signal).node();
        let gate = (node as usize).checked_sub(1 + self.circuit.inputs as usize)?;
        let unit = self.units[self.first[gate] as usize].take()?;
        Some(Frame { gate: unit.gates.start, operand: 0, unit })
    }
}

fn next_operand(circuit: &Circuit, frame: &mut Frame) -> Option<Signal> {
    while frame.gate < frame.unit.gates.end {
        let operands = circuit.operands(&circuit.gates[frame.gate as usize]);
        if let Some(&operand) = operands.get(frame.operand) {
            frame.operand += 1;
            return Some(operand);
        }
        frame.gate += 1;
        frame.operand = 0;
    }
    None
}
