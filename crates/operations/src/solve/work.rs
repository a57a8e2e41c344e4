//! The actual work, with either engine.

use std::ops::ControlFlow;

use explicit::solve::Explicit;
use game::{Game, State};
use prove::ProvedGame;
use solution::manifest::{Effort, Manifest};
use solution::{Directory, Engine};
use symbolic::solve::Symbolic;
use task::{Algorithm, CommitReport, Limit, Peak, Problem, Solver, Task};

use super::Solve;
use super::auto::{Describe, Done};
use super::engine::EngineChoice;
use super::errors::{Means, engine_error};
use crate::budget::give_back;
use crate::error::Error;

/// A game being solved into a database.
pub(super) struct Work<'w> {
    pub solve: &'w Solve<'w>,
    pub proved: &'w ProvedGame,
    pub task: &'w Task<'w>,
    pub observe: &'w mut dyn FnMut(&CommitReport),
    /// Whether an earlier run started the directory.
    pub resumed: bool,
    /// The effort of earlier runs.
    pub earlier: Option<Effort>,
}

/// Receives each commit; returns whether the engine should continue.
pub(super) type Watch<'w> = dyn FnMut(&CommitReport) -> bool + 'w;

/// A cycle of a game that was assumed to be acyclic.
pub(super) struct Cycle {
    /// Its states.
    pub states: Vec<State>,
    /// The sum of the rewards of two roles, if it is the same in every terminal state.
    pub sum: Option<i32>,
    /// The number of states of the game.
    pub listed: u128,
    /// The engine that listed them.
    pub engine: EngineChoice,
}

/// Why a game is not solved.
pub(super) enum Unsolved {
    /// It is cyclic, and the algorithm solves only acyclic games.
    Cyclic(Box<Cycle>),
    /// The engine needs more memory than allowed.
    OutOfMemory(Error),
    /// The observer stopped the engine.
    StoppedByObserver,
    /// Moves are simultaneous, and the algorithm is for turns.
    Simultaneous(Error),
    /// Something else.
    Failed(Error),
}

impl Unsolved {
    /// The reason as an error. The algorithm is the requested one, if there is one.
    pub fn into_error(self, game: &Game, asked: Option<Algorithm>, means: Means<'_>) -> Error {
        match self {
            Unsolved::Cyclic(cycle) => means.cyclic(&cycle, asked, game),
            Unsolved::OutOfMemory(error) | Unsolved::Simultaneous(error) | Unsolved::Failed(error) => error,
            Unsolved::StoppedByObserver => Error::bug("an engine handed over to no other"),
        }
    }
}

impl<E: Into<Error>> From<E> for Unsolved {
    fn from(error: E) -> Unsolved {
        Unsolved::Failed(error.into())
    }
}

impl Work<'_> {
    /// Solves with one engine.
    pub fn one(&mut self, choice: EngineChoice, describe: &Describe<'_>) -> Result<Done, Unsolved> {
        let (manifest, peak) = self.run(&choice, describe, u64::MAX, &mut |_| true)?;
        Ok((manifest, peak, choice))
    }

    /// Solves with one engine, until the observer stops it or, if the engine counts steps, their limit is reached.
    pub fn run(
        &mut self,
        choice: &EngineChoice,
        describe: &Describe<'_>,
        steps: u64,
        watch: &mut Watch<'_>,
    ) -> Result<(Manifest, Peak), Unsolved> {
        let options = self.solve.options;
        let bytes = choice.bytes.min(options.budget.make_room_for_engine()?);
        let problem =
            Problem { proved: self.proved, task: self.task, bytes, steps, threads: options.threads, give_back };
        let mut directory = self.directory(describe(choice))?;
        let symbolic = Symbolic { order: &choice.order };
        let engine: &dyn Solver = match choice.engine {
            Engine::Symbolic => &symbolic,
            Engine::Explicit => &Explicit,
        };
        let mut observe = |report: &CommitReport| self.observe(report, watch);
        let solved = engine.solve(&problem, &mut directory, &mut observe);
        let solved = solved.map_err(|error| self.unsolved(error, choice, &directory))?;
        Ok((directory.manifest().clone(), solved.peak))
    }

    /// Why an engine did not solve the game.
    fn unsolved(&self, error: task::Error, choice: &EngineChoice, directory: &Directory) -> Unsolved {
        match error {
            task::Error::Interrupted if self.solve.is_over() => self.solve.ended_early().into(),
            task::Error::Interrupted | task::Error::Limit(Limit::Steps) => Unsolved::StoppedByObserver,
            task::Error::Cyclic { states, sum } => {
                // All states are in the unsolved layer after the rounds.
                let listed = directory.manifest().layers.last().map_or(0, |layer| layer.states);
                Unsolved::Cyclic(Box::new(Cycle { states, sum, listed, engine: choice.clone() }))
            }
            error => {
                let kind = match error {
                    task::Error::Simultaneous(_) => Unsolved::Simultaneous,
                    _ if error.is_out_of_memory() => Unsolved::OutOfMemory,
                    _ => Unsolved::Failed,
                };
                kind(engine_error(error, &self.proved.game, self.solve.means(self.resumed)))
            }
        }
    }

    /// The directory, new or resumed.
    pub fn directory(&self, manifest: Manifest) -> Result<Directory, Error> {
        let mut directory = Directory::start_or_resume(self.solve.path, manifest)?;
        directory.count_from(self.solve.clock, self.earlier);
        Ok(directory)
    }

    /// Stores how a finished solve was decided, as described by a manifest.
    pub fn keep_decision(&self, decided: Manifest) -> Result<Manifest, Error> {
        let mut directory = self.directory(decided.clone())?;
        let class = directory.manifest().method.decision.as_ref().map(|decision| decision.class.clone());
        directory.commit(|manifest| manifest.method = decided.of_class(class).method)?;
        Ok(directory.manifest().clone())
    }

    fn observe(&mut self, report: &CommitReport, watch: &mut Watch<'_>) -> ControlFlow<()> {
        (self.observe)(report);
        match self.solve.is_over() || !watch(report) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
