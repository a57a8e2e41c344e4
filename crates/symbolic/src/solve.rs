//! The symbolic engine as a `Solver`.

use diagram::Set;
use solution::Directory;
use task::solve::{Algorithms, solve};
use task::{Observer, Peak, Problem, Solved, Solver, Task, Valuation, VariableOrder};

use crate::cycle::refuse_cycles;
use crate::distances::drop_distances;
use crate::engine::{DiagramEngine, Resources};
use crate::error::Error;
use crate::journal::Journal;
use crate::layered::{Successors, layers_by_measure, layers_by_plies, solve_layers};
use crate::reachable::{all, reachable};
use crate::{add_distances, attractor, fixpoint, one_player, restart};

/// The engine that solves on diagrams with a variable order.
#[derive(Clone, Copy, Debug)]
pub struct Symbolic<'o> {
    /// The order.
    pub order: &'o VariableOrder,
}

impl Solver for Symbolic<'_> {
    fn solve<'a>(
        &self,
        problem: &Problem<'_>,
        directory: &'a mut Directory,
        observer: &'a mut Observer<'a>,
    ) -> Result<Solved, task::Error> {
        let Problem { proved, bytes, threads, .. } = *problem;
        let mut engine = DiagramEngine::new(proved, self.order, Resources { bytes, threads }).map_err(Error::from)?;
        engine.store().allow_steps(problem.steps);
        let mut diagrams = Diagrams { engine, journal: Journal::new(directory, observer) };
        let value = solve(problem, &mut diagrams)?;
        let usage = diagrams.engine.store().usage();
        Ok(Solved { value, peak: Peak { nodes: usage.peak_nodes, bytes: usage.peak_bytes } })
    }
}

/// A game on diagrams, and the journal of its layers.
pub(crate) struct Diagrams<'d> {
    pub engine: DiagramEngine<'d>,
    pub journal: Journal<'d>,
}

impl Diagrams<'_> {
    /// All reachable states.
    fn reachable(&mut self) -> Result<Set, Error> {
        reachable(&mut self.engine, &mut self.journal)
    }
}

impl Algorithms for Diagrams<'_> {
    fn directory(&self) -> &Directory {
        self.journal.commits.directory()
    }

    fn finish(&mut self, value: Vec<i32>) -> Result<(), task::Error> {
        self.journal.commits.finish(value)
    }

    fn refuse_cycles(&mut self, valuation: Valuation) -> Result<(), task::Error> {
        let all = all(&mut self.engine)?;
        Ok(refuse_cycles(&mut self.engine, &all, valuation)?)
    }

    fn by_plies(&mut self, task: &Task<'_>) -> Result<(), task::Error> {
        layers_by_plies(self, task)?;
        Ok(solve_layers(self, task, Successors::Next)?)
    }

    fn by_measure(&mut self, task: &Task<'_>, weights: &[Vec<i64>]) -> Result<(), task::Error> {
        layers_by_measure(self, weights)?;
        Ok(solve_layers(self, task, Successors::Later)?)
    }

    fn fixpoint(&mut self, task: &Task<'_>) -> Result<(), task::Error> {
        let all = self.reachable()?;
        Ok(fixpoint::solve(self, &all, task)?)
    }

    fn zero_sum(&mut self, valuation: Valuation, infinite: [i32; 2]) -> Result<(), task::Error> {
        let all = self.reachable()?;
        Ok(attractor::solve(self, &all, valuation, &infinite)?)
    }

    fn one_player(&mut self, valuation: Valuation, infinite: &[i32]) -> Result<(), task::Error> {
        let all = self.reachable()?;
        Ok(one_player::solve(self, &all, valuation, infinite)?)
    }

    fn restart(&mut self, valuation: Valuation) -> Result<(), task::Error> {
        let all = self.reachable()?;
        Ok(restart::solve(&mut self.engine, &mut self.journal, &all, valuation, &mut |_| {})?)
    }

    fn add_distances(&mut self, task: &Task<'_>) -> Result<(), task::Error> {
        Ok(add_distances::add(self, task)?)
    }

    fn drop_distances(&mut self) -> Result<(), task::Error> {
        let plain = self.journal.commits.plain_outcomes()?;
        Ok(drop_distances(&mut self.engine, &mut self.journal, &plain)?)
    }
}
