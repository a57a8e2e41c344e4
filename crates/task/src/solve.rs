//! What all engines do around their algorithms: refuse what does not fit, go on where an earlier run ended, choose the
//! algorithm's steps, drop distances that there are too many of, and finish with the value of the first state.

use game::State;
use solution::manifest::Progress;
use solution::{Algorithm, Database, Directory};

use crate::algorithm::Task;
use crate::error::{Error, Limit};
use crate::refusal::Refusal;
use crate::solver::Problem;
use crate::valuation::Valuation;

/// The algorithms as an engine carries them out on a game and a directory of its own. Each finds states, gives them
/// values and commits both.
pub trait Algorithms {
    /// Where layers are committed.
    fn directory(&self) -> &Directory;

    /// Commits that everything is solved.
    fn finish(&mut self, value: Vec<i32>) -> Result<(), Error>;

    /// Refuses games in which a state can come again.
    fn refuse_cycles(&mut self, valuation: Valuation) -> Result<(), Error>;

    /// Solves layer by layer, where the layers are the plies.
    fn by_plies(&mut self, task: &Task<'_>) -> Result<(), Error>;

    /// Solves layer by layer, where the layers are the values of a measure with these weights.
    fn by_measure(&mut self, task: &Task<'_>, weights: &[Vec<i64>]) -> Result<(), Error>;

    /// Solves states whose successors are all solved, over and over.
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

    /// Writes all solved layers again without distances.
    fn drop_distances(&mut self) -> Result<(), Error>;
}

/// Solves a game; where there are too many outcomes with distances that nobody asked for, without these. Returns the
/// value of the first state.
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
            // Without a measure only the absence of cycles says that the layers come to an end.
            if known.is_none() && engine.directory().manifest().layers.is_empty() {
                engine.refuse_cycles(task.valuation(false))?;
            }
            engine.by_plies(task)
        }
    }
}

/// The value of the first state, which is in the first layer or, where layers are rounds, in the last.
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
