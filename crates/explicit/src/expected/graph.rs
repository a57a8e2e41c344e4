//! The ways on from all states, kept side by side, where no measure gives an order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use components::components;
use game::State;
use rustc_hash::FxHashMap;
use task::{Error, Limit};

use super::induction::Worker;
use super::matrices::Edge;
use crate::Resources;
use crate::expand::BATCH;
use crate::forward::PIECE;
use crate::key::Key;
use crate::moves::Moves;
use crate::parallel::{lock, work};

/// All ways on.
pub struct Graph {
    starts: Vec<usize>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Finds the ways on between ascending states, which are all reachable ones.
    pub fn new<const N: usize>(moves: &Moves<N>, keys: &[Key<N>], resources: Resources<'_>) -> Result<Graph, Error> {
        if keys.len() >= u32::MAX as usize - 1 {
            return Err(Limit::Numbers(format!("{} states are more than can be numbered", keys.len())).into());
        }
        let parts: Vec<Mutex<Vec<Vec<Edge>>>> = keys.chunks(PIECE).map(|_| Mutex::default()).collect();
        let found = AtomicUsize::new(0);
        work(
            resources.threads,
            parts.len(),
            || Worker::new(moves),
            |worker, number| {
                let numbers: Vec<u32> =
                    (number * PIECE..keys.len().min((number + 1) * PIECE)).map(|n| n as u32).collect();
                let mut part = Vec::with_capacity(numbers.len());
                for batch in numbers.chunks(BATCH) {
                    part.extend_from_slice(&worker.edges(batch, keys)?[..batch.len()]);
                }
                let new: usize = part.iter().map(Vec::len).sum();
                *lock(&parts[number]) = part;
                let edges = found.fetch_add(new, Ordering::Relaxed) + new;
                let needed = keys.len() * (size_of::<Key<N>>() + 96) + edges * 2 * size_of::<Edge>();
                resources.check(needed, "the moves between all states")
            },
        )?;
        let mut graph = Graph { starts: vec![0], edges: Vec::with_capacity(found.into_inner()) };
        for edges in parts.into_iter().flat_map(|part| part.into_inner().unwrap_or_default()) {
            graph.edges.extend_from_slice(&edges);
            graph.starts.push(graph.edges.len());
        }
        Ok(graph)
    }

    /// The ways on from a state.
    pub fn edges(&self, state: u32) -> &[Edge] {
        &self.edges[self.starts[state as usize]..self.starts[state as usize + 1]]
    }

    /// The strongly connected components, each behind all that it leads to.
    pub fn components(&self) -> components::Components {
        let states = self.starts.len() - 1;
        components(|state, edge| self.edges(state).get(edge).map(|edge| edge.1), states, 0..states as u32)
    }

    /// Whether a state leads to itself.
    pub fn is_loop(&self, state: u32) -> bool {
        self.edges(state).iter().any(|edge| edge.1 == state)
    }

    /// A cycle through a state within its component, by the fewest plies.
    pub fn cycle<const N: usize>(
        &self,
        state: u32,
        component: &[u32],
        moves: &Moves<N>,
        keys: &[Key<N>],
    ) -> Vec<State> {
        let mut before: FxHashMap<u32, Option<u32>> = component.iter().map(|&state| (state, None)).collect();
        let mut queue = std::collections::VecDeque::from([state]);
        while let Some(at) = queue.pop_front() {
            for &(_, next) in self.edges(at) {
                match before.get_mut(&next) {
                    Some(known @ None) => *known = Some(at),
                    _ => continue,
                }
                if next == state {
                    queue.clear();
                    break;
                }
                queue.push_back(next);
            }
        }
        let mut path = vec![state];
        let mut at = before.get(&state).copied().flatten();
        while let Some(previous) = at.filter(|previous| *previous != state) {
            path.push(previous);
            at = before.get(&previous).copied().flatten();
        }
        path[1..].reverse();
        path.into_iter().map(|state| moves.layout.state(&keys[state as usize])).collect()
    }
}
