//! Recursive calls: callers suspend, and each answer resumes them.
//!
//! Within a recursive component a rule that calls the component leaves a copy of its frame with the callee and is
//! resumed once for each answer (OLDT resolution: Tamaki & Sato, OLD resolution with tabulation, 1986). Each pair of
//! answer and waiting rule is processed once, as in semi-naive evaluation. When the agenda is empty, all calls of the
//! component are complete.
//!
//! Negation needs complete calls and gets them, since no component negates itself. A component entered during the
//! evaluation of another finishes first, so one agenda serves all as a stack.

use crate::machine::{Activity, Machine, Run};
use crate::plan::{ProcedureId, Step};
use crate::program::Program;
use crate::table::{NONE, Progress};

/// A recursive component under evaluation: the start of its tasks, waiting rules, their frames and its calls.
#[derive(Clone, Copy)]
pub(crate) struct Component {
    tasks: usize,
    waiting: usize,
    frames: usize,
    opened: usize,
}

#[derive(Clone, Copy)]
enum Task {
    /// Start a rule of a call.
    Start { procedure: ProcedureId, call: u32, rule: u32 },
    /// Resume a waiting rule with an answer.
    Resume { waiting: u32, answer: u32 },
}

/// A rule that waits for the answers to a call.
#[derive(Clone, Copy)]
struct Waiting {
    run: Run,
    /// Start of the copy of its frame.
    frame: usize,
    /// The next rule that waits for the same call.
    next: u32,
}

/// The remaining tasks of the components under evaluation.
#[derive(Clone, Default)]
pub(crate) struct Agenda {
    tasks: Vec<Task>,
    waiting: Vec<Waiting>,
    frames: Vec<u32>,
    opened: Vec<(ProcedureId, u32)>,
}

impl Agenda {
    pub(crate) fn bytes(&self) -> usize {
        self.tasks.capacity() * size_of::<Task>()
            + self.waiting.capacity() * size_of::<Waiting>()
            + self.frames.capacity() * size_of::<u32>()
            + self.opened.capacity() * size_of::<(ProcedureId, u32)>()
    }
}

impl Machine {
    /// Pushes the evaluation of a component, started by this call.
    pub(crate) fn enter_component(&mut self, program: &Program, procedure: ProcedureId, call: u32) {
        self.stack.push(Activity::Component(Component {
            tasks: self.agenda.tasks.len(),
            waiting: self.agenda.waiting.len(),
            frames: self.agenda.frames.len(),
            opened: self.agenda.opened.len(),
        }));
        self.open_in_component(program, procedure, call);
    }

    fn open_in_component(&mut self, program: &Program, procedure: ProcedureId, call: u32) {
        self.tables[procedure as usize].set_progress(call, Progress::Open);
        self.agenda.opened.push((procedure, call));
        let rules = program.procedures[procedure as usize].plans.len() as u32;
        self.agenda.tasks.extend((0..rules).rev().map(|rule| Task::Start { procedure, call, rule }));
    }

    /// Pushes a task of the agenda, or completes the component if none is left.
    pub(crate) fn next_task(&mut self, program: &Program, component: Component) {
        let Some(task) = self.agenda.tasks.get(component.tasks..).and_then(<[Task]>::last).copied() else {
            for (procedure, call) in self.agenda.opened.drain(component.opened..) {
                self.tables[procedure as usize].set_progress(call, Progress::Complete);
            }
            self.agenda.waiting.truncate(component.waiting);
            self.agenda.frames.truncate(component.frames);
            return;
        };
        self.agenda.tasks.pop();
        self.stack.push(Activity::Component(component));
        let run = match task {
            Task::Start { procedure, call, rule } => {
                let plan = &program.procedures[procedure as usize].plans[rule as usize];
                self.new_run(plan, procedure, call, rule)
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

    /// A run that resumes after the call at which it waited, with this answer.
    fn resumed(&mut self, program: &Program, waiting: u32, answer: u32) -> Run {
        let Waiting { mut run, frame, .. } = self.agenda.waiting[waiting as usize];
        let plan = &program.procedures[run.procedure as usize].plans[run.rule as usize];
        run.base = self.frames.len();
        self.frames.extend_from_slice(&self.agenda.frames[frame..frame + plan.frame.len()]);
        if let Step::Call { procedure, outputs, .. } = plan.steps[run.step as usize] {
            self.load(run.base, procedure, answer, outputs);
        }
        run.step += 1;
        run.floor = run.step;
        run
    }

    /// Suspends a run at a call of its own component, to be resumed for each answer.
    pub(crate) fn wait(&mut self, program: &Program, run: &Run, procedure: ProcedureId, call: u32) {
        if self.tables[procedure as usize].progress(call) == Progress::New {
            self.open_in_component(program, procedure, call);
        }
        let size = program.procedures[run.procedure as usize].plans[run.rule as usize].frame.len();
        let table = &mut self.tables[procedure as usize];
        let waiting = self.agenda.waiting.len() as u32;
        let frame = self.agenda.frames.len();
        self.agenda.frames.extend_from_slice(&self.frames[run.base..run.base + size]);
        self.agenda.waiting.push(Waiting { run: *run, frame, next: table.waiting(call) });
        table.set_waiting(call, waiting);
        self.agenda.tasks.extend(table.answers(call).map(|answer| Task::Resume { waiting, answer }));
    }

    /// Passes a new answer to the waiting rules.
    pub(crate) fn pass_on(&mut self, procedure: ProcedureId, call: u32, answer: u32) {
        let mut waiting = self.tables[procedure as usize].waiting(call);
        while waiting != NONE {
            self.agenda.tasks.push(Task::Resume { waiting, answer });
            waiting = self.agenda.waiting[waiting as usize].next;
        }
    }
}
