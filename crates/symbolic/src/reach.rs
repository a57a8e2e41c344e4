//! Reachable states, layer by layer (Kissmann & Edelkamp 2010, Algorithm 1).
//!
//! A layer holds the states after a number of plies. With duplicates removed, a state counts in the first layer that
//! contains it; otherwise in every such layer, and then the layers of a cyclic game never end. A layer with duplicates
//! that equals an earlier one proves a cycle. If a proved measure grows by one with every ply, no state can be in two
//! layers, and nothing needs to be removed.

use std::ops::ControlFlow;

use diagram::{Error, Set};

use crate::engine::DiagramEngine;

/// How to treat states that are in several layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duplicates {
    /// Keep only the first occurrence.
    Remove,
    /// Keep all.
    Keep,
    /// It is proved that there are none.
    Impossible,
}

/// A finished layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReachedLayer {
    /// Its states.
    pub states: u128,
    /// Its terminal states.
    pub terminal_states: u128,
    /// Nodes of its diagram.
    pub nodes: usize,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The layers.
    pub layers: Vec<ReachedLayer>,
    /// Why the search ended.
    pub end: End,
    /// Whether some state was found that is in an earlier layer.
    pub repeats: bool,
    /// All states, unless no state can be in two layers and they were not collected.
    pub visited: Set,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// There are no further states.
    Complete,
    /// The last layer equals this earlier one, so the game is cyclic and the layers never end.
    Cycle {
        /// Number of the earlier layer.
        equals: usize,
    },
    /// The observer stopped it.
    Stopped,
}

/// Finds the layers of a game. `observe` receives each of them and may stop the search.
pub fn reach(
    engine: &mut DiagramEngine<'_>,
    duplicates: Duplicates,
    mut observe: impl FnMut(&mut DiagramEngine<'_>, &ReachedLayer, &Set) -> ControlFlow<()>,
) -> Result<Reached, Error> {
    let mut current = engine.initial()?;
    let mut reached = Reached { layers: Vec::new(), end: End::Complete, repeats: false, visited: current.clone() };
    let mut earlier: Vec<Set> = Vec::new();
    while !current.is_empty() {
        if let Some(equals) = earlier.iter().position(|layer| *layer == current) {
            reached.end = End::Cycle { equals };
            break;
        }
        let open = engine.open(&current)?;
        let layer = ReachedLayer {
            states: engine.store().count(&current)?,
            terminal_states: engine.count_terminal(&current, &open)?,
            nodes: engine.store().node_count(&current)?,
        };
        reached.layers.push(layer);
        if observe(engine, &layer, &current).is_break() {
            reached.end = End::Stopped;
            break;
        }
        if duplicates == Duplicates::Keep {
            earlier.push(current.clone());
        }
        drop(current);
        let next = engine.successors(&open)?;
        let store = engine.store();
        current = match duplicates {
            Duplicates::Impossible => next,
            Duplicates::Keep => {
                reached.repeats |= !store.intersection(&reached.visited, &next)?.is_empty();
                reached.visited = store.union(&reached.visited, &next)?;
                next
            }
            Duplicates::Remove => {
                let new = store.difference(&next, &reached.visited)?;
                reached.repeats |= new != next;
                reached.visited = store.union(&reached.visited, &new)?;
                new
            }
        };
    }
    Ok(reached)
}

/// Whether some state can repeat: states without a predecessor among them are removed until nothing changes, and the
/// remaining ones are on a cycle or reachable from one. `None` if the search is stopped before.
pub fn is_cyclic(
    engine: &mut DiagramEngine<'_>,
    reachable: &Set,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<bool>, Error> {
    let mut left = reachable.clone();
    while go_on() {
        let open = engine.open(&left)?;
        let image = engine.successors(&open)?;
        let fewer = engine.store().intersection(&left, &image)?;
        if fewer == left {
            return Ok(Some(!left.is_empty()));
        }
        left = fewer;
    }
    Ok(None)
}
