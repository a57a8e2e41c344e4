//! The work itself, by either engine.

use std::ops::ControlFlow;

use explicit::solve::Problem;
use game::{Game, State};
use solution::Directory;
use solution::manifest::Manifest;
use symbolic::engine::{Engine, Resources};
use symbolic::journal::Journal;
use symbolic::order::Order;
use task::{Algorithm, Report, Task};

use super::Solve;
use super::errors::{Means, cyclic, engine_error, explicit_error, solving_error};
use crate::budget::give_back;
use crate::error::Error;
use crate::prepared::Prepared;

/// A game on its way into a database.
pub(super) struct Work<'w> {
    pub solve: &'w Solve<'w>,
    pub prepared: &'w Prepared,
    pub task: &'w Task<'w>,
    pub observe: &'w mut dyn FnMut(&Report),
}

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
}

/// Why a game is not solved.
pub(super) enum Unsolved {
    /// It is cyclic, and the algorithm solves acyclic games only.
    Cyclic(Cycle),
    /// Something else.
    Failed(Error),
}

impl Unsolved {
    /// The reason as a sentence. The algorithm is the one that was asked for, if one was.
    pub fn into_error(self, game: &Game, asked: Option<Algorithm>, resumed: bool) -> Error {
        match self {
            Unsolved::Cyclic(cycle) => cyclic(&cycle, asked, resumed, game),
            Unsolved::Failed(error) => error,
        }
    }
}

impl<E: Into<Error>> From<E> for Unsolved {
    fn from(error: E) -> Unsolved {
        Unsolved::Failed(error.into())
    }
}

impl Work<'_> {
    /// Solves on decision diagrams.
    pub fn symbolic(&mut self, manifest: Manifest, order: &Order) -> Result<(Manifest, Peak), Unsolved> {
        let Solve { options, path, .. } = self.solve;
        let resources = Resources { bytes: options.budget.engine_bytes()?, threads: options.threads };
        let Prepared { game, effects, .. } = self.prepared;
        let means = Means { budget: &options.budget, database: Some(path) };
        let unmade = |error| engine_error(error, Means { database: None, ..means });
        let mut engine = Engine::new(game, effects, order, resources).map_err(unmade)?;
        let mut directory = Directory::start_or_resume(path, manifest)?;
        directory.count_from(self.solve.clock);
        let (solve, task) = (self.solve, self.task);
        let mut observe = |report: &Report| self.observe(report);
        let mut journal = Journal::new(&mut directory, &mut observe);
        let solved = symbolic::solve::solve(&mut engine, &mut journal, task);
        solved.map_err(|error| match error {
            symbolic::Error::Interrupted => solve.ended_early().into(),
            symbolic::Error::Cyclic { states, sum } => {
                Unsolved::Cyclic(Cycle { states, sum, listed: listed(&directory) })
            }
            error => solving_error(error, game, means).into(),
        })?;
        let usage = engine.store().usage();
        Ok((directory.manifest().clone(), Peak { nodes: usage.peak_nodes, bytes: usage.peak_bytes }))
    }

    /// Solves state by state.
    pub fn explicit(&mut self, manifest: Manifest) -> Result<(Manifest, Peak), Unsolved> {
        let Solve { options, path, .. } = self.solve;
        let Prepared { game, effects, .. } = self.prepared;
        let (bytes, threads) = (options.budget.engine_bytes()?, options.threads);
        let problem = Problem { game, effects, task: self.task, bytes, threads, give_back };
        let mut directory = Directory::start_or_resume(path, manifest)?;
        directory.count_from(self.solve.clock);
        let solve = self.solve;
        let means = Means { budget: &options.budget, database: Some(path) };
        let mut bytes = 0;
        let mut observe = |report: &Report| {
            bytes = bytes.max(report.bytes);
            self.observe(report)
        };
        let solved = explicit::solve::solve(&problem, &mut directory, &mut observe);
        solved.map_err(|error| match error {
            explicit::Error::Interrupted => solve.ended_early().into(),
            explicit::Error::Cyclic { states, sum } => {
                Unsolved::Cyclic(Cycle { states, sum, listed: listed(&directory) })
            }
            error => explicit_error(error, game, means).into(),
        })?;
        Ok((directory.manifest().clone(), Peak { nodes: 0, bytes }))
    }

    fn observe(&mut self, report: &Report) -> ControlFlow<()> {
        (self.observe)(report);
        if self.solve.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// How many states are waiting to be solved, all that there are: rounds are in front of them.
fn listed(directory: &Directory) -> u128 {
    directory.manifest().layers.last().map_or(0, |layer| layer.states)
}
