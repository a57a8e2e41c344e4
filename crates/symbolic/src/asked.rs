//! Conditions evaluated on a layer beside the relations of moves: those that are small together are evaluated at once.
//!
//! That no cup is open in Cubi Cup 5 is a conjunction of twenty conditions, each a diagram with a dozen nodes.
//! Evaluated one by one on a layer with a million nodes, they took three quarters of the search; all twenty together
//! are a diagram with a thousand nodes, with which the layer is intersected once.

use diagram::{Error, Set, Store};
use game::Signal;

use crate::condition::Conditions;

/// A conjunction of conditions.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// Those with small diagrams, as sets.
    pub sets: Vec<Set>,
    /// The others, to be evaluated on the current layer.
    pub signals: Vec<Signal>,
}

impl Asked {
    /// Combines conditions as long as they take at most `most_nodes` nodes.
    pub fn new(
        store: &mut Store,
        conditions: &Conditions<'_>,
        signals: Vec<Signal>,
        most_nodes: usize,
    ) -> Result<Asked, Error> {
        let mut asked = Asked::default();
        for signal in signals {
            let narrow = |store: &mut Store, set: &Set| -> Result<Option<Set>, Error> {
                let evaluate = |store: &mut Store| Ok(conditions.evaluate(store, set, &[signal])?.swap_remove(0));
                // Only nodes made here count, not existing ones.
                let Some(narrowed) = store.within(most_nodes, evaluate)? else { return Ok(None) };
                Ok((store.node_count(&narrowed)? <= most_nodes).then_some(narrowed))
            };
            if let Some(last) = asked.sets.last_mut()
                && let Some(together) = narrow(store, last)?
            {
                *last = together;
                continue;
            }
            let all = store.all();
            match narrow(store, &all)? {
                Some(set) => asked.sets.push(set),
                None => asked.signals.push(signal),
            }
        }
        Ok(asked)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty() && self.signals.is_empty()
    }

    /// The states of a layer in which all conditions hold.
    pub fn narrow(&self, store: &mut Store, conditions: &Conditions<'_>, layer: &Set) -> Result<Set, Error> {
        let mut left = layer.clone();
        for set in &self.sets {
            left = store.intersection(&left, set)?;
        }
        conditions.all(store, &left, &self.signals)
    }
}
