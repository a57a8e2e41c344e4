//! The work itself, by either engine.

use std::ops::ControlFlow;

use explicit::solve::Problem;
use solution::Directory;
use solution::manifest::Manifest;
use symbolic::engine::{Engine, Resources};
use symbolic::journal::Journal;
use symbolic::order::Order;
use task::{Report, Task};

use super::Solve;
use super::errors::{Means, engine_error, explicit_error, solving_error};
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

impl Work<'_> {
    /// Solves on decision diagrams.
    pub fn symbolic(&mut self, manifest: Manifest, order: &Order) -> Result<(Manifest, Peak), Error> {
        let Solve { options, path, .. } = self.solve;
        let resources = Resources { bytes: options.budget.engine_bytes()?, threads: options.threads };
        let Prepared { game, effects, .. } = self.prepared;
        let means = Means { budget: &options.budget, expected: None, database: Some(path) };
        let unmade = |error| engine_error(error, Means { database: None, ..means });
        let mut engine = Engine::new(game, effects, order, resources).map_err(unmade)?;
        let mut directory = Directory::start_or_resume(path, manifest)?;
        directory.count_from(self.solve.clock);
        let (solve, task) = (self.solve, self.task);
        let mut observe = |report: &Report| self.observe(report);
        let mut journal = Journal::new(&mut directory, &mut observe);
        symbolic::solve::solve(&mut engine, &mut journal, task).map_err(|error| match error {
            symbolic::Error::Interrupted => solve.ended_early(),
            error => solving_error(error, game, means),
        })?;
        let usage = engine.store().usage();
        Ok((directory.manifest().clone(), Peak { nodes: usage.peak_nodes, bytes: usage.peak_bytes }))
    }

    /// Solves state by state.
    pub fn explicit(&mut self, manifest: Manifest) -> Result<(Manifest, Peak), Error> {
        let Solve { options, path, .. } = self.solve;
        let Prepared { game, effects, .. } = self.prepared;
        let (bytes, threads) = (options.budget.engine_bytes()?, options.threads);
        let problem = Problem { game, effects, task: self.task, bytes, threads, give_back };
        let mut directory = Directory::start_or_resume(path, manifest)?;
        directory.count_from(self.solve.clock);
        let solve = self.solve;
        let expected = directory.manifest().method.estimate.map(|estimate| estimate.explicit_bytes);
        let means = Means { budget: &options.budget, expected, database: Some(path) };
        let mut bytes = 0;
        let mut observe = |report: &Report| {
            bytes = bytes.max(report.bytes);
            self.observe(report)
        };
        explicit::solve::solve(&problem, &mut directory, &mut observe).map_err(|error| match error {
            explicit::Error::Interrupted => solve.ended_early(),
            error => explicit_error(error, game, means),
        })?;
        Ok((directory.manifest().clone(), Peak { nodes: 0, bytes }))
    }

    fn observe(&mut self, report: &Report) -> ControlFlow<()> {
        (self.observe)(report);
        if self.solve.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
