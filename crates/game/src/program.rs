//! Signals of a circuit compiled in sections that run on demand, for `64 * W` states at a time.
//!
//! A search needs some signals for every state and others only for some. The first section holds the signals needed for
//! all states, for example the legality of all moves. Each further section holds the effect of one move and runs only
//! if that move is legal in some of the current states.
//!
//! ```
//! use game::{Circuit, Gate, GateKind, Block, Program, ProgramEvaluator, Signal};
//!
//! let (a, b) = (Signal::of(1), Signal::of(2));
//! let circuit = Circuit {
//!     inputs: 2,
//!     gates: vec![Gate { kind: GateKind::And, operands: 0..2 }],
//!     operand_list: vec![a, b],
//!     blocks: vec![Block { gates: 0..1, recursive: false }],
//! };
//! let program = Program::new(&circuit, &[vec![a], vec![Signal::of(3), !b]])?;
//! let mut evaluator = ProgramEvaluator::<1>::new(&program);
//! *evaluator.input_mut(0) = [0b0011];
//! *evaluator.input_mut(1) = [0b0101];
//! evaluator.run(0);
//! assert_eq!(evaluator.output(0, 0), [0b0011]);
//! evaluator.run(1);
//! assert_eq!(evaluator.output(1, 0), [0b0001]);
//! assert_eq!(evaluator.output(1, 1)[0] & 0b1111, 0b1010);
//! # Ok::<(), game::Defect>(())
//! ```

use crate::check::Defect;
use crate::circuit::{Circuit, Signal};
use crate::compile::Compiler;
use crate::execute::{Lanes, Slot, execute, product};
use crate::fuse::Fusion;
use crate::schedule::Schedule;
use crate::tape::{Code, Place};

/// Sections of signals, compiled.
#[derive(Clone, Debug)]
pub struct Program {
    slots: usize,
    sections: Vec<Section>,
}

#[derive(Clone, Debug)]
struct Section {
    code: Code,
    outputs: Vec<Place>,
}

impl Program {
    /// Compiles sections of signals, if the circuit is well-formed.
    ///
    /// The first section must run before any other, since it computes their common part.
    pub fn new(circuit: &Circuit, sections: &[Vec<Signal>]) -> Result<Program, Defect> {
        circuit.check()?;
        let known = |signal: &Signal| (signal.node() as usize) < circuit.nodes();
        if let Some(&unknown) = sections.iter().flatten().find(|signal| !known(signal)) {
            return Err(Defect::UnknownNode(unknown));
        }
        let schedule = Schedule::of_sections(circuit, sections);
        let fusion = Fusion::new(circuit, &schedule);
        let mut compiler = Compiler::new(circuit, &schedule, &fusion);
        let mut compiled = Vec::with_capacity(sections.len());
        for (number, (units, asked)) in schedule.phases.iter().zip(&schedule.asked).enumerate() {
            let code = compiler.phase(units);
            compiled.push(Section { code, outputs: asked.iter().map(|&signal| compiler.place(signal)).collect() });
            if number > 0 {
                compiler.release_asked(units, asked);
            }
        }
        Ok(Program { slots: compiler.slots as usize, sections: compiled })
    }

    /// The number of operands read by all sections, with recursive blocks counted once. Running time is roughly
    /// proportional to it.
    pub fn operand_reads(&self) -> usize {
        self.sections.iter().map(|section| section.code.operand_reads()).sum()
    }
}

/// Runs the sections of a program.
pub struct ProgramEvaluator<'p, const W: usize> {
    program: &'p Program,
    values: Vec<Slot<W>>,
    pending: Vec<u64>,
}

impl<'p, const W: usize> ProgramEvaluator<'p, W> {
    /// An evaluator whose inputs are all false.
    pub fn new(program: &'p Program) -> Self {
        let mut values = vec![Slot([0; W]); program.slots];
        values[0] = Slot([u64::MAX; W]);
        ProgramEvaluator { program, values, pending: Vec::new() }
    }

    /// Bytes that it occupies, without the program.
    pub fn bytes(&self) -> usize {
        self.values.len() * size_of::<Slot<W>>() + self.pending.capacity() * 8
    }

    /// The lanes of an input of the circuit, for writing.
    #[inline(always)]
    pub fn input_mut(&mut self, index: usize) -> &mut Lanes<W> {
        &mut self.values[1 + index].0
    }

    /// Runs a section. After inputs change, the first section must run first.
    pub fn run(&mut self, section: usize) {
        execute(&self.program.sections[section].code, &mut self.values, &mut self.pending);
    }

    /// The lanes in which a signal of a section holds: of the first section, or of the one that ran last.
    #[inline(always)]
    pub fn output(&self, section: usize, index: usize) -> Lanes<W> {
        product(&self.values, [self.program.sections[section].outputs[index]])
    }

    /// The same for the 64 lanes of one word.
    #[inline(always)]
    pub fn output_word(&self, section: usize, index: usize, word: usize) -> u64 {
        let place = self.program.sections[section].outputs[index];
        self.values[place.slot()].0[word] ^ place.flip()
    }
}
