//! The race: candidate orders are tried on the first layers, and the one with the smallest diagrams wins.
//!
//! A candidate stops when its layers have reached a number of nodes, not after a time, so that the winner is the same
//! on every machine. If memory is short a candidate may have to stop earlier, and another may win. Candidates are
//! compared at the depth that all of them reached. The terminal condition is ignored: the first layers hardly depend on
//! it.

use diagram::Error;
use prove::ProvedGame;
use task::{Allowance, VariableOrder};

use crate::engine::{DiagramEngine, Resources};
use crate::order::candidates;

/// The maximum number of nodes in the layers of a candidate.
const NODES: usize = 30_000;

/// The maximum number of layers of a candidate.
const LAYERS: usize = 24;

/// The result of an order.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The order.
    pub order: VariableOrder,
    /// The nodes of its layers; empty if it could not even start.
    pub nodes: Vec<usize>,
}

/// Tries all candidates; the winner comes first.
pub fn race(proved: &ProvedGame, allowance: Allowance<'_>) -> Vec<Runner> {
    let orders = candidates(proved);
    let mut runners: Vec<Runner> = match orders.len() {
        1 => orders.into_iter().map(|order| Runner { order, nodes: Vec::new() }).collect(),
        _ => orders.into_iter().map(|order| run(proved, order, allowance)).collect(),
    };
    let depth = runners.iter().map(|r| r.nodes.len()).filter(|&depth| depth > 0).min().unwrap_or(0);
    // Those that could not start come last; otherwise the sum up to the common depth decides, and ties go to the
    // earlier candidate.
    runners.sort_by_key(|r| (r.nodes.is_empty(), r.nodes.iter().take(depth).sum::<usize>()));
    runners
}

fn run(proved: &ProvedGame, order: VariableOrder, allowance: Allowance<'_>) -> Runner {
    let mut nodes = Vec::new();
    // An order whose relations do not fit is out of the race; that is not an error.
    let _ = layers(proved, &order, allowance, &mut nodes);
    Runner { order, nodes }
}

fn layers(
    proved: &ProvedGame,
    order: &VariableOrder,
    allowance: Allowance<'_>,
    nodes: &mut Vec<usize>,
) -> Result<(), Error> {
    if !(allowance.go_on)() {
        return Ok(());
    }
    let mut engine = DiagramEngine::new(proved, order, Resources { bytes: allowance.bytes, threads: 1 })?;
    let mut layer = engine.initial()?;
    let is_short = |nodes: &[usize]| nodes.len() < LAYERS && nodes.iter().sum::<usize>() < NODES;
    while is_short(nodes) && !layer.is_empty() && (allowance.go_on)() {
        nodes.push(engine.store().node_count(&layer)?);
        layer = engine.successors(&layer)?;
    }
    Ok(())
}
