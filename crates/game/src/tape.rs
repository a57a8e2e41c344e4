//! A game compiled for batch evaluation: straight-line code over slots.
//!
//! A slot holds the value of one node for all lanes. Because `or` is the complement of an `and` of complements, every instruction is a
//! conjunction of slots or their complements, and which of the two is meant is a bit of the operand: no instruction branches on what
//! kind of gate it came from. Slots are handed out again as soon as their value has been read for the last time, so that circuits with
//! a million gates run in the cache.

use crate::check::Defect;
use crate::circuit::{Circuit, GateKind, Signal};
use crate::fuse::{Fused, Fusion, LONGEST_CHAIN, Sum};
use crate::model::Game;
use crate::schedule::{Schedule, Unit, resolve, view_signals};
use crate::state::State;
use std::ops::Range;

/// Where the value of a signal lies: a slot, or the complement of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u32);

impl Place {
    fn new(slot: u32, inverted: bool) -> Place {
        Place(slot << 1 | u32::from(inverted))
    }

    /// The slot to read.
    #[inline(always)]
    pub fn slot(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// All ones if what the slot holds has to be complemented.
    #[inline(always)]
    pub fn flip(self) -> u64 {
        u64::from(self.0 & 1).wrapping_neg()
    }

    fn inverted_if(self, condition: bool) -> Place {
        Place(self.0 ^ u32::from(condition))
    }
}

/// Conjunction of two places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub a: Place,
    pub b: Place,
    pub into: u32,
}

/// Conjunction of any number of places, and of complements of products of places.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// Range in [`Code::operands`].
    pub operands: Range<u32>,
    /// Range in [`Code::products`].
    pub products: Range<u32>,
    pub into: u32,
}

/// Products with equally many factors.
#[derive(Clone, Debug)]
pub(crate) struct Products {
    pub factors: usize,
    /// Range in [`Code::operands`]: the factors of one product after those of the other.
    pub operands: Range<u32>,
}

/// A recursive block: runs that are repeated until no slot changes.
#[derive(Clone, Debug)]
pub(crate) struct Fixpoint {
    /// Range in [`Code::runs`].
    pub runs: Range<u32>,
    /// Per run what its slot holds at first: all ones where it holds the complement of a gate, since gates start out false.
    pub start: Vec<u64>,
    /// Per run the range in `readers` of those that read its slot.
    pub reader_ranges: Vec<Range<u32>>,
    /// Indices of runs within the block.
    pub readers: Vec<u32>,
}

/// A stretch of code of one kind.
#[derive(Clone, Debug)]
pub(crate) enum Segment {
    /// Range in [`Code::pairs`].
    Pairs(Range<u32>),
    /// Range in [`Code::runs`].
    Runs(Range<u32>),
    Fixpoint(Fixpoint),
}

/// The instructions of a phase.
#[derive(Clone, Default, Debug)]
pub(crate) struct Code {
    pub segments: Vec<Segment>,
    pub pairs: Vec<Pair>,
    pub runs: Vec<Run>,
    pub operands: Vec<Place>,
    pub products: Vec<Products>,
}

/// A role's part of the tape.
#[derive(Clone, Debug)]
pub(crate) struct RoleTape {
    /// Slot of its first move; the others follow.
    pub first_move: usize,
    pub legal: Vec<Place>,
    /// Rewards ascending, and where it says that they hold.
    pub goals: Vec<(i32, Place)>,
}

/// A compiled game. Slot 0 is constantly true; then come the fluents, the moves role by role, and the gates.
#[derive(Clone, Debug)]
pub struct Tape {
    pub(crate) slots: usize,
    pub(crate) state_phase: Code,
    pub(crate) move_phase: Code,
    pub(crate) fluents: usize,
    pub(crate) inputs: usize,
    pub(crate) roles: Vec<RoleTape>,
    pub(crate) terminal: Place,
    pub(crate) next: Vec<Place>,
    pub(crate) initial: State,
}

impl Tape {
    /// Compiles a game, if it is well-formed.
    pub fn new(game: &Game) -> Result<Tape, Defect> {
        game.check()?;
        let schedule = Schedule::new(game);
        let fusion = Fusion::new(game, &schedule);
        let mut compiler = Compiler::new(game, &schedule, &fusion);
        let state_phase = compiler.phase(&schedule.state);
        let move_phase = compiler.phase(&schedule.moves);
        let place = |signal| compiler.place(signal);
        let role = |role: usize| RoleTape {
            first_move: game.move_input(role, 0).node() as usize,
            legal: game.moves[role].iter().map(|m| place(m.legal)).collect(),
            goals: game.goals[role].iter().map(|goal| (goal.reward, place(goal.holds))).collect(),
        };
        Ok(Tape {
            slots: compiler.slots as usize,
            state_phase,
            move_phase,
            fluents: game.fluents.len(),
            inputs: game.circuit.inputs as usize,
            roles: (0..game.roles.len()).map(role).collect(),
            terminal: place(game.terminal),
            next: game.next.iter().map(|&signal| place(signal)).collect(),
            initial: State::initial(game),
        })
    }

    /// Number of words of a packed state.
    pub fn state_words(&self) -> usize {
        self.initial.words().len()
    }

    /// Number of slots: the size of an evaluator's memory is this times its width in bytes.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Number of operands that a full evaluation reads, recursive blocks counted once: what its time is about proportional to.
    pub fn operand_reads(&self) -> usize {
        let reads = |code: &Code| 2 * code.pairs.len() + code.operands.len();
        reads(&self.state_phase) + reads(&self.move_phase)
    }
}

/// Last use of a value that has to stay.
const FOR_EVER: u32 = u32::MAX;

struct Compiler<'g> {
    circuit: &'g Circuit,
    stand_in: &'g [Signal],
    fusion: &'g Fusion,
    /// Per node where its value lies, once it is computed.
    places: Vec<Place>,
    /// Per node the position of the last unit that reads it.
    last_use: Vec<u32>,
    position: u32,
    slots: u32,
    free: Vec<u32>,
    code: Code,
}

impl<'g> Compiler<'g> {
    fn new(game: &'g Game, schedule: &'g Schedule, fusion: &'g Fusion) -> Compiler<'g> {
        let circuit = &game.circuit;
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
        compiler.find_last_uses(game, schedule);
        compiler
    }

    fn find_last_uses(&mut self, game: &Game, schedule: &Schedule) {
        for (unit, position) in schedule.state.iter().zip(0..) {
            self.mark_operands(unit, position);
        }
        // The move phase may run several times on one state phase, so what it reads of that has to stay; its own values need not.
        let state_units = schedule.state.len() as u32;
        let mut computed_by_moves = vec![false; self.circuit.nodes()];
        for (unit, position) in schedule.moves.iter().zip(state_units..) {
            self.mark_operands(unit, position);
            unit.gates.clone().for_each(|gate| computed_by_moves[self.circuit.gate_node(gate) as usize] = true);
        }
        for (node, last_use) in self.last_use.iter_mut().enumerate() {
            if *last_use >= state_units && !computed_by_moves[node] {
                *last_use = FOR_EVER;
            }
        }
        for signal in view_signals(game).chain(game.next.iter().copied()) {
            self.last_use[resolve(self.stand_in, signal).node() as usize] = FOR_EVER;
        }
    }

    fn mark_operands(&mut self, unit: &Unit, position: u32) {
        for node in self.reads(unit) {
            self.last_use[node as usize] = position;
        }
    }

    /// The nodes that evaluating a unit reads.
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

    fn place(&self, signal: Signal) -> Place {
        let signal = resolve(self.stand_in, signal);
        self.places[signal.node() as usize].inverted_if(signal.inverted())
    }

    fn take_slot(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.slots += 1;
            self.slots - 1
        })
    }

    fn phase(&mut self, units: &[Unit]) -> Code {
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

    /// Gives back the slots of gates that are not read after this unit.
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
        let operands = append(&mut self.code.operands, sum.plain.iter().map(place));
        let groups = sum.products.iter().enumerate().filter(|(_, signals)| !signals.is_empty());
        let products = groups.map(|(factors, signals)| Products {
            factors,
            operands: append(&mut self.code.operands, signals.iter().map(place)),
        });
        let products = append(&mut self.code.products, products);
        self.code.plain_run(Run { operands, products, into });
    }

    /// Compiles a recursive block. What a gate reads from outside the block is conjoined once, before the repetition.
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

/// Appends items; returns the range that they have then.
fn append<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) -> Range<u32> {
    let start = list.len() as u32;
    list.extend(items);
    start..list.len() as u32
}
