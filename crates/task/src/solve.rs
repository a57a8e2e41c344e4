//! The common part of all engines around their algorithms: refuses unsupported tasks, resumes an earlier run, selects
//! the algorithm's steps, drops distances if there are too many, and finishes with the value of the first state.

use game::State;
use solution::manifest::Progress;
use solution::{Algorithm, Database, Directory};

use crate::algorithm::Task;
use crate::error::{Error, Limit};
use crate::refusal::Refusal;
use crate::solver::Problem;
use crate::valuation::Valuation;

/// The algorithms of an engine on a game and a directory. Each finds states, computes their values and commits both.
pub trait Algorithms {
    /// The directory of the layers.
    fn directory(&self) -> &Directory;

    /// Commits that everything is solved.
    fn finish(&mut self, value: Vec<i32>) -> Result<(), Error>;

    /// Refuses games in which a state can repeat.
    fn refuse_cycles(&mut self, valuation: Valuation) -> Result<(), Error>;

    /// Solves layer by layer, with a layer per ply.
    fn by_plies(&mut self, task: &Task<'_>) -> Result<(), Error>;

    /// Solves layer by layer, with a layer per value of a measure with these weights.
    fn by_measure(&mut self, task: &Task<'_>, weights: &[Vec<i64>]) -> Result<(), Error>;

    /// Repeatedly solves states whose successors are all solved.
    fn fixpoint(&mut self, task: &Task<'_>) -> Result<(), Error>;

    /// Solves by attractors.
    fn zero_sum(&mut self, valuation: Valuation, infinite: [i32; 2]) -> Result<(), Error>;

    /// Finds the best reachable reward.
    fn one_player(&mut self, valuation: Valuation, infinite: &[i32]) -> Result<(), Error>;

    /// Solves by the matrix with forbidden lists and restarts.
    fn restart(&mut self, _: Valuation) -> Result<(), Error> {
        Err(Refusal::SymbolicOnly.into())
    }

    /// Adds distances to a finished solution.
    fn add_distances(&mut self, task: &Task<'_>) -> Result<(), Error>;

    /// Rewrites all solved layers without distances.
    fn drop_distances(&mut self) -> Result<(), Error>;
}

/// Solves a game; if distances that were not requested give too many outcomes, without them. Returns the value of the
/// first state.
pub fn solve(problem: &Problem<'_>, engine: &mut impl Algorithms) -> Result<Vec<i32>, Error> {
    let task = problem.task;
    let adds_distances = task.adds_distances(&engine.directory().manifest().layers);
    if let Progress::Complete { value } = engine.directory().manifest().progress.clone() {
        if adds_distances {
            task.check()?;
            engine.add_distances(task)?;
        }
        return Ok(value);
    }
    task.check()?;
    match attempt(problem, engine) {
        Err(Error::Limit(Limit::Numbers(_))) if task.can_drop_distances(&engine.directory().manifest().layers) => {
            engine.drop_distances()?;
            attempt(problem, engine)
        }
        solved => solved,
    }
}

fn attempt(problem: &Problem<'_>, engine: &mut impl Algorithms) -> Result<Vec<i32>, Error> {
    let task = problem.task;
    match task.algorithm {
        Algorithm::Layered => layered(task, engine)?,
        Algorithm::Fixpoint => engine.fixpoint(task)?,
        Algorithm::ZeroSum => engine.zero_sum(task.valuation(true), task.shares()?)?,
        Algorithm::OnePlayer => {
            let lowest = [problem.proved.game.lowest_rewards[0]];
            engine.one_player(task.valuation(true), task.infinite.unwrap_or(&lowest))?;
        }
        Algorithm::Restart => engine.restart(task.valuation(false))?,
        Algorithm::Expectation => return Err(Refusal::TurnTaking.into()),
    }
    let value = first_value(problem, engine.directory())?;
    engine.finish(value.clone())?;
    Ok(value)
}

fn layered(task: &Task<'_>, engine: &mut impl Algorithms) -> Result<(), Error> {
    match &task.traits.measure {
        Some(measure) if !measure.is_incremental() => engine.by_measure(task, &measure.weights),
        known => {
            // Without a measure, only the absence of cycles guarantees that the layers end.
            if known.is_none() && engine.directory().manifest().layers.is_empty() {
                engine.refuse_cycles(task.valuation(false))?;
            }
            engine.by_plies(task)
        }
    }
}

/// The value of the first state, which is in the first layer or, if layers are rounds, in the last.
fn first_value(problem: &Problem<'_>, directory: &Directory) -> Result<Vec<i32>, Error> {
    let game = &problem.proved.game;
    let database = Database::open(directory.path())?;
    let first = database.facts().state(State::initial(game).facts(game)).map_err(|_| Refusal::Unsolved)?;
    let count = database.manifest().layers.len();
    for layer in (0..count.min(1)).chain((1..count).rev()) {
        if let Some(found) = database.probe_in(layer, &first)? {
            return Ok(found.outcome.rewards.clone());
        }
    }
    Err(Refusal::Unsolved.into())
}
