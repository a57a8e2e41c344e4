//! Adds distances to a finished solution without them. Its states and values are stored, so nothing is searched and no
//! layer is recomputed.
//!
//! Layers are processed in the order in which they were solved. The outcomes of a layer follow from those of its
//! successors, which already have distances; their rewards must equal the stored ones. Each layer is committed beside
//! the old one, so the solution stays readable, and an interrupted run resumes after the last commit. At the end all
//! layers are replaced at once.

use diagram::Values;
use task::distances::without_distances;
use task::{Algorithm, Outcomes, Phase, Task};

use crate::distances::renumbered;
use crate::error::Error;
use crate::layered::{Successors, solve_layer};
use crate::solve::Diagrams;

/// Adds distances to all layers.
pub fn add(diagrams: &mut Diagrams<'_>, task: &Task<'_>) -> Result<(), Error> {
    let layers = 0..diagrams.journal.layers().len();
    match task.algorithm {
        Algorithm::Layered if task.plies_are_layers() => add_in_order(diagrams, task, layers.rev(), Successors::Next)?,
        Algorithm::Layered => add_in_order(diagrams, task, layers.rev(), Successors::Later)?,
        _ => add_in_order(diagrams, task, layers, Successors::Later)?,
    }
    Ok(diagrams.journal.commits.finish_distances()?)
}

/// For layers whose successors are in the one before in this order, or in any of those before.
fn add_in_order(
    diagrams: &mut Diagrams<'_>,
    task: &Task<'_>,
    order: impl Iterator<Item = usize>,
    successors: Successors,
) -> Result<(), Error> {
    let mut outcomes = Outcomes::default();
    let mut solved: Values = diagrams.engine.store().none().into();
    let (done, left): (Vec<usize>, Vec<usize>) =
        order.partition(|&number| diagrams.journal.layers()[number].with_distances.is_some());
    let needed = match successors {
        Successors::Next => done.last().map_or(&[][..], std::slice::from_ref),
        Successors::Later => &done[..],
    };
    for &number in needed {
        let Diagrams { engine, journal } = diagrams;
        if let Some(added) = journal.added(engine.store(), number, &mut outcomes)? {
            solved = engine.store().override_with(&solved, &added)?;
        }
    }
    for number in left {
        let values = add_to_layer(diagrams, task, number, &solved, &mut outcomes)?;
        solved = match successors {
            Successors::Next => values,
            Successors::Later => diagrams.engine.store().override_with(&solved, &values)?,
        };
    }
    Ok(())
}

/// Adds distances to one layer whose successors have them, and commits it.
fn add_to_layer(
    diagrams: &mut Diagrams<'_>,
    task: &Task<'_>,
    number: usize,
    solved: &Values,
    outcomes: &mut Outcomes,
) -> Result<Values, Error> {
    let Diagrams { engine, journal } = diagrams;
    let mut plain = Outcomes::default();
    let none: Values = engine.store().none().into();
    let stored = journal.values(engine.store(), number, &mut plain)?.unwrap_or(none);
    let states = engine.store().support_set(&stored)?;
    let (open, over) = engine.split(&states)?;
    let values = solve_layer(engine, (&open, &over), solved, outcomes, task.valuation(true))?;
    let terminals = without_distances(outcomes, &mut plain)?;
    if renumbered(engine, &values, &terminals)? != stored {
        return Err(journal.commits.wrong_values(number).into());
    }
    journal.set_values(engine, number, &values, outcomes, Phase::Distances)?;
    Ok(values)
}
