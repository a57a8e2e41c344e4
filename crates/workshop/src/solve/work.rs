//! The work itself, by either engine.

use std::ops::ControlFlow;

use explicit::solve::Problem;
use solution::Directory;
use solution::manifest::Manifest;
use symbolic::engine::{Engine as DiagramEngine, Resources};
use symbolic::journal::Journal;
use symbolic::order::Order;
use task::{Report, Task};

use super::Solve;
use super::auto::Describe;
use super::engine::{Engine, EngineChoice};
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

/// Sees each commit; says whether the engine is to go on.
pub(super) type Watch<'w> = dyn FnMut(&Report) -> bool + 'w;

/// The most that an engine took.
pub struct Peak {
    /// Nodes of diagrams.
    pub nodes: usize,
    /// Bytes.
    pub bytes: usize,
}

impl Work<'_> {
    /// Solves by one engine.
    pub fn one(&mut self, choice: &EngineChoice, describe: &Describe<'_>) -> Result<(Manifest, Peak), Error> {
        match choice.engine {
            Engine::Symbolic => self.symbolic(describe(choice), &choice.order, &mut |_| true),
            Engine::Explicit => self.explicit(describe(choice), choice.bytes, &mut |_| true),
        }
    }

    /// Solves on decision diagrams, as long as whoever watches agrees.
    pub fn symbolic(
        &mut self,
        manifest: Manifest,
        order: &Order,
        watch: &mut Watch<'_>,
    ) -> Result<(Manifest, Peak), Error> {
        let Solve { options, path, .. } = self.solve;
        let resources = Resources { bytes: options.budget.engine_bytes()?, threads: options.threads };
        let Prepared { game, effects, .. } = self.prepared;
        let means = Means { budget: &options.budget, expected: None, database: Some(path) };
        let unmade = |error| engine_error(error, Means { database: None, ..means });
        let mut engine = DiagramEngine::new(game, effects, order, resources).map_err(unmade)?;
        let mut directory = Directory::start_or_resume(path, manifest)?;
        let (solve, task) = (self.solve, self.task);
        let mut observe = |report: &Report| self.observe(report, watch);
        let mut journal = Journal::new(&mut directory, &mut observe);
        symbolic::solve::solve(&mut engine, &mut journal, task).map_err(|error| match error {
            symbolic::Error::Interrupted => solve.ended_early(),
            error => solving_error(error, game, means),
        })?;
        let usage = engine.store().usage();
        Ok((directory.manifest().clone(), Peak { nodes: usage.peak_nodes, bytes: usage.peak_bytes }))
    }

    /// Solves state by state with so many bytes, as long as whoever watches agrees.
    pub fn explicit(
        &mut self,
        manifest: Manifest,
        bytes: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(Manifest, Peak), Error> {
        let Solve { options, path, .. } = self.solve;
        let Prepared { game, effects, .. } = self.prepared;
        let threads = options.threads;
        let problem = Problem { game, effects, task: self.task, bytes, threads, give_back };
        let mut directory = Directory::start_or_resume(path, manifest)?;
        let solve = self.solve;
        let expected = directory.manifest().method.estimate.map(|estimate| estimate.explicit_bytes);
        let means = Means { budget: &options.budget, expected, database: Some(path) };
        let mut bytes = 0;
        let mut observe = |report: &Report| {
            bytes = bytes.max(report.bytes);
            self.observe(report, watch)
        };
        explicit::solve::solve(&problem, &mut directory, &mut observe).map_err(|error| match error {
            explicit::Error::Interrupted => solve.ended_early(),
            error => explicit_error(error, game, means),
        })?;
        Ok((directory.manifest().clone(), Peak { nodes: 0, bytes }))
    }

    /// Keeps how a finished solve was decided, as a manifest says it.
    pub fn keep_decision(&self, decided: Manifest) -> Result<Manifest, Error> {
        let mut directory = Directory::start_or_resume(self.solve.path, decided.clone())?;
        directory.commit(|manifest| manifest.method = decided.method)?;
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
