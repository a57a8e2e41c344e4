//! The work itself, by either engine.

use std::ops::ControlFlow;

use diagram::Limit;
use explicit::solve::Problem;
use game::{Game, State};
use prove::ProvedGame;
use solution::manifest::{Effort, Manifest};
use solution::{Directory, Engine};
use symbolic::engine::{Engine as DiagramEngine, Resources};
use symbolic::journal::Journal;
use task::{Algorithm, Report, Task};

use super::Solve;
use super::auto::{Describe, Done};
use super::engine::EngineChoice;
use super::errors::{Means, cyclic, engine_error, explicit_error, solving_error};
use crate::budget::give_back;
use crate::error::Error;

/// A game on its way into a database.
pub(super) struct Work<'w> {
    pub solve: &'w Solve<'w>,
    pub prepared: &'w ProvedGame,
    pub task: &'w Task<'w>,
    pub observe: &'w mut dyn FnMut(&Report),
    /// Whether an earlier run has begun the directory.
    pub resumed: bool,
    /// What earlier runs took.
    pub earlier: Option<Effort>,
}

/// Sees each commit; says whether the engine is to go on.
pub(super) type Watch<'w> = dyn FnMut(&Report) -> bool + 'w;

/// The most that an engine took, by its own account.
pub struct Peak {
    /// Nodes of diagrams.
    pub nodes: usize,
    /// Bytes.
    pub bytes: usize,
}

/// A cycle of a game that was taken for acyclic.
pub(super) struct Cycle {
    /// Its states.
    pub states: Vec<State>,
    /// The sum of the rewards of two roles, where it is the same at every end.
    pub sum: Option<i32>,
    /// How many states the game has.
    pub listed: u128,
    /// The engine that listed them.
    pub engine: EngineChoice,
}

/// Why a game is not solved.
pub(super) enum Unsolved {
    /// It is cyclic, and the algorithm solves acyclic games only.
    Cyclic(Box<Cycle>),
    /// The engine needs more memory than it may have.
    OutOfMemory(Error),
    /// Whoever watched the engine told it to stop.
    GivesWay,
    /// Something else.
    Failed(Error),
}

impl Unsolved {
    /// The reason as a sentence. The algorithm is the one that was asked for, if one was.
    pub fn into_error(self, game: &Game, asked: Option<Algorithm>, resumed: bool) -> Error {
        match self {
            Unsolved::Cyclic(cycle) => cyclic(&cycle, asked, resumed, game),
            Unsolved::OutOfMemory(error) | Unsolved::Failed(error) => error,
            Unsolved::GivesWay => Error::bug("an engine gave way to no other"),
        }
    }
}

impl<E: Into<Error>> From<E> for Unsolved {
    fn from(error: E) -> Unsolved {
        Unsolved::Failed(error.into())
    }
}

impl Work<'_> {
    /// Solves by one engine.
    pub fn one(&mut self, choice: EngineChoice, describe: &Describe<'_>) -> Result<Done, Unsolved> {
        let (manifest, peak) = match choice.engine {
            Engine::Symbolic => self.symbolic(&choice, describe, u64::MAX, &mut |_| true)?,
            Engine::Explicit => self.explicit(&choice, describe, &mut |_| true)?,
        };
        Ok((manifest, peak, choice))
    }

    /// Solves on decision diagrams, as long as whoever watches agrees and within so many steps.
    pub fn symbolic(
        &mut self,
        choice: &EngineChoice,
        describe: &Describe<'_>,
        steps: u64,
        watch: &mut Watch<'_>,
    ) -> Result<(Manifest, Peak), Unsolved> {
        let Solve { options, path, .. } = self.solve;
        let resources = Resources { bytes: options.budget.engine_bytes()?, threads: options.threads };
        let game = &self.prepared.game;
        let means = Means { budget: &options.budget, database: Some(path) };
        let unmade = |error| engine_error(error, Means { database: None, ..means });
        let mut engine = DiagramEngine::new(self.prepared, &choice.order, resources).map_err(unmade)?;
        engine.store().allow_steps(steps);
        let mut directory = Directory::start_or_resume(path, describe(choice))?;
        directory.count_from(self.solve.clock, self.earlier);
        let (solve, task) = (self.solve, self.task);
        let mut observe = |report: &Report| self.observe(report, watch);
        let mut journal = Journal::new(&mut directory, &mut observe);
        let solved = symbolic::solve::solve(&mut engine, &mut journal, task);
        solved.map_err(|error| match error {
            symbolic::Error::Interrupted => solve.stopped(),
            symbolic::Error::Cyclic { states, sum } => {
                Unsolved::Cyclic(Box::new(Cycle { states, sum, listed: listed(&directory), engine: choice.clone() }))
            }
            symbolic::Error::Diagram(diagram::Error::OutOfBudget(Limit::Steps(_))) => Unsolved::GivesWay,
            error @ symbolic::Error::Diagram(diagram::Error::OutOfBudget(_)) => {
                Unsolved::OutOfMemory(solving_error(error, game, means))
            }
            error => solving_error(error, game, means).into(),
        })?;
        let usage = engine.store().usage();
        Ok((directory.manifest().clone(), Peak { nodes: usage.peak_nodes, bytes: usage.peak_bytes }))
    }

    /// Solves state by state, as long as whoever watches agrees.
    pub fn explicit(
        &mut self,
        choice: &EngineChoice,
        describe: &Describe<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<(Manifest, Peak), Unsolved> {
        let Solve { options, path, .. } = self.solve;
        let game = &self.prepared.game;
        let (bytes, threads) = (choice.bytes, options.threads);
        let problem = Problem { proved: self.prepared, task: self.task, bytes, threads, give_back };
        let mut directory = Directory::start_or_resume(path, describe(choice))?;
        directory.count_from(self.solve.clock, self.earlier);
        let solve = self.solve;
        let means = Means { budget: &options.budget, database: Some(path) };
        let mut bytes = 0;
        let mut observe = |report: &Report| {
            bytes = bytes.max(report.bytes);
            self.observe(report, watch)
        };
        let solved = explicit::solve::solve(&problem, &mut directory, &mut observe);
        solved.map_err(|error| match error {
            explicit::Error::Interrupted => solve.stopped(),
            explicit::Error::Cyclic { states, sum } => {
                Unsolved::Cyclic(Box::new(Cycle { states, sum, listed: listed(&directory), engine: choice.clone() }))
            }
            error @ explicit::Error::Memory { .. } => Unsolved::OutOfMemory(explicit_error(error, game, means)),
            error => explicit_error(error, game, means).into(),
        })?;
        Ok((directory.manifest().clone(), Peak { nodes: 0, bytes }))
    }

    /// Keeps how a finished solve was decided, as a manifest says it.
    pub fn keep_decision(&self, decided: Manifest) -> Result<Manifest, Error> {
        let mut directory = Directory::start_or_resume(self.solve.path, decided.clone())?;
        directory.count_from(self.solve.clock, self.earlier);
        let class = directory.manifest().method.decision.as_ref().map(|decision| decision.class.clone());
        directory.commit(|manifest| manifest.method = decided.of_class(class).method)?;
        Ok(directory.manifest().clone())
    }

    fn observe(&mut self, report: &Report, watch: &mut Watch<'_>) -> ControlFlow<()> {
        (self.observe)(report);
        match self.solve.is_over() || !watch(report) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Solve<'_> {
    /// Why an engine was stopped: the solve is over, or it gives way to the other one.
    fn stopped(&self) -> Unsolved {
        if self.is_over() { self.ended_early().into() } else { Unsolved::GivesWay }
    }
}

/// How many states are waiting to be solved, all that there are: rounds are in front of them.
fn listed(directory: &Directory) -> u128 {
    directory.manifest().layers.last().map_or(0, |layer| layer.states)
}
