//! Layered solving (Kissmann & Edelkamp 2010, Algorithm 2): all layers forward, then each from its successor.
//!
//! A state's successors are all in the next layer, so when a layer is processed, everything it needs is solved, and no
//! strong pre-image is needed. States that several layers share are solved in each of them; if a measure grows by one
//! with each ply there are none.
//!
//! If the layers are the values of an increasing measure, successors may be in any later layer. Then every state is in
//! only one layer, and a layer is solved from all later ones together.

use diagram::{Set, Values};
use solution::manifest::Progress;
use task::distances::states_of;
use task::{Defects, Outcomes, Phase, Refusal, Task, Valuation};

use crate::backward::backward;
use crate::distances::{drop_if_costly, renumbered};
use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::reachable::search;
use crate::rewards::rewards;
use crate::solve::Diagrams;
use crate::split::together;

/// The layers that contain the successors of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Successors {
    /// The next one.
    Next,
    /// Any later one.
    Later,
}

/// Finds the states after each number of plies.
pub fn layers_by_plies(diagrams: &mut Diagrams<'_>, task: &Task<'_>) -> Result<(), Error> {
    let Diagrams { engine, journal } = diagrams;
    if *journal.commits.progress() != Progress::Forward {
        return Ok(());
    }
    let mut current = match journal.layers().len() {
        0 => engine.initial()?,
        found => {
            let last = journal.layer(engine, found - 1)?;
            engine.successors(&last.ok_or(Refusal::OtherAlgorithm)?.0)?
        }
    };
    while !current.is_empty() {
        task.check_layers(journal.layers().len() + 1)?;
        let open = engine.open(&current)?;
        let layer = together(engine.store(), &current, &open)?;
        journal.add_layer(engine.store(), &layer)?;
        current = engine.successors(&open)?;
    }
    Ok(journal.commits.begin_with_layers()?)
}

/// Finds all states and groups them into layers by an increasing measure, given as weights per variable and value.
pub fn layers_by_measure(diagrams: &mut Diagrams<'_>, weights: &[Vec<i64>]) -> Result<(), Error> {
    let Diagrams { engine, journal } = diagrams;
    if *journal.commits.progress() != Progress::Forward {
        return Ok(());
    }
    let all = search(engine, journal)?;
    let mut layers = Vec::new();
    for states in engine.by_measure(&all, weights)? {
        let open = engine.open(&states)?;
        layers.push(together(engine.store(), &states, &open)?);
    }
    journal.begin(engine.store(), &layers)
}

/// Solves the layers, the last first.
pub fn solve_layers(diagrams: &mut Diagrams<'_>, task: &Task<'_>, successors: Successors) -> Result<(), Error> {
    let Diagrams { engine, journal } = diagrams;
    let mut valuation = task.valuation_of(states_of(journal.layers()), journal.layers());
    let mut outcomes = journal.commits.outcomes();
    let unsolved = journal.layers().iter().take_while(|layer| layer.value_file.is_none()).count();
    let mut solved: Values = engine.store().none().into();
    let known = match successors {
        Successors::Next => unsolved..(unsolved + 1).min(journal.layers().len()),
        Successors::Later => unsolved..journal.layers().len(),
    };
    for number in known {
        if let Some(values) = journal.values(engine.store(), number, &mut outcomes)? {
            solved = engine.store().override_with(&solved, &values)?;
        }
    }
    for number in (0..unsolved).rev() {
        if valuation.distances
            && task.measures_layer(journal.layers(), number)
            && let Some(plain) = drop_if_costly(engine, journal, number + 1, &mut outcomes, task.bounds)?
        {
            solved = renumbered(engine, &solved, &plain)?;
            valuation.distances = false;
        }
        let Some((open, over)) = journal.layer(engine, number)? else { continue };
        let values = solve_layer(engine, (&open, &over), &solved, &mut outcomes, valuation)?;
        journal.set_values(engine, number, &values, &outcomes, Phase::Backward)?;
        solved = match successors {
            Successors::Next => values,
            Successors::Later => engine.store().override_with(&solved, &values)?,
        };
    }
    Ok(())
}

/// The values of a layer, given as its non-terminal and its terminal states, from those of its successors.
pub fn solve_layer(
    engine: &mut DiagramEngine<'_>,
    (open, over): (&Set, &Set),
    solved: &Values,
    outcomes: &mut Outcomes,
    valuation: Valuation,
) -> Result<Values, Error> {
    let ended = rewards(engine, over, outcomes, valuation)?;
    let played = backward(engine, open, solved, outcomes, valuation.model)?;
    let played = complete(engine, open, played, outcomes, valuation)?;
    Ok(engine.store().override_with(&ended, &played)?)
}

/// The values of all of `open`, given those of some of its states. A state without a value is stuck: some role has no
/// legal move there.
pub fn complete(
    engine: &mut DiagramEngine<'_>,
    open: &Set,
    values: Values,
    outcomes: &mut Outcomes,
    valuation: Valuation,
) -> Result<Values, Error> {
    // Counting takes a fraction of the time of the difference, and is usually enough.
    let store = engine.diagrams();
    let (valued, all) = store.both(|| store.count(&values), || store.count(open));
    if valued? == all? {
        return Ok(values);
    }
    let valued = engine.store().support_set(&values)?;
    let stuck = engine.store().difference(open, &valued)?;
    if valuation.defects == Defects::Refuse {
        return Err(task::Error::Stuck(engine.example(&stuck)?).into());
    }
    // In lenient mode a stuck state is terminal.
    let ended = rewards(engine, &stuck, outcomes, valuation)?;
    Ok(engine.store().override_with(&values, &ended)?)
}
