//! Tabled evaluation: every call is answered once, and remembered.
//!
//! A call that is not recursive runs its rules one after the other; a call it needs first is pushed on the stack, and the
//! step is taken again when that is complete. Within a recursive component nobody can wait for completion. There, a rule
//! that calls the component leaves a copy of its frame with the callee and is resumed once for each answer, whenever
//! that comes (OLDT resolution, Tamaki & Sato 1986). Each pair of answer and waiting rule is seen once, which
//! is what semi-naive evaluation is for. When the agenda is empty, all calls of the component are complete.
//!
//! Negation needs complete calls; it gets them, because rules were checked to never negate their own component.
//! The stack is our own, so the depth of the rules is bounded by memory, not by the thread's stack.

use std::time::Instant;

use crate::error::{Error, Limits};
use crate::plan::{DONE, Plan, ProcedureId, Step};
use crate::position::Position;
use crate::program::{Procedure, Program};
use crate::rule::Source;
use crate::table::{NONE, Progress, Table};
use crate::terms::Terms;

/// Steps between two looks at the clock and the memory.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 16;

/// A rule on its way: which rule, for which call, at which step, with which frame.
#[derive(Clone, Copy)]
struct Run {
    procedure: ProcedureId,
    call: u32,
    rule: u32,
    step: u32,
    /// Choices before this step belong to somebody else.
    floor: u32,
    /// Start of the frame.
    base: usize,
}

/// A recursive component under evaluation: where its tasks, waiting rules and calls begin.
#[derive(Clone, Copy)]
struct Component {
    agenda: usize,
    waiting: usize,
    frames: usize,
    opened: usize,
}

#[derive(Clone, Copy)]
enum Activity {
    /// Runs all rules of a call, from this one on.
    Rules(Run),
    /// Runs one rule of a recursive component.
    Task(Run),
    /// Works off the agenda of a recursive component.
    Component(Component),
}

#[derive(Clone, Copy)]
enum Task {
    /// Start a rule of a call.
    Start { procedure: ProcedureId, call: u32, rule: u32 },
    /// Resume a waiting rule with an answer.
    Resume { waiting: u32, answer: u32 },
}

/// A rule that waits for answers at a call.
#[derive(Clone, Copy)]
struct Waiting {
    run: Run,
    /// The copy of its frame.
    frame: usize,
    /// The next one that waits for the same call.
    next: u32,
}

/// How a run ended, or why it is interrupted.
enum Outcome {
    Exhausted,
    /// It has an answer and needs no other.
    Proved,
    /// It needs this call to be complete.
    Needs(ProcedureId, u32),
}

/// Terms, tables and the stacks of the evaluation.
#[derive(Clone)]
pub(crate) struct Machine {
    pub(crate) terms: Terms,
    pub(crate) position: Position,
    pub(crate) limits: Limits,
    tables: Vec<Table>,
    /// More than half of the memory is in use: what can be derived again should go.
    pub(crate) crowded: bool,
    steps: u64,
    check_at: u64,
    stack: Vec<Activity>,
    frames: Vec<u32>,
    agenda: Vec<Task>,
    waiting: Vec<Waiting>,
    waiting_frames: Vec<u32>,
    opened: Vec<(ProcedureId, u32)>,
    scratch: Vec<u32>,
}

impl Machine {
    pub(crate) fn new(program: &Program, terms: Terms, limits: Limits) -> Machine {
        Machine {
            terms,
            position: Position::default(),
            limits,
            tables: program.procedures.iter().map(|p| Table::new(p.inputs, p.outputs)).collect(),
            crowded: false,
            steps: 0,
            check_at: 0,
            stack: Vec::new(),
            frames: Vec::new(),
            agenda: Vec::new(),
            waiting: Vec::new(),
            waiting_frames: Vec::new(),
            opened: Vec::new(),
            scratch: Vec::new(),
        }
    }

    pub(crate) fn table_mut(&mut self, procedure: ProcedureId) -> &mut Table {
        &mut self.tables[procedure as usize]
    }

    /// Forgets everything derived and gives its memory back.
    pub(crate) fn reset(&mut self, program: &Program) {
        self.tables = program.procedures.iter().map(|p| Table::new(p.inputs, p.outputs)).collect();
        self.crowded = false;
        self.stack.clear();
        self.frames.clear();
        self.agenda.clear();
        self.waiting.clear();
        self.waiting_frames.clear();
        self.opened.clear();
    }

    /// Starts the count of steps anew.
    pub(crate) fn start_question(&mut self) {
        self.steps = 0;
        self.check_at = STEPS_BETWEEN_CHECKS;
    }

    /// All answers to a call that has one output or none.
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
                Activity::Rules(mut run) => match self.run(program, &mut run)? {
                    Outcome::Needs(procedure, call) => {
                        self.stack.push(Activity::Rules(run));
                        self.enter(program, procedure, call);
                    }
                    Outcome::Exhausted => {
                        self.frames.truncate(run.base);
                        self.start_rule(program, run.procedure, run.call, run.rule + 1);
                    }
                    Outcome::Proved => {
                        self.frames.truncate(run.base);
                        self.tables[run.procedure as usize].set_progress(run.call, Progress::Complete);
                    }
                },
                Activity::Task(mut run) => match self.run(program, &mut run)? {
                    Outcome::Needs(procedure, call) => {
                        self.stack.push(Activity::Task(run));
                        self.enter(program, procedure, call);
                    }
                    Outcome::Exhausted | Outcome::Proved => self.frames.truncate(run.base),
                },
                Activity::Component(component) => self.next_task(program, component),
            }
        }
        Ok(())
    }

    /// Pushes the evaluation of a call that is not complete.
    fn enter(&mut self, program: &Program, procedure: ProcedureId, call: u32) {
        if !program.procedures[procedure as usize].recursive {
            self.start_rule(program, procedure, call, 0);
            return;
        }
        self.stack.push(Activity::Component(Component {
            agenda: self.agenda.len(),
            waiting: self.waiting.len(),
            frames: self.waiting_frames.len(),
            opened: self.opened.len(),
        }));
        self.open_in_component(program, procedure, call);
    }

    /// Pushes a rule of a call, or completes the call if there is no such rule.
    fn start_rule(&mut self, program: &Program, procedure: ProcedureId, call: u32, rule: u32) {
        match program.procedures[procedure as usize].plans.get(rule as usize) {
            Some(plan) => {
                let base = self.new_frame(plan, procedure, call);
                self.stack.push(Activity::Rules(Run { procedure, call, rule, step: 0, floor: 0, base }));
            }
            None => self.tables[procedure as usize].set_progress(call, Progress::Complete),
        }
    }

    fn new_frame(&mut self, plan: &Plan, procedure: ProcedureId, call: u32) -> usize {
        let base = self.frames.len();
        let inputs = self.tables[procedure as usize].inputs(call);
        self.frames.extend_from_slice(inputs);
        self.frames.extend_from_slice(&plan.frame[inputs.len()..]);
        base
    }

    fn open_in_component(&mut self, program: &Program, procedure: ProcedureId, call: u32) {
        self.opened.push((procedure, call));
        self.tables[procedure as usize].set_progress(call, Progress::Open);
        let rules = program.procedures[procedure as usize].plans.len() as u32;
        self.agenda.extend((0..rules).rev().map(|rule| Task::Start { procedure, call, rule }));
    }

    /// Takes a task from the agenda, or completes the component if none is left.
    fn next_task(&mut self, program: &Program, component: Component) {
        if self.agenda.len() == component.agenda {
            for (procedure, call) in self.opened.drain(component.opened..) {
                self.tables[procedure as usize].set_progress(call, Progress::Complete);
            }
            self.waiting.truncate(component.waiting);
            self.waiting_frames.truncate(component.frames);
            return;
        }
        self.stack.push(Activity::Component(component));
        let Some(task) = self.agenda.pop() else { return };
        let run = match task {
            Task::Start { procedure, call, rule } => {
                let plan = &program.procedures[procedure as usize].plans[rule as usize];
                let base = self.new_frame(plan, procedure, call);
                Run { procedure, call, rule, step: 0, floor: 0, base }
            }
            Task::Resume { waiting, answer } => self.resumed(program, waiting, answer),
        };
        let proved = program.procedures[run.procedure as usize].outputs == 0
            && self.tables[run.procedure as usize].first(run.call) != NONE;
        if proved {
            self.frames.truncate(run.base);
        } else {
            self.stack.push(Activity::Task(run));
        }
    }

    /// A run that goes on after the call at which it waited, with this answer.
    fn resumed(&mut self, program: &Program, waiting: u32, answer: u32) -> Run {
        let Waiting { mut run, frame, .. } = self.waiting[waiting as usize];
        let plan = &program.procedures[run.procedure as usize].plans[run.rule as usize];
        run.base = self.frames.len();
        self.frames.extend_from_slice(&self.waiting_frames[frame..frame + plan.frame.len()]);
        if let Step::Call { procedure, outputs, .. } = plan.steps[run.step as usize] {
            self.load(run.base, procedure, answer, outputs);
        }
        run.step += 1;
        run.floor = run.step;
        run
    }

    /// Leaves a run with a call of its own component, to be resumed for each answer.
    fn wait(&mut self, run: Run, size: usize, procedure: ProcedureId, call: u32) {
        let frame = self.waiting_frames.len();
        self.waiting_frames.extend_from_slice(&self.frames[run.base..run.base + size]);
        let table = &mut self.tables[procedure as usize];
        let waiting = self.waiting.len() as u32;
        self.waiting.push(Waiting { run, frame, next: table.waiting(call) });
        table.set_waiting(call, waiting);
        self.agenda.extend(table.answers(call).map(|answer| Task::Resume { waiting, answer }));
    }

    /// Files an answer of a run and passes it on to those who wait for it.
    fn emit(&mut self, run: &Run, plan: &Plan) {
        let table = &mut self.tables[run.procedure as usize];
        let frame = &self.frames[run.base..];
        let Some(answer) = table.add(run.call, plan.outputs.iter().map(|&o| frame[o as usize])) else { return };
        let mut waiting = table.waiting(run.call);
        while waiting != NONE {
            self.agenda.push(Task::Resume { waiting, answer });
            waiting = self.waiting[waiting as usize].next;
        }
    }

    /// Takes steps until the rule has no further answers, its call needs none, or another call is needed first.
    fn run(&mut self, program: &Program, run: &mut Run) -> Result<Outcome, Error> {
        let procedure = &program.procedures[run.procedure as usize];
        let plan = &procedure.plans[run.rule as usize];
        loop {
            self.steps += 1;
            if self.steps >= self.check_at {
                self.check()?;
            }
            let retry = match plan.steps.get(run.step as usize) {
                Some(step) => {
                    match self.step(program, procedure, plan, run, step) {
                        Taken::Success => {
                            run.step += 1;
                            continue;
                        }
                        Taken::Failure => plan.retry[run.step as usize],
                        Taken::Needs(procedure, call) => return Ok(Outcome::Needs(procedure, call)),
                    }
                }
                None => {
                    self.emit(run, plan);
                    if plan.outputs.is_empty() {
                        return Ok(Outcome::Proved);
                    }
                    plan.again
                }
            };
            if !self.go_back(plan, run, retry) {
                return Ok(Outcome::Exhausted);
            }
        }
    }

    /// Tries the last call that has another answer again; false if none has.
    #[inline]
    fn go_back(&mut self, plan: &Plan, run: &mut Run, mut retry: u32) -> bool {
        while retry != DONE && retry >= run.floor {
            if let Step::Call { procedure, outputs, cursor, .. } = plan.steps[retry as usize] {
                let cursor = run.base + cursor as usize;
                let answer = self.tables[procedure as usize].next(self.frames[cursor]);
                if answer != NONE {
                    self.frames[cursor] = answer;
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
    fn step(&mut self, program: &Program, procedure: &Procedure, plan: &Plan, run: &Run, step: &Step) -> Taken {
        let frame = &mut self.frames[run.base..];
        let succeeds = match step {
            Step::Build { functor, arguments, into } => {
                self.scratch.clear();
                self.scratch.extend(arguments.iter().map(|&a| frame[a as usize]));
                frame[*into as usize] = self.terms.intern(*functor, &self.scratch);
                true
            }
            Step::Take { term, functor, into } => {
                let term = frame[*term as usize];
                let same = self.terms.functor_of(term) == *functor;
                if same {
                    let arguments = self.terms.arguments(term);
                    frame[*into as usize..][..arguments.len()].copy_from_slice(arguments);
                }
                same
            }
            Step::Equal(a, b) => frame[*a as usize] == frame[*b as usize],
            Step::Differ(a, b) => frame[*a as usize] != frame[*b as usize],
            Step::Fluent { term, holds } => self.position.holds(frame[*term as usize]) == *holds,
            Step::Refute { procedure: callee, inputs } => {
                return match self.look_up(program, *callee, inputs, run.base) {
                    Lookup::Call(call) if self.tables[*callee as usize].progress(call) != Progress::Complete => {
                        Taken::Needs(*callee, call)
                    }
                    Lookup::Call(call) => Taken::when(self.tables[*callee as usize].first(call) == NONE),
                    Lookup::Nothing => Taken::Success,
                };
            }
            Step::Call { procedure: callee, inputs, outputs, cursor, .. } => {
                let Lookup::Call(call) = self.look_up(program, *callee, inputs, run.base) else {
                    return Taken::Failure;
                };
                let table = &self.tables[*callee as usize];
                if table.progress(call) != Progress::Complete {
                    let called = &program.procedures[*callee as usize];
                    if called.component != procedure.component {
                        return Taken::Needs(*callee, call);
                    }
                    if table.progress(call) == Progress::New {
                        self.open_in_component(program, *callee, call);
                    }
                    self.wait(*run, plan.frame.len(), *callee, call);
                    return Taken::Failure;
                }
                let answer = table.first(call);
                if answer != NONE {
                    self.frames[run.base + *cursor as usize] = answer;
                    self.load(run.base, *callee, answer, *outputs);
                }
                answer != NONE
            }
        };
        Taken::when(succeeds)
    }

    /// The call with these inputs; fills the table first if it holds facts.
    #[inline]
    fn look_up(&mut self, program: &Program, callee: ProcedureId, inputs: &[u32], base: usize) -> Lookup {
        let frame = &self.frames[base..];
        self.scratch.clear();
        self.scratch.extend(inputs.iter().map(|&i| frame[i as usize]));
        let table = &mut self.tables[callee as usize];
        let called = &program.procedures[callee as usize];
        if let Source::Rules(_) = called.source {
            return Lookup::Call(table.open(&self.scratch));
        }
        if !table.filled {
            fill(program, called, &self.position, &self.terms, table);
        }
        table.find(&self.scratch).map_or(Lookup::Nothing, Lookup::Call)
    }

    /// Copies the outputs of an answer into the frame.
    #[inline]
    fn load(&mut self, base: usize, procedure: ProcedureId, answer: u32, into: u32) {
        let outputs = self.tables[procedure as usize].outputs(answer);
        self.frames[base + into as usize..][..outputs.len()].copy_from_slice(outputs);
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
        let stacks = (self.frames.capacity() + self.waiting_frames.capacity()) * size_of::<u32>()
            + self.stack.capacity() * size_of::<Activity>()
            + self.agenda.capacity() * size_of::<Task>()
            + self.waiting.capacity() * size_of::<Waiting>();
        let bytes = stacks + self.terms.bytes() + self.tables.iter().map(Table::bytes).sum::<usize>();
        self.crowded = bytes > self.limits.bytes / 2;
        if bytes > self.limits.bytes { Err(Error::Memory(self.limits.bytes)) } else { Ok(()) }
    }
}

enum Lookup {
    Call(u32),
    Nothing,
}

enum Taken {
    Success,
    Failure,
    Needs(ProcedureId, u32),
}

impl Taken {
    fn when(succeeds: bool) -> Taken {
        if succeeds { Taken::Success } else { Taken::Failure }
    }
}

/// Files all facts that a procedure looks up.
fn fill(program: &Program, procedure: &Procedure, position: &Position, terms: &Terms, table: &mut Table) {
    match procedure.source {
        Source::Fluents => position.file_facts(&procedure.shapes[0], terms, table),
        Source::Moves => position.file_moves(&procedure.shapes, terms, table),
        Source::Facts(relation) => {
            program.facts(relation).iter().for_each(|fact| table.file(&procedure.shapes, fact, terms));
        }
        Source::Rules(_) => {}
    }
    table.filled = true;
}
