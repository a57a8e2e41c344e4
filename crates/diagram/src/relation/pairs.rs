//! Builds relations from lists of pairs of states.

use std::cmp::Ordering;

use super::{Edge, Index, NONE, RelationBuilder, TransitionRelation, UNCHANGED};
use crate::error::{Error, Stop};
use crate::ids::Value;
use crate::mark::Scratch;
use crate::store::Store;

/// A state before and a state after.
type Pair<S> = (S, S);

impl Store {
    /// The relation of these pairs of states, in any order.
    ///
    /// ```
    /// use diagram::{Domains, StoreOptions, Store};
    /// let mut store = Store::new(Domains::new(&[2, 3])?, StoreOptions::default())?;
    /// let step = store.relation_of_pairs(&[([0, 1], [1, 2]), ([1, 0], [1, 0])])?;
    /// let before = store.state(&[0, 1])?;
    /// assert_eq!(store.image(&before, &step)?, store.state(&[1, 2])?);
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn relation_of_pairs<S: AsRef<[Value]> + Sync>(
        &mut self,
        pairs: &[Pair<S>],
    ) -> Result<TransitionRelation, Error> {
        for state in pairs.iter().flat_map(|(before, after)| [before, after]) {
            self.domains.check_state(state.as_ref())?;
        }
        let mut sorted: Vec<&Pair<S>> = pairs.iter().collect();
        sorted.sort_unstable_by(|one, other| by_levels(one, other));
        let domains = self.domains.clone();
        self.derive(&[], |walk| {
            let mut building =
                Building { depth: walk.depth(), builder: RelationBuilder::new(&domains), scratch: walk.scratch() };
            let top = building.node(0, &sorted)?;
            let Building { builder, mut scratch, .. } = building;
            // The kept nodes are copied.
            scratch.grow_to(2 * builder.bytes())?;
            Ok(builder.finish_index(top))
        })
    }
}

/// The order of pairs in a diagram: by both values of the first level, then of the second, and so on.
fn by_levels<S: AsRef<[Value]>>(one: &Pair<S>, other: &Pair<S>) -> Ordering {
    let values = |pair: &Pair<S>, level: usize| (pair.0.as_ref()[level], pair.1.as_ref()[level]);
    let levels = 0..one.0.as_ref().len();
    levels.map(|level| values(one, level).cmp(&values(other, level))).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
}

struct Building<'s> {
    depth: usize,
    builder: RelationBuilder,
    scratch: Scratch<'s>,
}

impl Building<'_> {
    /// The relation from `level` on, for sorted pairs that are equal above it.
    fn node<S: AsRef<[Value]>>(&mut self, level: usize, pairs: &[&Pair<S>]) -> Result<Index, Stop> {
        if level == self.depth {
            return Ok(if pairs.is_empty() { NONE } else { UNCHANGED });
        }
        let values = |pair: &Pair<S>| (pair.0.as_ref()[level], pair.1.as_ref()[level]);
        let mut edges = Vec::new();
        for chunk in pairs.chunk_by(|one, other| values(one) == values(other)) {
            let (from, to) = values(chunk[0]);
            edges.push(Edge { from, to, child: self.node(level + 1, chunk)? });
        }
        self.scratch.grow_to(self.builder.bytes())?;
        self.builder.node_index(level as u16, edges).map_err(|_| Stop::Memory)
    }
}
