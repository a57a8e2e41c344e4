//! Tabled evaluation: every call is evaluated once and its answers are kept.
//!
//! A call that is not recursive runs its rules in order. If it needs another call first, that call is pushed on the
//! stack, and the `step` is repeated when it is complete. Recursive calls are evaluated by component (`agenda`). The
//! stack is explicit, so the call depth of rules is bounded by memory, not by the thread's stack.

use std::time::Instant;

use crate::agenda::{Agenda, Component};
use crate::error::{Error, InterpreterLimits};
use crate::plan::{Plan, ProcedureId};
use crate::position::Position;
use crate::program::Program;
use crate::table::{Progress, Table};
use crate::terms::Terms;

/// Steps between two checks of time and memory.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 16;

/// A rule in execution: the rule, its call, the step and the frame.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) procedure: ProcedureId,
    pub(crate) call: u32,
    pub(crate) rule: u32,
    pub(crate) step: u32,
    /// Choice points before this step belong to another run.
    pub(crate) floor: u32,
    /// Start of the frame.
    pub(crate) base: usize,
}

/// How a run ended, or why it was interrupted.
pub(crate) enum RunEnd {
    /// There are no further answers.
    Exhausted,
    /// It has an answer and needs no other.
    Proved,
    /// This call must be complete first.
    Needs(ProcedureId, u32),
}

/// An entry of the stack.
#[derive(Clone, Copy)]
pub(crate) enum Activity {
    /// Runs the rules of a call, starting with this one.
    Rules(Run),
    /// Runs one rule of a recursive component.
    Task(Run),
    /// Processes the agenda of a recursive component.
    Component(Component),
}

/// Terms, tables and the stacks of the evaluation.
#[derive(Clone)]
pub(crate) struct Machine {
    pub(crate) terms: Terms,
    pub(crate) position: Position,
    pub(crate) limits: InterpreterLimits,
    /// The table of each procedure.
    pub(crate) tables: Vec<Table>,
    /// More than half of the memory is in use, so derived answers should be dropped.
    pub(crate) crowded: bool,
    steps: u64,
    pub(crate) check_at: u64,
    pub(crate) stack: Vec<Activity>,
    pub(crate) frames: Vec<u32>,
    pub(crate) agenda: Agenda,
    /// A buffer, to avoid an allocation per step.
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

    /// Drops all derived answers and frees their memory.
    pub(crate) fn reset(&mut self, program: &Program) {
        self.tables = program.procedures.iter().map(|p| Table::new(p.inputs, p.outputs)).collect();
        self.crowded = false;
        self.stack = Vec::new();
        self.frames = Vec::new();
        self.agenda = Agenda::default();
    }

    /// Resets the step counter.
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

    /// Runs until the stack is empty.
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

    /// A run at the first step of a rule, with a new frame.
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

    /// Checks the limits.
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
