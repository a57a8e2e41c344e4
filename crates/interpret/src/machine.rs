//! Tabled evaluation: every call is answered once, and remembered.
//!
//! A call that is not recursive runs its rules one after the other. A call that it needs first is pushed on the stack,
//! and the `step` is taken again when that is complete. Recursive calls are evaluated by component (`agenda`). The
//! stack is our own: how deep rules call each other is bounded by memory, not by the thread's stack.

use std::time::Instant;

use crate::agenda::{Agenda, Component};
use crate::error::{Error, InterpreterLimits};
use crate::plan::{Plan, ProcedureId};
use crate::position::Position;
use crate::program::Program;
use crate::table::{Progress, Table};
use crate::terms::Terms;

/// Steps between two looks at the clock and the memory.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 16;

/// A rule on its way: which rule, for which call, at which step, with which frame.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) procedure: ProcedureId,
    pub(crate) call: u32,
    pub(crate) rule: u32,
    pub(crate) step: u32,
    /// Choices before this step belong to somebody else.
    pub(crate) floor: u32,
    /// Start of the frame.
    pub(crate) base: usize,
}

/// How a run ended, or why it is interrupted.
pub(crate) enum RunEnd {
    /// There are no further answers.
    Exhausted,
    /// It has an answer and needs no other.
    Proved,
    /// It needs this call to be complete.
    Needs(ProcedureId, u32),
}

/// What lies on the stack.
#[derive(Clone, Copy)]
pub(crate) enum Activity {
    /// Runs the rules of a call, from this one on.
    Rules(Run),
    /// Runs one rule of a recursive component.
    Task(Run),
    /// Works off the agenda of a recursive component.
    Component(Component),
}

/// Terms, tables and the stacks of the evaluation.
#[derive(Clone)]
pub(crate) struct Machine {
    pub(crate) terms: Terms,
    pub(crate) position: Position,
    pub(crate) limits: InterpreterLimits,
    /// Per procedure.
    pub(crate) tables: Vec<Table>,
    /// More than half of the memory is in use: what can be derived again should go.
    pub(crate) crowded: bool,
    steps: u64,
    pub(crate) check_at: u64,
    pub(crate) stack: Vec<Activity>,
    pub(crate) frames: Vec<u32>,
    pub(crate) agenda: Agenda,
    /// Kept to not allocate per step.
    pub(crate) scratch: Vec<u32>,
}

impl Machine {
    pub(crate) fn new(program: &Program, terms: Terms, limits: InterpreterLimits) -> Machine {
        let mut machine = Machine {
            terms,
            position: Position::default(),
            limits,
            tables: Vec::new(),
            crowded: false,
            steps: 0,
            check_at: 0,
            stack: Vec::new(),
            frames: Vec::new(),
            agenda: Agenda::default(),
            scratch: Vec::new(),
        };
        machine.reset(program);
        machine
    }

    /// Forgets everything derived and gives its memory back.
    pub(crate) fn reset(&mut self, program: &Program) {
        self.tables = program.procedures.iter().map(|p| Table::new(p.inputs, p.outputs)).collect();
        self.crowded = false;
        self.stack = Vec::new();
        self.frames = Vec::new();
        self.agenda = Agenda::default();
    }

    /// Starts the count of steps anew.
    pub(crate) fn start_question(&mut self) {
        self.steps = 0;
        self.check_at = STEPS_BETWEEN_CHECKS;
    }

    /// The outputs of all answers to a call.
    pub(crate) fn answers<'a>(
        &'a mut self,
        program: &Program,
        procedure: ProcedureId,
        inputs: &[u32],
    ) -> Result<impl Iterator<Item = &'a [u32]> + use<'a>, Error> {
        let call = self.tables[procedure as usize].open(inputs);
        if self.tables[procedure as usize].progress(call) != Progress::Complete {
            self.enter(program, procedure, call);
            if let Err(error) = self.work(program) {
                self.reset(program);
                return Err(error);
            }
        }
        let table = &self.tables[procedure as usize];
        Ok(table.answers(call).map(|answer| table.outputs(answer)))
    }

    /// Works until the stack is empty.
    fn work(&mut self, program: &Program) -> Result<(), Error> {
        while let Some(activity) = self.stack.pop() {
            match activity {
                Activity::Component(component) => self.next_task(program, component),
                Activity::Rules(mut run) | Activity::Task(mut run) => {
                    let outcome = self.run(program, &mut run)?;
                    if let RunEnd::Needs(procedure, call) = outcome {
                        let again = if let Activity::Task(_) = activity { Activity::Task } else { Activity::Rules };
                        self.stack.push(again(run));
                        self.enter(program, procedure, call);
                        continue;
                    }
                    self.frames.truncate(run.base);
                    if let Activity::Rules(_) = activity {
                        match outcome {
                            RunEnd::Proved => {
                                self.tables[run.procedure as usize].set_progress(run.call, Progress::Complete);
                            }
                            _ => self.start_rule(program, run.procedure, run.call, run.rule + 1),
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Pushes the evaluation of a call that is not complete.
    fn enter(&mut self, program: &Program, procedure: ProcedureId, call: u32) {
        if program.procedures[procedure as usize].recursive {
            self.enter_component(program, procedure, call);
        } else {
            self.start_rule(program, procedure, call, 0);
        }
    }

    /// Pushes a rule of a call, or completes the call if there is no such rule.
    fn start_rule(&mut self, program: &Program, procedure: ProcedureId, call: u32, rule: u32) {
        match program.procedures[procedure as usize].plans.get(rule as usize) {
            Some(plan) => {
                let run = self.new_run(plan, procedure, call, rule);
                self.stack.push(Activity::Rules(run));
            }
            None => self.tables[procedure as usize].set_progress(call, Progress::Complete),
        }
    }

    /// A rule at its first step, with a new frame.
    pub(crate) fn new_run(&mut self, plan: &Plan, procedure: ProcedureId, call: u32, rule: u32) -> Run {
        let base = self.frames.len();
        let inputs = self.tables[procedure as usize].inputs(call);
        self.frames.extend_from_slice(inputs);
        self.frames.extend_from_slice(&plan.frame[inputs.len()..]);
        Run { procedure, call, rule, step: 0, floor: 0, base }
    }

    /// Counts a step.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Error> {
        self.steps += 1;
        if self.steps < self.check_at { Ok(()) } else { self.check() }
    }

    /// Looks at the limits.
    #[cold]
    fn check(&mut self) -> Result<(), Error> {
        self.check_at = self.steps + STEPS_BETWEEN_CHECKS;
        if self.steps > self.limits.steps {
            return Err(Error::Steps(self.limits.steps));
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(Error::Time);
        }
        let bytes = self.bytes();
        self.crowded = bytes > self.limits.bytes / 2;
        if bytes > self.limits.bytes { Err(Error::Memory(self.limits.bytes)) } else { Ok(()) }
    }

    /// Memory of terms, tables and stacks.
    pub(crate) fn bytes(&self) -> usize {
        self.terms.bytes()
            + self.tables.iter().map(Table::bytes).sum::<usize>()
            + self.frames.capacity() * size_of::<u32>()
            + self.stack.capacity() * size_of::<Activity>()
            + self.agenda.bytes()
    }
}
