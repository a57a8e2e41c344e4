//! Carrying out an algorithm on diagrams.

use solution::manifest::Progress;
use task::{Algorithm, Task};

use crate::cycle::refuse_cycles;
use crate::distances::drop_distances;
use crate::engine::Engine;
use crate::error::Error;
use crate::journal::Journal;
use crate::layered::{Successors, layers_by_measure, layers_by_plies, solve_layers};
use crate::reachable::{all, reachable};
use crate::{add_distances, attractor, fixpoint, one_player, restart};

/// Solves a game into a journal; where there are too many outcomes with distances that nobody asked for, without these.
pub fn solve(engine: &mut Engine<'_>, journal: &mut Journal<'_>, task: &Task<'_>) -> Result<Vec<i32>, Error> {
    if let Progress::Complete { value } = journal.progress()
        && !task.adds_distances(journal.layers())
    {
        return Ok(value.clone());
    }
    task.check().map_err(Error::Unsuited)?;
    if let Progress::Complete { value } = journal.progress().clone() {
        add_distances::add(engine, journal, task)?;
        return Ok(value);
    }
    match attempt(engine, journal, task) {
        Err(Error::TooMany(_)) if task.can_drop_distances(journal.layers()) => {
            let plain = journal.plain_outcomes()?;
            drop_distances(engine, journal, &plain)?;
            attempt(engine, journal, task)
        }
        solved => solved,
    }
}

fn attempt(engine: &mut Engine<'_>, journal: &mut Journal<'_>, task: &Task<'_>) -> Result<Vec<i32>, Error> {
    match task.algorithm {
        Algorithm::Layered => layered(engine, journal, task)?,
        Algorithm::Fixpoint => {
            let all = reachable(engine, journal)?;
            fixpoint::solve(engine, journal, &all, task)?;
        }
        Algorithm::ZeroSum => {
            let infinite = task.shares().map_err(Error::Unsuited)?;
            let all = reachable(engine, journal)?;
            attractor::solve(engine, journal, &all, task.valuation(true), &infinite)?;
        }
        Algorithm::Restart => {
            let all = reachable(engine, journal)?;
            restart::solve(engine, journal, &all, task.valuation(false), &mut |_| {})?;
        }
        Algorithm::OnePlayer => {
            let all = reachable(engine, journal)?;
            let lowest = [engine.game().lowest_rewards[0]];
            one_player::solve(engine, journal, &all, task.valuation(true), task.infinite.unwrap_or(&lowest))?;
        }
    }
    let value = initial_value(engine, journal)?;
    journal.finish(value.clone())?;
    Ok(value)
}

fn layered(engine: &mut Engine<'_>, journal: &mut Journal<'_>, task: &Task<'_>) -> Result<(), Error> {
    let grows = task.traits.measure.as_ref();
    let successors = match grows {
        Some(measure) if !measure.is_incremental() => {
            layers_by_measure(engine, journal, &measure.weights)?;
            Successors::Later
        }
        _ => {
            // Without a measure only the absence of cycles says that the layers come to an end.
            if grows.is_none() && journal.layers().is_empty() {
                let all = all(engine)?;
                refuse_cycles(engine, &all, task.valuation(false))?;
            }
            layers_by_plies(engine, journal, task)?;
            Successors::Next
        }
    };
    solve_layers(engine, journal, task, successors)
}

/// The value of the first state, which is in the first layer or, where layers are rounds, in the last.
fn initial_value(engine: &Engine<'_>, journal: &Journal<'_>) -> Result<Vec<i32>, Error> {
    let path = engine.encoding().encode(&game::State::initial(engine.game()));
    let count = journal.layers().len();
    for number in (0..count.min(1)).chain((1..count).rev()) {
        if let Some(rewards) = journal.rewards(number, &path)? {
            return Ok(rewards);
        }
    }
    Err(Error::Unsuited("the first state was not solved".to_owned()))
}
