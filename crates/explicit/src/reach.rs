//! Counts the reachable states, layer by layer, without keeping them.
//!
//! A state counts in the first layer that contains it. If no state can be in two layers, only two layers are in memory
//! at a time. If states repeat there may be a cycle: states without a predecessor among the rest are removed until
//! nothing changes, and the remaining states are on a cycle or reachable from one.

use std::ops::ControlFlow;

use game::State;
use prove::ProvedGame;
use task::Error;

use crate::Resources;
use crate::forward::{Successors, successors};
use crate::key::Key;
use crate::layout::KeyLayout;
use crate::moves::Moves;
use crate::reachable::Visited;
use crate::solve::in_words;
use crate::sort::intersect;

/// A finished layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReachedLayer {
    /// Its states.
    pub states: u64,
    /// Its terminal states.
    pub terminal_states: u64,
    /// The number of successors, including those in earlier layers.
    pub next: u64,
    /// Bytes of all states in memory.
    pub bytes: usize,
    /// Steps taken to expand it.
    pub work: u64,
}

/// Options of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReachSearch {
    /// It is proved that no state can be in two layers.
    pub distinct: bool,
    /// Whether to find out if the game is cyclic in case states repeat.
    pub cycles: bool,
}

/// A completed part of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReachStep {
    /// A layer was found.
    Layer(ReachedLayer),
    /// All layers were found.
    Complete {
        /// Whether some state was found that is in an earlier layer.
        repeats: bool,
    },
    /// States that cannot be on a cycle were removed.
    Trimmed,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The layers.
    pub layers: Vec<ReachedLayer>,
    /// Whether all layers were found.
    pub complete: bool,
    /// Whether some state was found that is in an earlier layer.
    pub repeats: bool,
    /// Whether a state can repeat; `None` if it was not requested or memory was not enough.
    pub cyclic: Option<bool>,
}

/// Receives each step and may stop the search.
pub type ReachObserver<'o> = dyn FnMut(ReachStep) -> ControlFlow<()> + 'o;

/// Finds the layers of a game.
pub fn reach(
    proved: &ProvedGame,
    search: ReachSearch,
    resources: Resources<'_>,
    observe: &mut ReachObserver<'_>,
) -> Result<Reached, Error> {
    in_words!(KeyLayout::new(&proved.game).bits(), reach_in_words(proved, search, resources, observe))
}

fn reach_in_words<const N: usize>(
    proved: &ProvedGame,
    search: ReachSearch,
    resources: Resources<'_>,
    observe: &mut ReachObserver<'_>,
) -> Result<Reached, Error> {
    let moves = Moves::<N>::new(proved)?;
    let initial = moves.layout.key(&State::initial(&proved.game));
    layers(&moves, initial, search, resources, observe)
}

/// Finds the layers from a state on.
pub fn layers<const N: usize>(
    moves: &Moves<N>,
    initial: Key<N>,
    search: ReachSearch,
    resources: Resources<'_>,
    observe: &mut ReachObserver<'_>,
) -> Result<Reached, Error> {
    let mut reached = Reached { layers: Vec::new(), complete: false, repeats: false, cyclic: None };
    let mut visited = Visited::default();
    let mut current = vec![initial];
    while !current.is_empty() {
        if !search.distinct {
            visited.add(&current, resources)?;
        }
        let next = successors(moves, &current, resources, visited.bytes())?;
        let bytes = visited.bytes() + size_of_val(current.as_slice()) + size_of_val(next.keys.as_slice());
        let (states, found) = (current.len() as u64, next.keys.len());
        let Successors { terminal_states, work, .. } = next;
        let layer = ReachedLayer { states, terminal_states, next: found as u64, bytes, work };
        reached.layers.push(layer);
        if observe(ReachStep::Layer(layer)).is_break() {
            return Ok(reached);
        }
        current = visited.without(next.keys);
        reached.repeats |= current.len() < found;
    }
    reached.complete = true;
    if observe(ReachStep::Complete { repeats: reached.repeats }).is_continue() && search.cycles {
        reached.cyclic = match reached.repeats {
            true => is_cyclic(moves, visited.all(resources), resources, observe)?,
            false => Some(false),
        };
    }
    Ok(reached)
}

/// Whether a state can repeat; `None` if memory is not enough or the observer stops the search.
fn is_cyclic<const N: usize>(
    moves: &Moves<N>,
    all: Vec<Key<N>>,
    resources: Resources<'_>,
    observe: &mut ReachObserver<'_>,
) -> Result<Option<bool>, Error> {
    let mut left = all;
    while observe(ReachStep::Trimmed).is_continue() {
        let image = match successors(moves, &left, resources, 0) {
            Ok(image) => image.keys,
            Err(error) if error.is_out_of_memory() => return Ok(None),
            Err(error) => return Err(error),
        };
        let before = left.len();
        intersect(&mut left, &image);
        if left.len() == before {
            return Ok(Some(before > 0));
        }
    }
    Ok(None)
}
