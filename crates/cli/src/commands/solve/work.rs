//! The work itself, by either engine.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use explicit::solve::Problem;
use solution::Directory;
use solution::manifest::Manifest;
use symbolic::engine::{Engine, Resources};
use symbolic::journal::Journal;
use symbolic::order::Order;
use task::{Report, Task};

use super::{Solve, late};
use crate::console::Console;
use crate::error::Error;
use crate::prepared::Prepared;
use crate::progress::Search;
use crate::solving::{engine_bytes, engine_error, explicit_error, solving_error};

/// A game on its way into a database.
pub struct Work<'w> {
    pub solve: &'w Solve,
    pub console: &'w Console,
    pub prepared: &'w Prepared,
    pub task: &'w Task<'w>,
    pub path: &'w Path,
    pub clock: Instant,
}

/// The most that an engine took.
pub struct Peak {
    pub nodes: usize,
    pub bytes: usize,
}

impl Work<'_> {
    /// Solves on decision diagrams.
    pub fn symbolic(&self, manifest: Manifest, order: &Order) -> Result<(Manifest, Peak), Error> {
        let resources = Resources { bytes: engine_bytes(&self.solve.limits)?, threads: self.solve.threads.threads() };
        let Prepared { game, effects, .. } = self.prepared;
        let mut engine = Engine::new(game, effects, order, resources).map_err(engine_error)?;
        let mut directory = Directory::start_or_resume(self.path, manifest)?;
        let progress = Search::new(self.console);
        let mut observe = |report: &Report| self.observe(&progress, report);
        let mut journal = Journal::new(&mut directory, &mut observe);
        symbolic::solve::solve(&mut engine, &mut journal, self.task).map_err(|error| match error {
            symbolic::Error::Interrupted if self.is_late() => late(self.path),
            error => solving_error(error, game, &self.path.display().to_string()),
        })?;
        let usage = engine.store().usage();
        Ok((directory.manifest().clone(), Peak { nodes: usage.peak_nodes, bytes: usage.peak_bytes }))
    }

    /// Solves state by state.
    pub fn explicit(&self, manifest: Manifest) -> Result<(Manifest, Peak), Error> {
        let Prepared { game, effects, .. } = self.prepared;
        let problem = Problem {
            game,
            effects,
            task: self.task,
            bytes: engine_bytes(&self.solve.limits)?,
            threads: self.solve.threads.threads(),
        };
        let mut directory = Directory::start_or_resume(self.path, manifest)?;
        let progress = Search::new(self.console);
        let mut bytes = 0;
        let mut observe = |report: &Report| {
            bytes = bytes.max(report.bytes);
            self.observe(&progress, report)
        };
        explicit::solve::solve(&problem, &mut directory, &mut observe).map_err(|error| match error {
            explicit::Error::Interrupted if self.is_late() => late(self.path),
            error => explicit_error(error, game, &self.path.display().to_string()),
        })?;
        Ok((directory.manifest().clone(), Peak { nodes: 0, bytes }))
    }

    fn observe(&self, progress: &Search<'_>, report: &Report) -> ControlFlow<()> {
        match self.solve.verbose {
            true => self.console.say(&format!("committed {}", report.file)),
            false => progress.solving(report),
        }
        if self.is_late() || self.console.stop.raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn is_late(&self) -> bool {
        self.solve.limits.deadline(self.clock).is_some_and(|deadline| Instant::now() > deadline)
    }
}
