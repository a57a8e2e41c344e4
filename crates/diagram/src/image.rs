//! Image: the states that a relation leads to.

use crate::cache::{Key, Operation};
use crate::combine::Union;
use crate::error::{Error, Stop};
use crate::handle::Set;
use crate::ids::{EMPTY, Node};
use crate::operation::Kind;
use crate::relation::{Graph, Index, NONE, Relation, UNCHANGED};
use crate::store::Store;
use crate::walk::{Children, Walk};

/// An image under one relation.
struct Image<'r> {
    graph: &'r Graph,
    operation: Operation,
    union: Union,
}

impl Image<'_> {
    fn nodes(&self, walk: &Walk<'_>, level: usize, states: Node, relation: Index) -> Result<Node, Stop> {
        if states == EMPTY || relation == NONE {
            return Ok(EMPTY);
        }
        if relation == UNCHANGED {
            return Ok(states);
        }
        let key = Key::new(self.operation, level, states, 0, relation);
        if let Some(result) = walk.recall(key) {
            return Ok(result);
        }
        let result = if self.graph.level(relation) > level {
            walk.node_of(level, |walk, value| self.nodes(walk, level + 1, walk.child(level, states, value), relation))?
        } else {
            self.step(walk, level, states, relation)?
        };
        walk.remember(key, result);
        Ok(result)
    }

    /// The image where the relation says something about this level.
    fn step(&self, walk: &Walk<'_>, level: usize, states: Node, relation: Index) -> Result<Node, Stop> {
        let edges = self.graph.edges(relation);
        let mut parts: Children = smallvec::smallvec![EMPTY; edges.len()];
        walk.for_each(level, &mut parts, &|walk, index| {
            let edge = edges[index];
            self.nodes(walk, level + 1, walk.child(level, states, usize::from(edge.from)), edge.child)
        })?;
        let mut children: Children = smallvec::smallvec![EMPTY; walk.width(level)];
        for (edge, part) in edges.iter().zip(parts) {
            let child = &mut children[usize::from(edge.to)];
            *child = walk.combine(&self.union, level + 1, *child, part)?;
        }
        walk.node(level, &children)
    }
}

impl Store {
    /// The states that the relation leads to from states of the set.
    pub fn image(&mut self, set: &Set, relation: &Relation) -> Result<Set, Error> {
        relation.check_domains(&self.domains)?;
        let graph = &relation.0;
        self.operate([&set.0], |walk, [set]| {
            let operation = walk.operation(Kind::Image(graph.number()));
            let image = Image { graph, operation, union: Union(walk.operation(Kind::Union)) };
            image.nodes(walk, 0, set, graph.root())
        })
        .map(Set)
    }
}
