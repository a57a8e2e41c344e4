//! Reachable states, layer by layer, counted and not kept.
//!
//! A state counts in the first layer that has it. Where no state can be in two layers, only two layers are in memory at a time.

use std::ops::ControlFlow;

use game::effects::Effects;
use game::{Game, State};

use crate::Resources;
use crate::error::Error;
use crate::forward::successors;
use crate::key::Key;
use crate::layout::Layout;
use crate::moves::Moves;
use crate::solve::in_words;
use crate::space::Visited;

/// A finished layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// Its states.
    pub states: u64,
    /// Those at which the game is over.
    pub terminal_states: u64,
    /// How many states follow these, those of earlier layers included.
    pub next: u64,
    /// Bytes that all states in memory take.
    pub bytes: usize,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The layers.
    pub layers: Vec<Layer>,
    /// Whether there are no more.
    pub complete: bool,
    /// Whether some state was found that an earlier layer has.
    pub repeats: bool,
}

/// Sees each layer and may stop the search.
pub type Observer<'o> = dyn FnMut(&Layer) -> ControlFlow<()> + 'o;

/// Finds the layers of a game. `distinct` says that no state can be in two of them, by a proof.
pub fn reach(
    game: &Game,
    effects: &Effects,
    distinct: bool,
    resources: Resources<'_>,
    observe: &mut Observer<'_>,
) -> Result<Reached, Error> {
    in_words!(Layout::new(game).bits(), reach_in_words(game, effects, distinct, resources, observe))
}

fn reach_in_words<const N: usize>(
    game: &Game,
    effects: &Effects,
    distinct: bool,
    resources: Resources<'_>,
    observe: &mut Observer<'_>,
) -> Result<Reached, Error> {
    let moves = Moves::<N>::new(game, effects)?;
    let initial = moves.layout.key(&State::initial(game));
    layers(&moves, initial, distinct, resources, observe)
}

/// Finds the layers behind a state.
pub fn layers<const N: usize>(
    moves: &Moves<N>,
    initial: Key<N>,
    distinct: bool,
    resources: Resources<'_>,
    observe: &mut Observer<'_>,
) -> Result<Reached, Error> {
    let mut reached = Reached { layers: Vec::new(), complete: false, repeats: false };
    let mut visited = Visited::default();
    let mut current = vec![initial];
    while !current.is_empty() {
        if !distinct {
            visited.add(current.clone());
        }
        let next = successors(moves, &current, resources, visited.bytes())?;
        let bytes = visited.bytes() + size_of_val(current.as_slice()) + size_of_val(next.keys.as_slice());
        let (states, found) = (current.len() as u64, next.keys.len());
        let layer = Layer { states, terminal_states: next.terminal_states, next: found as u64, bytes };
        reached.layers.push(layer);
        if observe(&layer).is_break() {
            return Ok(reached);
        }
        current = visited.without(next.keys);
        reached.repeats |= current.len() < found;
        visited.check_room(current.len(), resources)?;
    }
    reached.complete = true;
    Ok(reached)
}
