//! Compiles the schedule of a game to a tape: allocates slots and emits the instructions.
//!
//! Slots are allocated in one pass over the schedule, as in linear-scan register allocation (Poletto, Sarkar 1999): a
//! value's slot is freed after the unit that reads it last, and the slot freed last is reused first, while it is still
//! in the cache.

use crate::circuit::{Circuit, GateKind, Signal};
use crate::factor::{Factored, factor};
use crate::fuse::{Fused, Fusion, LONGEST_CHAIN, MOST_FACTORS, Sum};
use crate::schedule::{Schedule, Unit, resolve};
use crate::tape::{Code, Fixpoint, Pair, Place, Products, Run, Segment};
use std::ops::Range;

/// Last use of a value that must be kept.
const FOREVER: u32 = u32::MAX;

/// Compiles phase by phase.
pub(crate) struct Compiler<'g> {
    circuit: &'g Circuit,
    stand_in: &'g [Signal],
    fusion: &'g Fusion,
    /// For each computed node, the location of its value.
    places: Vec<Place>,
    /// For each node, the position of the last unit that reads it.
    last_use: Vec<u32>,
    position: u32,
    /// The number of slots allocated so far, including inputs.
    pub slots: u32,
    free: Vec<u32>,
    code: Code,
}

impl<'g> Compiler<'g> {
    /// A compiler for a scheduled circuit.
    pub fn new(circuit: &'g Circuit, schedule: &'g Schedule, fusion: &'g Fusion) -> Compiler<'g> {
        let inputs = circuit.inputs + 1;
        let mut compiler = Compiler {
            circuit,
            stand_in: &schedule.stand_in,
            fusion,
            places: (0..circuit.nodes() as u32).map(|node| Place::new(node.min(inputs), false)).collect(),
            last_use: vec![0; circuit.nodes()],
            position: 0,
            slots: inputs,
            free: Vec::new(),
            code: Code::default(),
        };
        compiler.find_last_uses(schedule);
        compiler
    }

    fn find_last_uses(&mut self, schedule: &Schedule) {
        for (unit, position) in schedule.phases.iter().flatten().zip(0..) {
            self.mark_operands(unit, position);
        }
        // The other phases run after the first one, repeatedly and in any order, so the values they read from it must
        // be kept.
        let first = schedule.phases.first().map_or(&[][..], Vec::as_slice);
        for gate in first.iter().flat_map(|unit| unit.gates.clone()) {
            let last_use = &mut self.last_use[self.circuit.gate_node(gate) as usize];
            if *last_use >= first.len() as u32 {
                *last_use = FOREVER;
            }
        }
        for signal in schedule.all_asked() {
            self.last_use[resolve(self.stand_in, signal).node() as usize] = FOREVER;
        }
    }

    fn mark_operands(&mut self, unit: &Unit, position: u32) {
        for node in self.reads(unit) {
            self.last_use[node as usize] = position;
        }
    }

    /// The nodes that a unit reads.
    fn reads(&self, unit: &Unit) -> Vec<u32> {
        match self.fusion.of(unit.gates.start) {
            Fused::Into => Vec::new(),
            Fused::Sum(sum) => sum.signals().map(|signal| signal.node()).collect(),
            Fused::No => {
                let gates = &self.circuit.gates[unit.gates.start as usize..unit.gates.end as usize];
                let operands = gates.iter().flat_map(|gate| self.circuit.operands(gate));
                operands.map(|&operand| resolve(self.stand_in, operand).node()).collect()
            }
        }
    }

    /// The location of a signal's value.
    pub fn place(&self, signal: Signal) -> Place {
        let signal = resolve(self.stand_in, signal);
        self.places[signal.node() as usize].inverted_if(signal.inverted())
    }

    fn take_slot(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.slots += 1;
            self.slots - 1
        })
    }

    /// Compiles a phase; the state phase comes first.
    pub fn phase(&mut self, units: &[Unit]) -> Code {
        for unit in units {
            match self.fusion.of(unit.gates.start) {
                Fused::Into => {}
                Fused::Sum(sum) => self.sum(unit.gates.start, sum),
                Fused::No if unit.recursive => self.fixpoint(unit),
                Fused::No => self.plain_gate(unit.gates.start),
            }
            self.release(unit);
            self.position += 1;
        }
        std::mem::take(&mut self.code)
    }

    /// Frees the slots of gates that are not read after this unit.
    fn release(&mut self, unit: &Unit) {
        let mut ending = self.reads(unit);
        if unit.recursive {
            ending.extend(unit.gates.clone().map(|gate| self.circuit.gate_node(gate)));
        }
        ending.retain(|&node| node > self.circuit.inputs && self.last_use[node as usize] <= self.position);
        ending.sort_unstable();
        ending.dedup();
        self.free.extend(ending.iter().map(|&node| self.places[node as usize].slot() as u32));
    }

    /// Frees the slots of a phase's outputs that it has computed itself: callers read them before another phase runs.
    pub fn release_asked(&mut self, units: &[Unit], asked: &[Signal]) {
        let mut computed: Vec<u32> = units.iter().flat_map(|unit| unit.gates.clone()).collect();
        computed.sort_unstable();
        let asked = asked.iter().map(|&signal| resolve(self.stand_in, signal).node());
        let own = |node: &u32| {
            let gate = node.checked_sub(self.circuit.gate_node(0));
            gate.is_some_and(|gate| computed.binary_search(&gate).is_ok())
        };
        let mut ending: Vec<u32> = asked.filter(own).collect();
        ending.sort_unstable();
        ending.dedup();
        self.free.extend(ending.iter().map(|&node| self.places[node as usize].slot() as u32));
    }

    fn plain_gate(&mut self, gate: u32) {
        let definition = &self.circuit.gates[gate as usize];
        let or = definition.kind == GateKind::Or;
        let operands: Vec<Place> =
            self.circuit.operands(definition).iter().map(|&s| self.place(s).inverted_if(or)).collect();
        let into = self.take_slot();
        self.places[self.circuit.gate_node(gate) as usize] = Place::new(into, or);
        self.code.conjunction(&operands, into);
    }

    /// Compiles a gate into which others have been fused.
    fn sum(&mut self, gate: u32, sum: &Sum) {
        let into = self.take_slot();
        let or = self.circuit.gates[gate as usize].kind == GateKind::Or;
        self.places[self.circuit.gate_node(gate) as usize] = Place::new(into, or);
        let place = |&signal: &Signal| self.places[signal.node() as usize].inverted_if(signal.inverted());
        let plain = sum.plain.iter().map(place).collect();
        let signals = sum.products.iter().enumerate().skip(1);
        let products = signals.flat_map(|(factors, signals)| signals.chunks_exact(factors));
        let factored = factor(products.map(|product| product.iter().map(place).collect()).collect());
        self.factored(plain, factored, into);
    }

    /// Compiles the conjunction of places and of the complement of a sum of products. The recursion depth is at most
    /// the number of factors in a product.
    fn factored(&mut self, mut plain: Vec<Place>, sum: Factored, into: u32) {
        let mut by_factors: [Vec<Place>; MOST_FACTORS + 1] = Default::default();
        let mut temporary = Vec::new();
        for (factor, rest) in sum.groups {
            let slot = self.take_slot();
            temporary.push(slot);
            self.factored(Vec::new(), rest, slot);
            by_factors[2].extend([factor, Place::new(slot, true)]);
        }
        for product in sum.products {
            match product[..] {
                [only] => plain.push(only.inverted_if(true)),
                _ => by_factors[product.len()].extend(product),
            }
        }
        let operands = append(&mut self.code.operands, plain.into_iter());
        let groups = by_factors.into_iter().enumerate().filter(|(_, places)| !places.is_empty());
        let products = groups.map(|(factors, places)| Products {
            factors,
            operands: append(&mut self.code.operands, places.into_iter()),
        });
        let products = append(&mut self.code.products, products);
        self.code.plain_run(Run { operands, products, into });
        self.free.extend(temporary);
    }

    /// Compiles a recursive block. The operands of a gate from outside the block are conjoined once, before the
    /// iteration.
    fn fixpoint(&mut self, unit: &Unit) {
        for gate in unit.gates.clone() {
            let or = self.circuit.gates[gate as usize].kind == GateKind::Or;
            let slot = self.take_slot();
            self.places[self.circuit.gate_node(gate) as usize] = Place::new(slot, or);
        }
        let first_node = self.circuit.gate_node(unit.gates.start);
        let inside = |signal: &&Signal| signal.node() >= first_node;
        let mut temporary = Vec::new();
        let mut repeated: Vec<Vec<Place>> = Vec::new();
        let mut readers: Vec<Vec<u32>> = vec![Vec::new(); unit.gates.len()];
        for (gate, index) in unit.gates.clone().zip(0..) {
            let definition = &self.circuit.gates[gate as usize];
            let or = definition.kind == GateKind::Or;
            let (own, others): (Vec<&Signal>, Vec<&Signal>) =
                self.circuit.operands(definition).iter().partition(inside);
            own.iter().for_each(|signal| readers[(signal.node() - first_node) as usize].push(index));
            let mut outside: Vec<Place> = others.iter().map(|&&s| self.place(s).inverted_if(or)).collect();
            if outside.len() > 1 {
                let slot = self.take_slot();
                temporary.push(slot);
                self.code.conjunction(&outside, slot);
                outside = vec![Place::new(slot, false)];
            }
            outside.extend(own.iter().map(|&&s| self.place(s).inverted_if(or)));
            repeated.push(outside);
        }
        self.code.fixpoint(
            unit.gates
                .clone()
                .zip(&repeated)
                .map(|(gate, operands)| (self.places[self.circuit.gate_node(gate) as usize], operands.as_slice())),
            &readers,
        );
        self.free.extend(temporary);
    }
}

impl Code {
    fn conjunction(&mut self, operands: &[Place], into: u32) {
        match *operands {
            [a, b, ref rest @ ..] if operands.len() <= LONGEST_CHAIN => {
                let start = self.pairs.len() as u32;
                self.pairs.push(Pair { a, b, into });
                self.pairs.extend(rest.iter().map(|&b| Pair { a: Place::new(into, false), b, into }));
                let end = self.pairs.len() as u32;
                match self.segments.last_mut() {
                    Some(Segment::Pairs(range)) => range.end = end,
                    _ => self.segments.push(Segment::Pairs(start..end)),
                }
            }
            _ => {
                let run = self.run(operands, into);
                self.plain_run(run);
            }
        }
    }

    /// A run without products.
    fn run(&mut self, operands: &[Place], into: u32) -> Run {
        Run { operands: append(&mut self.operands, operands.iter().copied()), products: 0..0, into }
    }

    /// Adds a run outside of recursion.
    fn plain_run(&mut self, run: Run) {
        let range = append(&mut self.runs, [run].into_iter());
        match self.segments.last_mut() {
            Some(Segment::Runs(runs)) => runs.end = range.end,
            _ => self.segments.push(Segment::Runs(range)),
        }
    }

    fn fixpoint<'p>(&mut self, gates: impl Iterator<Item = (Place, &'p [Place])>, readers: &[Vec<u32>]) {
        let first = self.runs.len() as u32;
        let mut start = Vec::new();
        for (place, operands) in gates {
            let run = self.run(operands, place.slot() as u32);
            self.runs.push(run);
            start.push(place.flip());
        }
        let mut ends = 0;
        let reader_ranges = readers.iter().map(|list| {
            ends += list.len() as u32;
            ends - list.len() as u32..ends
        });
        self.segments.push(Segment::Fixpoint(Fixpoint {
            runs: first..self.runs.len() as u32,
            start,
            reader_ranges: reader_ranges.collect(),
            readers: readers.concat(),
        }));
    }
}

/// Appends items; returns their range.
fn append<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) -> Range<u32> {
    let start = list.len() as u32;
    list.extend(items);
    start..list.len() as u32
}
