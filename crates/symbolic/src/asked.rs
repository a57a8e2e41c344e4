//! Conditions that stand beside the relations of moves, as they are asked of a layer: those that are small together, at
//! once.
//!
//! That no cup is open in Cubi Cup 5 is a conjunction of twenty conditions, each a diagram of a dozen nodes. Evaluated
//! on a layer of a million nodes one by one they took three quarters of the search; all twenty together are a diagram
//! of a thousand nodes, with which the layer is intersected once.

use diagram::{Error, Set, Store};
use game::Signal;

use crate::condition::Conditions;

/// Conditions all of which hold.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// Where those with small diagrams hold: in each of these sets.
    pub sets: Vec<Set>,
    /// The others. To be evaluated on the layer at hand.
    pub signals: Vec<Signal>,
}

impl Asked {
    /// Puts conditions together as far as they take no more than so many nodes.
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
                // What is made on the way counts there, and what was there before does not.
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

    /// The states of a layer in which all of the conditions hold.
    pub fn narrow(&self, store: &mut Store, conditions: &Conditions<'_>, layer: &Set) -> Result<Set, Error> {
        let mut left = layer.clone();
        for set in &self.sets {
            left = store.intersection(&left, set)?;
        }
        conditions.all(store, &left, &self.signals)
    }
}
