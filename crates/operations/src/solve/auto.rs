//! Solves with the engine that wins the [contest](super::contest).
//!
//! An engine that takes over starts from scratch. The layers committed by the other are useless to it: converting
//! packed states to diagrams in another variable order, or listing and sorting the states of diagrams, takes about as
//! long as finding them again, and the contest ensures that they are a small part of the work.

use solution::Engine;
use solution::directory::read_manifest;
use solution::manifest::{Layer, Manifest};
use task::{Allowance, CommitReport, Peak, Phase, VariableOrder};

use super::contest::Contest;
use super::engine::EngineChoice;
use super::order::new_order;
use super::work::{Unsolved, Work};
use crate::error::Error;

/// Creates the manifest of a choice.
pub(super) type Describe<'d> = dyn Fn(&EngineChoice) -> Manifest + 'd;

/// The result of a solve, and the choice that solved it.
pub(super) type Done = (Manifest, Peak, EngineChoice);

impl Work<'_> {
    /// The explicit engine first, then diagrams if they take over, then the explicit engine again if these stall.
    pub fn auto(&mut self, mut contest: Contest<'_>, describe: &Describe<'_>) -> Result<Done, Unsolved> {
        let bytes = self.solve.options.budget.make_room_for_engine()?;
        if let Some(done) = self.explicit_first(&mut contest, bytes, describe)? {
            return Ok(done);
        }
        if let Some(done) = self.then_symbolic(&mut contest, bytes, describe)? {
            return Ok(done);
        }
        let choice = EngineChoice { estimate: contest.estimate(), ..self.explicit_choice(contest.why_back(), bytes) };
        self.start_over(describe(&choice))?;
        self.one(choice, describe)
    }

    /// Solves with explicit states, unless diagrams take over or memory is not enough.
    fn explicit_first(
        &mut self,
        contest: &mut Contest<'_>,
        bytes: usize,
        describe: &Describe<'_>,
    ) -> Result<Option<Done>, Unsolved> {
        let own = bytes - Contest::trial_bytes(bytes);
        let choice = self.explicit_choice("starts, and diagrams take over if they are faster".to_owned(), own);
        let (solve, mut steps) = (self.solve, 0);
        let solved = self.run(&choice, describe, u64::MAX, &mut |report| match report.phase {
            Phase::Forward => {
                let before = std::mem::replace(&mut steps, report.work);
                !contest.found(report.states as u64, report.work - before, &|| !solve.is_over())
            }
            Phase::Backward | Phase::Distances => {
                contest.all_found();
                true
            }
        });
        let decided = |contest: &Contest<'_>| {
            let (why, estimate) = (contest.why(Engine::Explicit), contest.estimate());
            EngineChoice { why, estimate, bytes, ..choice.clone() }
        };
        match solved {
            Ok((_, peak)) => {
                let choice = decided(contest);
                Ok(Some((self.keep_decision(describe(&choice))?, peak, choice)))
            }
            Err(Unsolved::StoppedByObserver) => Ok(None),
            Err(Unsolved::OutOfMemory(_)) if self.has_little_to_lose()? => {
                contest.explicit_failed();
                Ok(None)
            }
            Err(Unsolved::Cyclic(mut cycle)) => {
                cycle.engine = decided(contest);
                Err(Unsolved::Cyclic(cycle))
            }
            Err(unsolved) => Err(unsolved),
        }
    }

    /// Solves on diagrams, unless they stall and the explicit engine is expected to be faster.
    fn then_symbolic(
        &mut self,
        contest: &mut Contest<'_>,
        bytes: usize,
        describe: &Describe<'_>,
    ) -> Result<Option<Done>, Unsolved> {
        let (why, estimate) = (contest.why(Engine::Symbolic), contest.estimate());
        let raced = contest.order().cloned();
        contest.end_trials();
        let go_on = || !self.solve.is_over();
        let order = match raced {
            Some(order) => order,
            None => new_order(None, self.proved, Allowance::new(bytes, &go_on))?,
        };
        let choice = EngineChoice { engine: Engine::Symbolic, why, estimate, order, bytes };
        self.start_over(describe(&choice))?;
        let most_steps = contest.most_steps();
        let solved = self.run(&choice, describe, most_steps, &mut |report: &CommitReport| !contest.taken(report));
        if matches!(solved, Err(Unsolved::StoppedByObserver)) {
            contest.stalled();
        }
        match solved {
            Ok((manifest, peak)) => Ok(Some((manifest, peak, choice))),
            Err(Unsolved::StoppedByObserver | Unsolved::OutOfMemory(_)) if contest.goes_back() => Ok(None),
            Err(unsolved) => Err(unsolved),
        }
    }

    fn explicit_choice(&self, why: String, bytes: usize) -> EngineChoice {
        let order = VariableOrder::by_number(&self.proved.game);
        EngineChoice { engine: Engine::Explicit, why, estimate: None, order, bytes }
    }

    /// Whether this run has started the directory and solved nothing yet. Solved layers, and those of an earlier run
    /// that may have had more memory, are worth more than an attempt on diagrams.
    fn has_little_to_lose(&self) -> Result<bool, Error> {
        let known = read_manifest(self.solve.path)?;
        let is_solved = |layer: &Layer| layer.value_file.is_some();
        Ok(!self.resumed && !known.is_some_and(|known| known.layers.iter().any(is_solved)))
    }

    /// Drops the layers committed by the other engine.
    fn start_over(&self, manifest: Manifest) -> Result<(), Error> {
        let Some(known) = read_manifest(self.solve.path)? else { return Ok(()) };
        let mut directory = self.directory(known)?;
        let class = directory.manifest().method.decision.as_ref().map(|decision| decision.class.clone());
        Ok(directory.replace(manifest.of_class(class))?)
    }
}
