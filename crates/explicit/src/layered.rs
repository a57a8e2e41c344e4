//! Layered solving (Kissmann & Edelkamp 2010, Algorithm 2): all layers forward, then each from the one behind it.

use solution::manifest::Progress;
use symbolic::layered::Valuation;
use symbolic::outcome::Outcomes;

use crate::error::Error;
use crate::expand::BATCH;
use crate::forward::{PIECE, successors};
use crate::journal::{Journal, Values};
use crate::judge::{Judge, Solved};
use crate::key::Key;
use crate::moves::Moves;
use crate::outcomes::{Class, Ends, Ranking, UNKNOWN};
use crate::parallel::work;
use crate::Resources;

/// Solves by plies: the successors of a layer are all in the next one.
pub fn by_plies<const N: usize>(
    moves: &Moves<N>,
    initial: Key<N>,
    journal: &mut Journal<'_>,
    valuation: Valuation,
    resources: Resources,
) -> Result<(), Error> {
    let mut layers: Vec<Vec<Key<N>>> = Vec::new();
    if *journal.progress() == Progress::Forward {
        layers = forward(moves, initial, journal, resources)?;
        journal.set_progress(Progress::Backward)?;
    }
    backward(moves, journal, valuation, resources, layers)
}

/// Finds the layers. Those that memory suffices for are returned; the others are empty there and have to be read again.
fn forward<const N: usize>(
    moves: &Moves<N>,
    initial: Key<N>,
    journal: &mut Journal<'_>,
    resources: Resources,
) -> Result<Vec<Vec<Key<N>>>, Error> {
    let mut layers: Vec<Vec<Key<N>>> = vec![Vec::new(); journal.layers().len()];
    let mut current = match journal.layers().len() {
        0 => vec![initial],
        found => successors(moves, &journal.states(found - 1)?, resources.threads)?.keys,
    };
    while !current.is_empty() {
        let next = successors(moves, &current, resources.threads)?;
        journal.add_states(&current, next.terminal_states, 0)?;
        layers.push(current);
        current = next.keys;
    }
    Ok(layers)
}

fn backward<const N: usize>(
    moves: &Moves<N>,
    journal: &mut Journal<'_>,
    valuation: Valuation,
    resources: Resources,
    mut layers: Vec<Vec<Key<N>>>,
) -> Result<(), Error> {
    let mut outcomes = Outcomes::default();
    let unsolved = journal.layers().iter().take_while(|layer| layer.value_file.is_none()).count();
    let mut solved = match unsolved < journal.layers().len() {
        true => journal.values(unsolved, &mut outcomes)?,
        false => Values { keys: Vec::new(), classes: Vec::new() },
    };
    layers.resize(journal.layers().len(), Vec::new());
    for number in (0..unsolved).rev() {
        let mut keys = std::mem::take(&mut layers[number]);
        if keys.is_empty() {
            keys = journal.states(number)?;
        }
        let next = Solved { keys: &solved.keys, classes: &solved.classes };
        let classes = judge_all(moves, &keys, next, &mut outcomes, valuation, resources.threads)?;
        solved = Values { keys, classes };
        journal.set_values(number, &solved.keys, &solved.classes, &outcomes, 0)?;
    }
    Ok(())
}

/// The outcomes of ascending states all of whose successors are solved.
pub fn judge_all<const N: usize>(
    moves: &Moves<N>,
    states: &[Key<N>],
    solved: Solved<'_, N>,
    outcomes: &mut Outcomes,
    valuation: Valuation,
    threads: usize,
) -> Result<Vec<Class>, Error> {
    let ranking = Ranking::new(outcomes, valuation.model, moves.roles.len())?;
    let ends = Ends::new(outcomes, valuation.distances);
    let mut classes = vec![UNKNOWN; states.len()];
    let pieces: Vec<_> = classes.chunks_mut(PIECE).zip(states.chunks(PIECE)).map(std::sync::Mutex::new).collect();
    work(threads, pieces.len(), || Judge::new(moves, valuation.defects), |judge, number| {
        let mut piece = pieces[number].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (classes, states) = &mut *piece;
        for (batch, classes) in states.chunks(BATCH).zip(classes.chunks_mut(BATCH)) {
            judge.judge(batch, solved, &ranking, &ends, classes)?;
        }
        Ok(())
    })?;
    drop(pieces);
    Ok(classes)
}
