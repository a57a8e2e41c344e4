//! Pre-image: the states from which a relation leads into a set, and the best value it can lead to.
//!
//! Both walk the states to be solved together with the diagram of their successors. The pre-image of a set asks whether
//! some successor is in it; `best` computes the value of the best successor, for all values in one pass. They are one
//! recursion, parameterised by how the results of two successors are merged.

use crate::cache::{Key, Operation};
use crate::combine::{Choice, Combine, Mask, Union};
use crate::error::{Error, Stop};
use crate::handle::{Set, Values};
use crate::ids::{EMPTY, Node};
use crate::operation::OperationKind;
use crate::preference::Preference;
use crate::relation::{Edge, Graph, Index, NONE, TransitionRelation, UNCHANGED};
use crate::store::Store;
use crate::walk::{Siblings, Walk};

/// A pre-image under one relation, successors merged by `merge`.
struct PreImage<'r, M> {
    graph: &'r Graph,
    operation: Operation,
    mask: Mask,
    merge: M,
}

impl<M: Combine> PreImage<'_, M> {
    /// The result for `current` from its successors in `next`. Inlined into the step above: many of its calls end here.
    #[inline(always)]
    fn nodes(&self, walk: &Walk<'_>, level: usize, current: Node, next: Node, relation: Index) -> Result<Node, Stop> {
        match (current, next, relation) {
            (EMPTY, ..) | (_, EMPTY, _) | (.., NONE) => Ok(EMPTY),
            (.., UNCHANGED) => walk.combine(&self.mask, level, next, current),
            _ => self.inner_nodes(walk, level, current, next, relation),
        }
    }

    /// Prefetches the cache line for a call of [`nodes`](PreImage::nodes) that follows later.
    #[inline(always)]
    fn announce(&self, walk: &Walk<'_>, level: usize, current: Node, next: Node, relation: Index) {
        match (current, next, relation) {
            (EMPTY, ..) | (_, EMPTY, _) | (.., NONE) => {}
            (.., UNCHANGED) => walk.announce_combine(&self.mask, level, next, current),
            _ => walk.announce(Key::new(self.operation, level, current, next, relation)),
        }
    }

    fn inner_nodes(
        &self,
        walk: &Walk<'_>,
        level: usize,
        current: Node,
        next: Node,
        relation: Index,
    ) -> Result<Node, Stop> {
        let key = Key::new(self.operation, level, current, next, relation);
        if let Some(result) = walk.recall(key) {
            return Ok(result);
        }
        let (current, next) = (walk.children(level, current), walk.children(level, next));
        let result = if self.graph.level(relation) > level {
            for value in 0..walk.width(level) {
                self.announce(walk, level + 1, current.get(value), next.get(value), relation);
            }
            walk.node_of(level, |walk, value| {
                self.nodes(walk, level + 1, current.get(value), next.get(value), relation)
            })?
        } else {
            self.step(walk, level, [current, next], relation)?
        };
        walk.remember(key, result);
        Ok(result)
    }

    /// The pre-image if the relation has a node on this level.
    fn step(
        &self,
        walk: &Walk<'_>,
        level: usize,
        [current, next]: [Siblings<'_>; 2],
        relation: Index,
    ) -> Result<Node, Stop> {
        let edges = self.graph.edges(relation);
        for edge in edges {
            let (current, next) = (current.get(usize::from(edge.from)), next.get(usize::from(edge.to)));
            self.announce(walk, level + 1, current, next, edge.child);
        }
        let part = |walk: &Walk<'_>, edge: Edge| {
            let (current, next) = (current.get(usize::from(edge.from)), next.get(usize::from(edge.to)));
            self.nodes(walk, level + 1, current, next, edge.child)
        };
        walk.node_filled(level, |children| {
            walk.gather(
                level,
                edges.len(),
                |walk, index| part(walk, edges[index]),
                |index, part| {
                    let child = &mut children[usize::from(edges[index].from)];
                    *child = walk.combine(&self.merge, level + 1, *child, part)?;
                    Ok(())
                },
            )
        })
    }
}

impl Store {
    /// The states of `within` from which the relation leads to some state of `target`.
    pub fn pre_image(&mut self, within: &Set, target: &Set, relation: &TransitionRelation) -> Result<Set, Error> {
        relation.check_domains(&self.domains)?;
        let graph = &relation.0;
        self.operate([&within.0, &target.0], |walk, [within, target]| {
            let pre_image = PreImage {
                graph,
                operation: walk.operation(OperationKind::PreImage(graph.number())),
                mask: Mask(walk.operation(OperationKind::Mask)),
                merge: Union(walk.operation(OperationKind::Union)),
            };
            pre_image.nodes(walk, 0, within, target, graph.root())
        })
        .map(Set)
    }

    /// For each state of `current`, the preferred value of its successors in `next`; none if no successor has a value.
    ///
    /// This is a step of backward induction: `next` is the solved layer, `current` the one to be solved, and the
    /// preference that of the player to move there.
    pub fn best(
        &mut self,
        current: &Set,
        next: &Values,
        relation: &TransitionRelation,
        preference: &Preference,
    ) -> Result<Values, Error> {
        relation.check_domains(&self.domains)?;
        let graph = &relation.0;
        self.operate([&current.0, &next.0], |walk, [current, next]| {
            let choice = walk.operation(OperationKind::Choice(preference.ranks()));
            let best = PreImage {
                graph,
                operation: walk.operation(OperationKind::Best(graph.number(), preference.ranks())),
                mask: Mask(walk.operation(OperationKind::Mask)),
                merge: Choice { operation: choice, preference },
            };
            best.nodes(walk, 0, current, next, graph.root())
        })
        .map(Values)
    }
}
