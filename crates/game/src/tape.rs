//! A game compiled for batch evaluation: straight-line code over slots.
//!
//! A slot holds the value of one node for all lanes. Because `or` is the complement of an `and` of complements, every
//! instruction is a conjunction of slots or their complements, selected by a bit of the operand, so no instruction
//! branches on the kind of gate. Slots are reused as soon as their value has been read for the last time, so that
//! circuits with a million gates run in the cache.

use crate::check::Defect;
use crate::compile::Compiler;
use crate::fuse::Fusion;
use crate::model::Game;
use crate::schedule::Schedule;
use crate::state::State;
use std::ops::Range;

/// The location of a signal's value: a slot, or the complement of a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Place(u32);

impl Place {
    /// A slot, or its complement.
    pub fn new(slot: u32, inverted: bool) -> Place {
        Place(slot << 1 | u32::from(inverted))
    }

    /// The slot to read.
    #[inline(always)]
    pub fn slot(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// All ones if the slot's value must be complemented.
    #[inline(always)]
    pub fn flip(self) -> u64 {
        u64::from(self.0 & 1).wrapping_neg()
    }

    /// The complement, if the condition holds.
    pub fn inverted_if(self, condition: bool) -> Place {
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
    /// Range in [`Code::operands`]: the factors of consecutive products are concatenated.
    pub operands: Range<u32>,
}

/// A recursive block: runs that are repeated until no slot changes.
#[derive(Clone, Debug)]
pub(crate) struct Fixpoint {
    /// Range in [`Code::runs`].
    pub runs: Range<u32>,
    /// For each run, the initial value of its slot: all ones if it holds the complement of a gate, since gates start
    /// out false.
    pub start: Vec<u64>,
    /// For each run, the range in `readers` of the runs that read its slot.
    pub reader_ranges: Vec<Range<u32>>,
    /// Indices of runs within the block.
    pub readers: Vec<u32>,
}

/// A section of code with one kind of instruction.
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

impl Code {
    /// Number of operands that it reads, recursive blocks counted once.
    pub fn operand_reads(&self) -> usize {
        2 * self.pairs.len() + self.operands.len()
    }
}

/// A role's part of the tape.
#[derive(Clone, Debug)]
pub(crate) struct RoleTape {
    /// The slot of its first move; the others follow.
    pub first_move: usize,
    pub legal: Vec<Place>,
    /// Rewards in ascending order, and the locations of their signals.
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
    /// The role that moves by chance.
    pub(crate) random: Option<usize>,
    pub(crate) terminal: Place,
    pub(crate) next: Vec<Place>,
    pub(crate) initial: State,
}

impl Tape {
    /// Compiles a game, if it is well-formed.
    pub fn new(game: &Game) -> Result<Tape, Defect> {
        game.check()?;
        let schedule = Schedule::of_game(game);
        let fusion = Fusion::new(&game.circuit, &schedule);
        let mut compiler = Compiler::new(&game.circuit, &schedule, &fusion);
        let state_phase = compiler.phase(&schedule.phases[0]);
        let move_phase = compiler.phase(&schedule.phases[1]);
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
            random: game.random(),
            terminal: place(game.terminal),
            next: game.next.iter().map(|&signal| place(signal)).collect(),
            initial: State::initial(game),
        })
    }

    /// The number of words of a packed state.
    pub fn state_words(&self) -> usize {
        self.initial.words().len()
    }

    /// The number of slots; an evaluator uses this times its width in bytes.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Bytes that the instructions occupy.
    pub fn bytes(&self) -> usize {
        let bytes = |code: &Code| {
            size_of_val(code.segments.as_slice())
                + size_of_val(code.pairs.as_slice())
                + size_of_val(code.runs.as_slice())
                + size_of_val(code.products.as_slice())
                + size_of_val(code.operands.as_slice())
        };
        bytes(&self.state_phase) + bytes(&self.move_phase)
    }

    /// The number of operands read by a full evaluation, with recursive blocks counted once. Running time is roughly
    /// proportional to it.
    pub fn operand_reads(&self) -> usize {
        self.state_phase.operand_reads() + self.move_phase.operand_reads()
    }
}
