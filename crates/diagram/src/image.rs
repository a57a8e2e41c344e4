//! Image: the successors of a set under a relation.

use crate::cache::{Key, Operation};
use crate::combine::Union;
use crate::error::{Error, Stop};
use crate::handle::Set;
use crate::ids::{EMPTY, Node};
use crate::operation::OperationKind;
use crate::relation::{Edge, Graph, Index, NONE, TransitionRelation, UNCHANGED};
use crate::store::Store;
use crate::walk::{Siblings, Walk};

/// An image under one relation.
struct Image<'r> {
    graph: &'r Graph,
    operation: Operation,
    union: Union,
}

impl Image<'_> {
    /// The image of a node. Inlined into the step above: many of its calls end here.
    #[inline(always)]
    fn nodes(&self, walk: &Walk<'_>, level: usize, states: Node, relation: Index) -> Result<Node, Stop> {
        match (states, relation) {
            (EMPTY, _) | (_, NONE) => Ok(EMPTY),
            (_, UNCHANGED) => Ok(states),
            _ => self.inner_nodes(walk, level, states, relation),
        }
    }

    fn inner_nodes(&self, walk: &Walk<'_>, level: usize, states: Node, relation: Index) -> Result<Node, Stop> {
        let key = Key::new(self.operation, level, states, 0, relation);
        if let Some(result) = walk.recall(key) {
            return Ok(result);
        }
        let children = walk.children(level, states);
        let result = if self.graph.level(relation) > level {
            walk.node_of(level, |walk, value| self.nodes(walk, level + 1, children.get(value), relation))?
        } else {
            self.step(walk, level, children, relation)?
        };
        walk.remember(key, result);
        Ok(result)
    }

    /// The image if the relation has a node on this level.
    fn step(&self, walk: &Walk<'_>, level: usize, states: Siblings<'_>, relation: Index) -> Result<Node, Stop> {
        let edges = self.graph.edges(relation);
        let part =
            |walk: &Walk<'_>, edge: Edge| self.nodes(walk, level + 1, states.get(usize::from(edge.from)), edge.child);
        walk.node_filled(level, |children| {
            walk.gather(
                level,
                edges.len(),
                |walk, index| part(walk, edges[index]),
                |index, part| {
                    let child = &mut children[usize::from(edges[index].to)];
                    *child = walk.combine(&self.union, level + 1, *child, part)?;
                    Ok(())
                },
            )
        })
    }
}

impl Store {
    /// The states to which the relation leads from states of the set.
    pub fn image(&mut self, set: &Set, relation: &TransitionRelation) -> Result<Set, Error> {
        relation.check_domains(&self.domains)?;
        let graph = &relation.0;
        self.operate([&set.0], |walk, [set]| {
            let operation = walk.operation(OperationKind::Image(graph.number()));
            let image = Image { graph, operation, union: Union(walk.operation(OperationKind::Union)) };
            image.nodes(walk, 0, set, graph.root())
        })
        .map(Set)
    }
}
