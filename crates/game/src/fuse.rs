//! Fusing gates into the one gate that reads them.
//!
//! Grounding turns rules into wide sums of small products: a relation holds if one of hundreds of instances does, each
//! the conjunction of a few atoms. If nothing else reads such a product, it is computed as part of the sum, and never
//! stored or loaded.

use crate::circuit::{Circuit, GateKind, Signal};
use crate::schedule::{Schedule, Unit, resolve};

/// Gates with more operands than this become runs, the others chains of pairs. A run keeps its value in registers but
/// costs a mispredicted branch at its end.
pub(crate) const LONGEST_CHAIN: usize = 4;

/// Products of more factors are not fused.
pub(crate) const MOST_FACTORS: usize = 8;

/// A wide gate as a conjunction of plain signals and of complements of products.
#[derive(Default, Debug)]
pub(crate) struct Sum {
    pub plain: Vec<Signal>,
    /// The products by number of factors; the factors of consecutive products are concatenated.
    pub products: [Vec<Signal>; MOST_FACTORS + 1],
}

impl Sum {
    /// All signals that it reads.
    pub fn signals(&self) -> impl Iterator<Item = Signal> + '_ {
        self.plain.iter().chain(self.products.iter().flatten()).copied()
    }
}

/// How a gate is computed.
#[derive(Debug)]
pub(crate) enum Fused<'f> {
    /// As defined by the circuit.
    No,
    /// Together with the gates fused into it.
    Sum(&'f Sum),
    /// As part of the gate that reads it.
    Into,
}

/// How all gates are computed.
pub(crate) struct Fusion {
    into: Vec<bool>,
    /// For each gate 0, or its index in `sums` plus one.
    sum_of: Vec<u32>,
    sums: Vec<Sum>,
}

impl Fusion {
    /// Fuses within each phase of a schedule.
    pub fn new(circuit: &Circuit, schedule: &Schedule) -> Fusion {
        let gates = circuit.gates.len();
        let mut fuser = Fuser {
            circuit,
            stand_in: &schedule.stand_in,
            readers: vec![0; circuit.nodes()],
            available: vec![false; gates],
            fusion: Fusion { into: vec![false; gates], sum_of: vec![0; gates], sums: Vec::new() },
        };
        fuser.count_readers(schedule);
        schedule.phases.iter().for_each(|units| fuser.phase(units));
        fuser.fusion
    }

    /// How a gate is computed.
    pub fn of(&self, gate: u32) -> Fused<'_> {
        match self.sum_of[gate as usize] {
            _ if self.into[gate as usize] => Fused::Into,
            0 => Fused::No,
            index => Fused::Sum(&self.sums[index as usize - 1]),
        }
    }
}

struct Fuser<'g> {
    circuit: &'g Circuit,
    stand_in: &'g [Signal],
    /// For each node, how often it is read; outputs count as read twice.
    readers: Vec<u32>,
    /// Plain gates of the current phase.
    available: Vec<bool>,
    fusion: Fusion,
}

impl Fuser<'_> {
    fn count_readers(&mut self, schedule: &Schedule) {
        for unit in schedule.phases.iter().flatten() {
            for gate in unit.gates.clone() {
                for &operand in self.circuit.operands(&self.circuit.gates[gate as usize]) {
                    self.readers[resolve(self.stand_in, operand).node() as usize] += 1;
                }
            }
        }
        for signal in schedule.all_asked() {
            self.readers[resolve(self.stand_in, signal).node() as usize] += 2;
        }
    }

    fn phase(&mut self, units: &[Unit]) {
        units.iter().filter(|unit| !unit.recursive).for_each(|unit| self.available[unit.gates.start as usize] = true);
        // From the last gate to the first, so that a gate is fused before others are fused into it.
        for unit in units.iter().rev().filter(|unit| !unit.recursive) {
            let gate = unit.gates.start;
            if !self.fusion.into[gate as usize] && self.circuit.gates[gate as usize].operands.len() > LONGEST_CHAIN {
                let sum = self.sum(gate);
                self.fusion.sums.push(sum);
                self.fusion.sum_of[gate as usize] = self.fusion.sums.len() as u32;
            }
        }
        units.iter().for_each(|unit| self.available[unit.gates.start as usize] = false);
    }

    fn sum(&mut self, gate: u32) -> Sum {
        let mut sum = Sum::default();
        let mut waiting = self.conjuncts(gate);
        while let Some(signal) = waiting.pop() {
            let Some(child) = self.fusable(signal) else {
                sum.plain.push(signal);
                continue;
            };
            let conjuncts = self.conjuncts(child);
            let or = self.circuit.gates[child as usize].kind == GateKind::Or;
            if or == signal.inverted() {
                waiting.extend(conjuncts);
            } else {
                match sum.products.get_mut(conjuncts.len()) {
                    Some(products) => products.extend(conjuncts),
                    None => {
                        sum.plain.push(signal);
                        continue;
                    }
                }
            }
            self.fusion.into[child as usize] = true;
        }
        sum
    }

    /// The operands of the gate as a conjunction if it is an `and`, or of its complement if it is an `or`.
    fn conjuncts(&self, gate: u32) -> Vec<Signal> {
        let gate = &self.circuit.gates[gate as usize];
        let operands = self.circuit.operands(gate).iter().map(|&operand| resolve(self.stand_in, operand));
        operands.map(|signal| if gate.kind == GateKind::Or { !signal } else { signal }).collect()
    }

    /// The gate of a signal, if it belongs to the phase and is read only once.
    fn fusable(&self, signal: Signal) -> Option<u32> {
        let gate = (signal.node() as usize).checked_sub(1 + self.circuit.inputs as usize)?;
        (self.available[gate] && self.readers[signal.node() as usize] == 1).then_some(gate as u32)
    }
}
