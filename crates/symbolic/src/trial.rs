//! A short run: how many states and nodes the first layers have, for estimates.
//!
//! It stops after a number of nodes, never after a time, so that what is concluded from it is the same on every machine.

use std::ops::ControlFlow;

use diagram::Error;
use game::Game;
use game::effects::Effects;
use task::Allowance;

use crate::engine::{Engine, Resources};
use crate::order::Order;
use crate::reach::{Duplicates, Layer, reach};

/// Nodes that the layers of a trial may take together: less than a second's work.
const NODES: usize = 100_000;

/// The first layers of a game, those that fit. `plies_are_layers` says that no state can be in two of them.
pub fn trial(
    game: &Game,
    effects: &Effects,
    order: &Order,
    plies_are_layers: bool,
    allowance: Allowance<'_>,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    // What does not fit is not tried any further; that is no error.
    let _ = run(game, effects, order, plies_are_layers, allowance, &mut layers);
    layers
}

fn run(
    game: &Game,
    effects: &Effects,
    order: &Order,
    plies_are_layers: bool,
    allowance: Allowance<'_>,
    layers: &mut Vec<Layer>,
) -> Result<(), Error> {
    if !(allowance.go_on)() {
        return Ok(());
    }
    let mut engine = Engine::new(game, effects, order, Resources { bytes: allowance.bytes, threads: 1 })?;
    let duplicates = if plies_are_layers { Duplicates::Impossible } else { Duplicates::Remove };
    let mut nodes = 0;
    reach(&mut engine, duplicates, |_, layer, _| {
        nodes += layer.nodes;
        layers.push(*layer);
        if nodes > NODES || !(allowance.go_on)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(())
}
