//! Backward induction along a measure: states of a larger measure are solved first, and a state's successors are found
//! when it is solved, not kept.

use std::collections::BTreeMap;
use std::sync::Mutex;

use task::Error;

use super::matrices::{Edge, Solved, Solver, Unsolvable};
use super::rounds::{Round, Rounds};
use crate::Resources;
use crate::backward::missing;
use crate::expand::{BATCH, Expander, is_empty, lanes};
use crate::find::Cursors;
use crate::forward::PIECE;
use crate::journal::Journal;
use crate::key::Key;
use crate::moves::Moves;
use crate::parallel::{lock, work};
use crate::tables::Tables;

/// Solves all states, those of the largest measure first.
pub fn solve<const N: usize>(
    moves: &Moves<N>,
    solver: &Solver<'_>,
    weights: &[Vec<i64>],
    rounds: &mut Rounds<'_, N>,
    journal: &mut Journal<'_>,
    resources: Resources<'_>,
) -> Result<(), Error> {
    let term = |variable: usize, value: usize| weights[variable].get(value).copied().unwrap_or(0);
    let measure = Tables::new(&moves.layout, 0, term, |a, b| a + b);
    let mut walk = measure.walk();
    let mut layers: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
    for (number, key) in (0..).zip(rounds.keys) {
        layers.entry(walk.of(key)).or_default().push(number);
    }
    for (_, layer) in layers.into_iter().rev() {
        if layer.iter().all(|&state| rounds.solved[state as usize]) {
            continue;
        }
        let parts: Vec<Mutex<Round>> = layer.chunks(PIECE).map(|_| Mutex::default()).collect();
        let start = || Worker::new(moves);
        work(resources.threads, parts.len(), start, |worker, number| {
            let states = &layer[number * PIECE..layer.len().min((number + 1) * PIECE)];
            let mut round = Vec::with_capacity(states.len());
            for batch in states.chunks(BATCH) {
                worker.solve(batch, solver, rounds, &mut round)?;
            }
            *lock(&parts[number]) = round;
            Ok(())
        })?;
        let round: Round = parts.into_iter().flat_map(|part| part.into_inner().unwrap_or_default()).collect();
        let terminal = layer.iter().filter(|&&state| solver.ends.is_terminal(state as usize)).count();
        rounds.commit(&round, terminal as u128, journal)?;
    }
    Ok(())
}

/// Finds the ways on from batches of states.
pub struct Worker<'m, const N: usize> {
    expander: Expander<'m, N>,
    cursors: Vec<Cursors<N>>,
    edges: Vec<Vec<Edge>>,
    keys: Vec<Key<N>>,
}

impl<'m, const N: usize> Worker<'m, N> {
    /// A worker without states.
    pub fn new(moves: &'m Moves<N>) -> Worker<'m, N> {
        Worker {
            expander: Expander::new(moves),
            cursors: vec![Cursors::new(); moves.joint.len()],
            edges: vec![Vec::new(); BATCH],
            keys: Vec::with_capacity(BATCH),
        }
    }

    /// The ways on from each of some states, ascending, among all.
    pub fn edges(&mut self, states: &[u32], all: &[Key<N>]) -> Result<&[Vec<Edge>], Error> {
        self.keys.clear();
        self.keys.extend(states.iter().map(|&state| all[state as usize]));
        self.expander.load(&self.keys);
        self.edges.iter_mut().for_each(Vec::clear);
        for joint in 0..self.cursors.len() {
            let legal = self.expander.legal(joint);
            if is_empty(&legal) {
                continue;
            }
            self.expander.make(joint, &legal);
            for lane in lanes(&legal) {
                let (state, successor) = (self.expander.key(lane), self.expander.successors()[lane]);
                let found = self.cursors[joint].find(all, &state, &successor);
                let number = found.ok_or_else(|| missing(self.expander.moves(), &state))?;
                self.edges[lane].push((joint as u32, number as u32));
            }
        }
        Ok(&self.edges)
    }

    fn solve(
        &mut self,
        states: &[u32],
        solver: &Solver<'_>,
        rounds: &Rounds<'_, N>,
        round: &mut Round,
    ) -> Result<(), Error> {
        let moves = self.expander.moves();
        let edges = self.edges(states, rounds.keys)?;
        for (&state, edges) in states.iter().zip(edges) {
            let solved = match solver.end(state as usize) {
                Some(values) => Solved { values, ..Solved::default() },
                None => solver
                    .solve(edges, &rounds.values)
                    .map_err(|unsolvable| refused(unsolvable, moves, &rounds.keys[state as usize]))?,
            };
            round.push((state, solved));
        }
        Ok(())
    }
}

/// The error that a state has no value.
pub fn refused<const N: usize>(unsolvable: Unsolvable, moves: &Moves<N>, key: &Key<N>) -> Error {
    match unsolvable {
        Unsolvable::Simultaneous => Error::NoEquilibrium(moves.layout.state(key)),
        Unsolvable::Long => Error::LongFraction(moves.layout.state(key)),
        Unsolvable::Error(error) => error,
    }
}
