//! Pre-image: the states from which a relation leads somewhere, and the best that it can lead to.
//!
//! Both walk the states to be solved together with what is known of their successors. The pre-image of a set asks
//! whether some successor is in it; `best` asks for the value of the best successor, for all values in one pass. They
//! are one recursion, told apart by how two successors' results are merged.

use crate::cache::{Key, Operation};
use crate::combine::{Choice, Combine, Mask, Union};
use crate::error::{Error, Stop};
use crate::handle::{Set, Values};
use crate::ids::{EMPTY, Node};
use crate::operation::Kind;
use crate::preference::Preference;
use crate::relation::{Graph, Index, NONE, Relation, UNCHANGED};
use crate::store::Store;
use crate::walk::{Children, Walk};

/// A pre-image under one relation, successors merged by `merge`.
struct PreImage<'r, M> {
    graph: &'r Graph,
    operation: Operation,
    mask: Mask,
    merge: M,
}

impl<M: Combine> PreImage<'_, M> {
    /// What `current` gets from its successors in `next`.
    fn nodes(&self, walk: &Walk<'_>, level: usize, current: Node, next: Node, relation: Index) -> Result<Node, Stop> {
        if current == EMPTY || next == EMPTY || relation == NONE {
            return Ok(EMPTY);
        }
        if relation == UNCHANGED {
            return walk.combine(&self.mask, level, next, current);
        }
        let key = Key::new(self.operation, level, current, next, relation);
        if let Some(result) = walk.recall(key) {
            return Ok(result);
        }
        let result = if self.graph.level(relation) > level {
            walk.node_of(level, |walk, value| {
                let (current, next) = (walk.child(level, current, value), walk.child(level, next, value));
                self.nodes(walk, level + 1, current, next, relation)
            })?
        } else {
            self.step(walk, level, current, next, relation)?
        };
        walk.remember(key, result);
        Ok(result)
    }

    /// The pre-image where the relation says something about this level.
    fn step(&self, walk: &Walk<'_>, level: usize, current: Node, next: Node, relation: Index) -> Result<Node, Stop> {
        let edges = self.graph.edges(relation);
        let mut parts: Children = smallvec::smallvec![EMPTY; edges.len()];
        walk.for_each(level, &mut parts, &|walk, index| {
            let edge = edges[index];
            let current = walk.child(level, current, usize::from(edge.from));
            let next = walk.child(level, next, usize::from(edge.to));
            self.nodes(walk, level + 1, current, next, edge.child)
        })?;
        let mut children: Children = smallvec::smallvec![EMPTY; walk.width(level)];
        for (edge, part) in edges.iter().zip(parts) {
            let child = &mut children[usize::from(edge.from)];
            *child = walk.combine(&self.merge, level + 1, *child, part)?;
        }
        walk.node(level, &children)
    }
}

impl Store {
    /// The states of `within` from which the relation leads to some state of `target`.
    pub fn pre_image(&mut self, within: &Set, target: &Set, relation: &Relation) -> Result<Set, Error> {
        relation.check_domains(&self.domains)?;
        let graph = &relation.0;
        self.operate([&within.0, &target.0], |walk, [within, target]| {
            let pre_image = PreImage {
                graph,
                operation: walk.operation(Kind::PreImage(graph.number())),
                mask: Mask(walk.operation(Kind::Mask)),
                merge: Union(walk.operation(Kind::Union)),
            };
            pre_image.nodes(walk, 0, within, target, graph.root())
        })
        .map(Set)
    }

    /// For each state of `current` the preferred value that `next` has for a successor; none where no successor has
    /// a value.
    ///
    /// This is a step of backward induction: `next` the solved layer, `current` the one to be solved, the preference
    /// that of the player to move there.
    pub fn best(
        &mut self,
        current: &Set,
        next: &Values,
        relation: &Relation,
        preference: &Preference,
    ) -> Result<Values, Error> {
        relation.check_domains(&self.domains)?;
        let graph = &relation.0;
        self.operate([&current.0, &next.0], |walk, [current, next]| {
            let choice = walk.operation(Kind::Choice(preference.ranks()));
            let best = PreImage {
                graph,
                operation: walk.operation(Kind::Best(graph.number(), preference.ranks())),
                mask: Mask(walk.operation(Kind::Mask)),
                merge: Choice { operation: choice, preference },
            };
            best.nodes(walk, 0, current, next, graph.root())
        })
        .map(Values)
    }
}
