//! Layered solving (Kissmann & Edelkamp 2010, Algorithm 2): all layers forward, then each from its successor.

use std::collections::BTreeMap;

use solution::manifest::Progress;
use task::commits::Unsolved;
use task::distances::states_of;
use task::{Error, Outcomes, Task, Valuation};

use crate::Resources;
use crate::backward::{Solved, backward};
use crate::collect::TWO_LAYERS;
use crate::distances::drop_if_costly;
use crate::expand::{BATCH, Expander, size};
use crate::forward::successors;
use crate::graph::Graph;
use crate::journal::{Journal, Values, bytes_of};
use crate::key::Key;
use crate::moves::Moves;
use crate::outcomes::{Class, UNKNOWN};
use crate::parallel::beside;
use crate::reachable::search;
use crate::solve::States;
use crate::tables::Tables;

/// Solves by plies: the successors of a layer are all in the next one.
pub fn by_plies<const N: usize>(states: &mut States<'_, N>, task: &Task<'_>) -> Result<(), Error> {
    let mut layers: Vec<Vec<Key<N>>> = Vec::new();
    if *states.journal.commits.progress() == Progress::Forward {
        layers = find_layers(states, task)?;
        states.journal.commits.begin_with_layers()?;
        (states.resources.give_back)();
    }
    solve_layers(states, task, layers)
}

/// The valuation, now that the states are known.
fn valuation(task: &Task<'_>, journal: &Journal<'_>) -> Valuation {
    task.valuation_of(states_of(journal.layers()), journal.layers())
}

/// Measures distances if it is time, before the layer with this number is solved. If they are dropped, the outcomes in
/// memory lose them too.
fn measure_distances<const N: usize>(
    task: &Task<'_>,
    journal: &mut Journal<'_>,
    number: usize,
    valuation: &mut Valuation,
    outcomes: &mut Outcomes,
    solved: &mut Values<N>,
) -> Result<(), Error> {
    if !valuation.distances || !task.measures_layer(journal.layers(), number) {
        return Ok(());
    }
    if let Some(plain) = drop_if_costly::<N>(journal, number + 1, outcomes, (task.bounds, solved.bytes()))? {
        solved.classes.iter_mut().for_each(|class| *class = plain.of(*class));
        valuation.distances = false;
    }
    Ok(())
}

/// Refuses games whose layers never end because states repeat.
pub fn refuse_cycles<const N: usize>(states: &States<'_, N>, valuation: Valuation) -> Result<(), Error> {
    let States { moves, initial, resources, .. } = *states;
    let keys = search(moves, initial, None, resources)?;
    let mut ends = Outcomes::default();
    let graph = Graph::new(moves, keys, &mut ends, valuation, resources)?;
    graph.refuse_endless(moves)?;
    let left = graph.trim();
    match left.contains(&true) {
        true => Err(graph.cyclic(moves, &left, &ends)),
        false => Ok(()),
    }
}

/// Solves by the values of a growing measure, given as weights per variable and value: successors may be in any later
/// layer.
pub fn by_measure<const N: usize>(
    states: &mut States<'_, N>,
    task: &Task<'_>,
    weights: &[Vec<i64>],
) -> Result<(), Error> {
    let States { moves, initial, ref mut journal, resources } = *states;
    if *journal.commits.progress() == Progress::Forward {
        let all = search(moves, initial, Some(journal), resources)?;
        let layers = layers_by_measure(moves, all, weights).into_iter();
        let layers: Vec<_> = layers.map(|layer| (terminal_states(moves, &layer), layer)).collect();
        journal.begin(&layers)?;
    }
    (resources.give_back)();
    let mut valuation = valuation(task, journal);
    let mut outcomes = Outcomes::default();
    let keys = all_states(journal, resources)?;
    let mut solved = Values { classes: vec![UNKNOWN; keys.len()], keys };
    let unsolved = journal.layers().iter().take_while(|layer| layer.value_file.is_none()).count();
    for number in unsolved..journal.layers().len() {
        let values = journal.values(number, &mut outcomes, solved.bytes())?;
        solved.set(&values.keys, &values.classes);
    }
    for number in (0..unsolved).rev() {
        measure_distances(task, journal, number, &mut valuation, &mut outcomes, &mut solved)?;
        let keys = journal.states(number, solved.bytes())?;
        let later = Solved { keys: &solved.keys, classes: &solved.classes };
        let classes = backward(moves, &keys, later, &mut outcomes, valuation, resources.threads)?;
        solved.set(&keys, &classes);
        journal.set_values(number, &keys, &classes, &outcomes, solved.bytes())?;
    }
    Ok(())
}

/// The states of all layers, ascending; layers are disjoint. Their outcomes must fit in memory too.
pub fn all_states<const N: usize>(journal: &Journal<'_>, resources: Resources<'_>) -> Result<Vec<Key<N>>, Error> {
    let count = usize::try_from(states_of(journal.layers())).unwrap_or(usize::MAX);
    let each = size_of::<Key<N>>() + size_of::<Class>();
    let needed = count.saturating_mul(each);
    // Beside them, one layer is solved at a time.
    let enough = needed.saturating_add(largest(journal, each + size_of::<Class>()));
    resources.check_all(needed, enough, "all states and their outcomes")?;
    let mut all = Vec::with_capacity(count);
    for (number, layer) in journal.layers().iter().enumerate() {
        let held = size_of_val(all.as_slice());
        match layer.value_file {
            Some(_) => all.extend(journal.values(number, &mut Outcomes::default(), held)?.keys),
            None => all.extend(journal.states::<N>(number, held)?),
        }
    }
    all.sort_unstable();
    Ok(all)
}

/// The bytes of the largest layer, if each state takes `each`.
fn largest(journal: &Journal<'_>, each: usize) -> usize {
    journal.layers().iter().map(|layer| bytes_of(layer, each)).max().unwrap_or(0)
}

/// The number of states moved from the end of a list before its memory is released.
const TAKEN: usize = 1 << 18;

/// Groups ascending states by the value of a measure; ascending, without empty layers. The list shrinks as the layers
/// grow, so that memory does not grow.
fn layers_by_measure<const N: usize>(
    moves: &Moves<N>,
    mut states: Vec<Key<N>>,
    weights: &[Vec<i64>],
) -> Vec<Vec<Key<N>>> {
    let term = |variable: usize, value: usize| weights[variable].get(value).copied().unwrap_or(0);
    let measure = Tables::new(&moves.layout, 0, term, |a, b| a + b);
    let mut walk = measure.walk();
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    states.iter().for_each(|state| *counts.entry(walk.of(state)).or_default() += 1);
    let mut layers: BTreeMap<i64, Vec<Key<N>>> =
        counts.into_iter().map(|(measure, count)| (measure, Vec::with_capacity(count))).collect();
    while let Some(state) = states.pop() {
        layers.entry(walk.of(&state)).or_default().push(state);
        if states.len().is_multiple_of(TAKEN) {
            states.shrink_to_fit();
        }
    }
    layers.values_mut().for_each(|layer| layer.reverse());
    layers.into_values().collect()
}

/// The number of terminal states among some states.
fn terminal_states<const N: usize>(moves: &Moves<N>, states: &[Key<N>]) -> u128 {
    let mut expander = Expander::new(moves);
    let count = |batch: &[Key<N>]| {
        expander.load(batch);
        size(&expander.over()) as u128
    };
    states.chunks(BATCH).map(count).sum()
}

/// Finds the layers. Layers that fit in memory are returned; the others are empty and have to be read again.
fn find_layers<const N: usize>(states: &mut States<'_, N>, task: &Task<'_>) -> Result<Vec<Vec<Key<N>>>, Error> {
    let States { moves, initial, ref mut journal, resources } = *states;
    let mut layers: Vec<Vec<Key<N>>> = vec![Vec::new(); journal.layers().len()];
    let mut current = match journal.layers().len() {
        0 => vec![initial],
        found => successors(moves, &journal.states(found - 1, 0)?, resources, 0)?.keys,
    };
    while !current.is_empty() {
        task.check_layers(layers.len() + 1)?;
        let bytes = size_of_val(current.as_slice());
        // Layers kept in memory make room for the current work: the first ones go first, since they are needed last.
        let mut kept: usize = layers.iter().map(|layer| size_of_val(layer.as_slice())).sum();
        for layer in &mut layers {
            if kept + 6 * bytes > resources.bytes {
                kept -= size_of_val(std::mem::take(layer).as_slice());
            }
        }
        let (number, writer) = (layers.len(), journal.writer());
        let (written, next) = beside(
            resources.threads,
            |threads| writer.with_threads(threads).unsolved(number, Unsolved::States, &current),
            || successors(moves, &current, resources, kept),
        );
        let next = next?;
        journal.add_written(written?, &next, kept + bytes + size_of_val(next.keys.as_slice()))?;
        layers.push(current);
        current = next.keys;
    }
    Ok(layers)
}

fn solve_layers<const N: usize>(
    states: &mut States<'_, N>,
    task: &Task<'_>,
    mut layers: Vec<Vec<Key<N>>>,
) -> Result<(), Error> {
    let States { moves, ref mut journal, resources, .. } = *states;
    let mut valuation = valuation(task, journal);
    let mut outcomes = Outcomes::default();
    let unsolved = journal.layers().iter().take_while(|layer| layer.value_file.is_none()).count();
    let mut solved = match unsolved < journal.layers().len() {
        true => journal.values(unsolved, &mut outcomes, 0)?,
        false => Values { keys: Vec::new(), classes: Vec::new() },
    };
    layers.resize(journal.layers().len(), Vec::new());
    // The last solved layer is written while the next one is solved.
    let mut unwritten: Option<(usize, usize)> = None;
    for number in (0..unsolved).rev() {
        if task.measures_layer(journal.layers(), number)
            && let Some((last, bytes)) = unwritten.take()
        {
            journal.set_values(last, &solved.keys, &solved.classes, &outcomes, bytes)?;
        }
        measure_distances(task, journal, number, &mut valuation, &mut outcomes, &mut solved)?;
        let each = size_of::<Key<N>>() + size_of::<Class>();
        let own = bytes_of(&journal.layers()[number], each);
        // Where distances are measured, a layer is read again.
        let enough = largest(journal, each).saturating_mul(2);
        resources.check_all(solved.bytes().saturating_add(own), enough, TWO_LAYERS)?;
        let mut keys = std::mem::take(&mut layers[number]);
        if keys.is_empty() {
            keys = journal.states(number, solved.bytes())?;
        }
        let next = Solved { keys: &solved.keys, classes: &solved.classes };
        let classes = match unwritten.take() {
            None => backward(moves, &keys, next, &mut outcomes, valuation, resources.threads)?,
            Some((last, _)) => {
                let (writer, known, held) = (journal.writer(), outcomes.clone(), solved.bytes().saturating_add(own));
                let (written, classes) = beside(
                    resources.threads,
                    |threads| writer.with_threads(threads).solved(last, next.keys, next.classes, &known, held),
                    || backward(moves, &keys, next, &mut outcomes, valuation, resources.threads),
                );
                journal.set_written(last, written?, held)?;
                classes?
            }
        };
        unwritten = Some((number, solved.bytes().saturating_add(own)));
        solved = Values { keys, classes };
    }
    match unwritten {
        Some((last, bytes)) => journal.set_values(last, &solved.keys, &solved.classes, &outcomes, bytes),
        None => Ok(()),
    }
}
