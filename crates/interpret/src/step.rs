//! Executes one rule step by step, with backtracking.

use crate::error::Error;
use crate::machine::{Machine, Run, RunEnd};
use crate::plan::{DONE, Plan, ProcedureId, Slot, Step};
use crate::program::{Procedure, Program};
use crate::rule::Source;
use crate::table::{NONE, Progress, Table};

/// The result of a step.
enum Taken {
    Success,
    Failure,
    /// This call must be complete first.
    Needs(ProcedureId, u32),
}

impl Taken {
    fn when(succeeds: bool) -> Taken {
        if succeeds { Taken::Success } else { Taken::Failure }
    }
}

impl Machine {
    /// Executes steps until the rule has no further answers, its call needs none, or another call is needed first.
    pub(crate) fn run(&mut self, program: &Program, run: &mut Run) -> Result<RunEnd, Error> {
        let plan = &program.procedures[run.procedure as usize].plans[run.rule as usize];
        loop {
            self.spend()?;
            let retry = match plan.steps.get(run.step as usize) {
                Some(step) => match self.step(program, run, step) {
                    Taken::Success => {
                        run.step += 1;
                        continue;
                    }
                    Taken::Failure => plan.retry[run.step as usize],
                    Taken::Needs(procedure, call) => return Ok(RunEnd::Needs(procedure, call)),
                },
                None => {
                    self.emit(run, plan);
                    if plan.outputs.is_empty() {
                        return Ok(RunEnd::Proved);
                    }
                    plan.again
                }
            };
            if !self.go_back(plan, run, retry) {
                return Ok(RunEnd::Exhausted);
            }
        }
    }

    /// Adds the answer that a run has reached to the table.
    fn emit(&mut self, run: &Run, plan: &Plan) {
        let frame = &self.frames[run.base..];
        let outputs = plan.outputs.iter().map(|&o| frame[o as usize]);
        if let Some(answer) = self.tables[run.procedure as usize].add(run.call, outputs) {
            // Answers with a thousand arguments fill memory fast, so the limits are checked sooner.
            self.check_at = self.check_at.saturating_sub(plan.outputs.len() as u64 / 8);
            self.pass_on(run.procedure, run.call, answer);
        }
    }

    /// Retries the last call that has another answer; returns false if none has.
    #[inline]
    fn go_back(&mut self, plan: &Plan, run: &mut Run, mut retry: u32) -> bool {
        while retry != DONE && retry >= run.floor {
            if let Step::Call { procedure, outputs, cursor, .. } = plan.steps[retry as usize] {
                let answer = self.tables[procedure as usize].next(self.frames[run.base + cursor as usize]);
                if answer != NONE {
                    self.frames[run.base + cursor as usize] = answer;
                    self.load(run.base, procedure, answer, outputs);
                    run.step = retry + 1;
                    return true;
                }
            }
            retry = plan.retry[retry as usize];
        }
        false
    }

    #[inline]
    fn step(&mut self, program: &Program, run: &Run, step: &Step) -> Taken {
        let frame = &mut self.frames[run.base..];
        match step {
            Step::Build { functor, arguments, into } => {
                self.scratch.clear();
                self.scratch.extend(arguments.iter().map(|&a| frame[a as usize]));
                frame[*into as usize] = self.terms.intern(*functor, &self.scratch);
                Taken::Success
            }
            Step::Take { term, functor, into } => {
                let term = frame[*term as usize];
                if self.terms.functor_of(term) != *functor {
                    return Taken::Failure;
                }
                let arguments = self.terms.arguments(term);
                frame[*into as usize..][..arguments.len()].copy_from_slice(arguments);
                Taken::Success
            }
            Step::Equal(a, b) => Taken::when(frame[*a as usize] == frame[*b as usize]),
            Step::Differ(a, b) => Taken::when(frame[*a as usize] != frame[*b as usize]),
            Step::Fluent { term, holds } => Taken::when(self.position.holds(frame[*term as usize]) == *holds),
            Step::Refute { procedure, inputs } => self.refute(program, run, *procedure, inputs),
            Step::Call { procedure, inputs, outputs, cursor } => {
                self.call(program, run, *procedure, inputs, *outputs, *cursor)
            }
        }
    }

    fn refute(&mut self, program: &Program, run: &Run, callee: ProcedureId, inputs: &[Slot]) -> Taken {
        let call = match self.look_up(program, callee, inputs, run.base) {
            Ok(Some(call)) => call,
            Ok(None) => return Taken::Success,
            Err((procedure, call)) => return Taken::Needs(procedure, call),
        };
        let table = &self.tables[callee as usize];
        match table.progress(call) {
            Progress::Complete => Taken::when(table.first(call) == NONE),
            _ => Taken::Needs(callee, call),
        }
    }

    #[inline]
    fn call(
        &mut self,
        program: &Program,
        run: &Run,
        callee: ProcedureId,
        inputs: &[Slot],
        outputs: Slot,
        cursor: Slot,
    ) -> Taken {
        let call = match self.look_up(program, callee, inputs, run.base) {
            Ok(Some(call)) => call,
            Ok(None) => return Taken::Failure,
            Err((procedure, call)) => return Taken::Needs(procedure, call),
        };
        let table = &self.tables[callee as usize];
        if table.progress(call) != Progress::Complete {
            let component = |procedure: ProcedureId| program.procedures[procedure as usize].component;
            if component(callee) != component(run.procedure) {
                return Taken::Needs(callee, call);
            }
            self.wait(program, run, callee, call);
            return Taken::Failure;
        }
        let answer = table.first(call);
        if answer == NONE {
            return Taken::Failure;
        }
        self.frames[run.base + cursor as usize] = answer;
        self.load(run.base, callee, answer, outputs);
        Taken::Success
    }

    /// The call with these inputs; `None` if it is a lookup and there are no answers. An error is a call that must be
    /// complete first.
    #[inline]
    fn look_up(
        &mut self,
        program: &Program,
        callee: ProcedureId,
        inputs: &[Slot],
        base: usize,
    ) -> Result<Option<u32>, (ProcedureId, u32)> {
        let frame = &self.frames[base..];
        self.scratch.clear();
        self.scratch.extend(inputs.iter().map(|&i| frame[i as usize]));
        let called = &program.procedures[callee as usize];
        if let (Source::Rules(_), None) = (called.source, called.full) {
            return Ok(Some(self.tables[callee as usize].open(&self.scratch)));
        }
        if !self.tables[callee as usize].filled {
            self.fill(program, callee, called)?;
        }
        Ok(self.tables[callee as usize].find(&self.scratch))
    }

    /// Adds all answers of a procedure to its table: facts, or those of the relation evaluated in full.
    #[cold]
    fn fill(
        &mut self,
        program: &Program,
        number: ProcedureId,
        procedure: &Procedure,
    ) -> Result<(), (ProcedureId, u32)> {
        if let Some(full) = procedure.full {
            let call = self.tables[full as usize].open(&[]);
            if self.tables[full as usize].progress(call) != Progress::Complete {
                return Err((full, call));
            }
            let mut table = std::mem::replace(&mut self.tables[number as usize], Table::new(0, 0));
            let answers = &self.tables[full as usize];
            for answer in answers.answers(call) {
                table.file(&procedure.shapes, answers.outputs(answer), &self.terms);
            }
            table.filled = true;
            self.tables[number as usize] = table;
            return Ok(());
        }
        let table = &mut self.tables[number as usize];
        match procedure.source {
            Source::Fluents => self.position.file_facts(&procedure.shapes[0], &self.terms, table),
            Source::Moves => self.position.file_moves(&procedure.shapes, &self.terms, table),
            Source::Facts(relation) => {
                program.facts(relation).iter().for_each(|fact| table.file(&procedure.shapes, fact, &self.terms));
            }
            Source::Rules(_) => {}
        }
        table.filled = true;
        Ok(())
    }

    /// Copies the outputs of an answer into a frame.
    #[inline]
    pub(crate) fn load(&mut self, base: usize, procedure: ProcedureId, answer: u32, into: Slot) {
        let outputs = self.tables[procedure as usize].outputs(answer);
        self.frames[base + into as usize..][..outputs.len()].copy_from_slice(outputs);
    }
}
