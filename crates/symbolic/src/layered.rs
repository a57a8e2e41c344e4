//! Layered solving (Kissmann & Edelkamp 2010, Algorithm 2): all layers forward, then each from the one behind it.
//!
//! A state's successors are all in the next layer, so when a layer's turn comes everything it needs is solved, and no strong pre-image is
//! needed. States that several layers share are solved in each of them; where a measure grows by one with each ply there are none.
//!
//! Where the layers are the values of a measure that merely grows, successors may be in any later layer. Then every state is in one layer only,
//! and a layer is solved from all later ones together.

use diagram::{Set, Values};
use solution::manifest::Progress;

use crate::backward::backward;
use crate::engine::Engine;
use crate::error::Error;
use crate::journal::Journal;
use crate::outcome::Model;
use crate::rewards::{Defects, defect, rewards};

/// What values to give.
#[derive(Clone, Copy, Debug)]
pub struct Valuation {
    /// What a role tries to get.
    pub model: Model,
    /// Whether plies to the end are part of the value.
    pub distances: bool,
    /// What to make of defects in the rules.
    pub defects: Defects,
}

/// Which layers the successors of a layer are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Successors {
    /// In the next one.
    Next,
    /// In any later one.
    Later,
}

/// Solves by plies.
pub fn by_plies(engine: &mut Engine<'_>, journal: &mut Journal<'_>, valuation: Valuation) -> Result<(), Error> {
    if *journal.progress() == Progress::Forward {
        forward(engine, journal)?;
        journal.set_progress(Progress::Backward)?;
    }
    solve_layers(engine, journal, valuation, Successors::Next)
}

/// Solves by the values of a growing measure, given as weights per variable and value.
pub fn by_measure(
    engine: &mut Engine<'_>,
    journal: &mut Journal<'_>,
    valuation: Valuation,
    weights: &[Vec<i64>],
) -> Result<(), Error> {
    if *journal.progress() == Progress::Forward {
        let reachable = reachable(engine)?;
        let layers = engine.by_measure(&reachable, weights)?;
        for states in layers.into_iter().skip(journal.layers().len()) {
            add(engine, journal, &states)?;
        }
        journal.set_progress(Progress::Backward)?;
    }
    solve_layers(engine, journal, valuation, Successors::Later)
}

/// All reachable states.
pub fn reachable(engine: &mut Engine<'_>) -> Result<Set, Error> {
    let mut new = engine.initial()?;
    let mut all = new.clone();
    while !new.is_empty() {
        let (open, _) = engine.split(&new)?;
        let next = engine.successors(&open)?;
        new = engine.store().difference(&next, &all)?;
        all = engine.store().union(&all, &new)?;
    }
    Ok(all)
}

fn forward(engine: &mut Engine<'_>, journal: &mut Journal<'_>) -> Result<(), Error> {
    let mut current = match journal.layers().len() {
        0 => {
            let first = engine.initial()?;
            add(engine, journal, &first)?
        }
        found => {
            let last = journal.states(engine.store(), found - 1)?;
            let last = last.ok_or_else(|| Error::Unsuited("the last layer has no states".to_owned()))?;
            engine.split(&last)?.0
        }
    };
    loop {
        let next = engine.successors(&current)?;
        if next.is_empty() {
            return Ok(());
        }
        current = add(engine, journal, &next)?;
    }
}

/// Commits a layer and returns those of its states at which the game goes on.
fn add(engine: &mut Engine<'_>, journal: &mut Journal<'_>, states: &Set) -> Result<Set, Error> {
    let (open, over) = engine.split(states)?;
    let terminal_states = engine.store().count(&over)?;
    journal.add_states(engine.store(), states, terminal_states)?;
    Ok(open)
}

fn solve_layers(
    engine: &mut Engine<'_>,
    journal: &mut Journal<'_>,
    valuation: Valuation,
    successors: Successors,
) -> Result<(), Error> {
    let mut outcomes = journal.outcomes();
    let unsolved = journal.layers().iter().take_while(|layer| layer.value_file.is_none()).count();
    let mut solved: Values = engine.store().none().into();
    let known = match successors {
        Successors::Next => unsolved..(unsolved + 1).min(journal.layers().len()),
        Successors::Later => unsolved..journal.layers().len(),
    };
    for number in known {
        if let Some(values) = journal.values(engine.store(), number)? {
            solved = engine.store().override_with(&solved, &values)?;
        }
    }
    for number in (0..unsolved).rev() {
        let Some(states) = journal.states(engine.store(), number)? else { continue };
        let (open, over) = engine.split(&states)?;
        let ended = rewards(engine, &over, &mut outcomes, valuation.distances, valuation.defects)?;
        let played = backward(engine, &open, &solved, &mut outcomes, valuation.model)?;
        let values = engine.store().override_with(&ended, &played)?;
        let values = complete(engine, &open, values, &mut outcomes, valuation)?;
        journal.set_values(engine, number, &values, &outcomes)?;
        solved = match successors {
            Successors::Next => values,
            Successors::Later => engine.store().override_with(&solved, &values)?,
        };
    }
    Ok(())
}

/// Every state must have a value by now; one that has none is stuck: some role has no legal move there.
pub fn complete(
    engine: &mut Engine<'_>,
    open: &Set,
    values: Values,
    outcomes: &mut crate::outcome::Outcomes,
    valuation: Valuation,
) -> Result<Values, Error> {
    let valued = engine.store().support_set(&values)?;
    let stuck = engine.store().difference(open, &valued)?;
    if stuck.is_empty() {
        return Ok(values);
    }
    if valuation.defects == Defects::Refuse {
        return Err(defect(engine, &stuck, "a role has no legal move in a state that is not terminal".to_owned()));
    }
    // Leniently, a stuck state ends the game.
    let ended = rewards(engine, &stuck, outcomes, valuation.distances, valuation.defects)?;
    Ok(engine.store().override_with(&values, &ended)?)
}
