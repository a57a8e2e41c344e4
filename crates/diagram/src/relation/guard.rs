//! A relation from the states of a set only.

use rustc_hash::FxHashMap;

use super::union::Weaver;
use super::{Edge, Graph, Index, NONE, TransitionRelation, UNCHANGED};
use crate::deep::on_deep_stack;
use crate::error::{Error, Stop};
use crate::handle::Set;
use crate::ids::{EMPTY, FULL, Node};
use crate::store::Store;

impl Store {
    /// The pairs of the relation whose state before is in the set.
    ///
    /// The result says all that the set says, so this pays for small sets; intersect with a large one before taking
    /// the image instead.
    pub fn guarded(&self, relation: &TransitionRelation, set: &Set) -> Result<TransitionRelation, Error> {
        relation.check_domains(&self.domains)?;
        let root = self.node(&set.0)?;
        on_deep_stack(self.domains.levels(), || {
            let mut guard = Guard {
                store: self,
                graph: &relation.0,
                weaver: Weaver::new(&self.domains),
                copies: FxHashMap::default(),
                known: FxHashMap::default(),
            };
            let root = guard.nodes(0, root, relation.0.root)?;
            Ok(guard.weaver.builder.finish_index(root))
        })
    }
}

struct Guard<'a> {
    store: &'a Store,
    graph: &'a Graph,
    weaver: Weaver,
    copies: FxHashMap<Index, Index>,
    known: FxHashMap<(usize, Node, Index), Index>,
}

impl Guard<'_> {
    fn nodes(&mut self, level: usize, set: Node, relation: Index) -> Result<Index, Error> {
        if set == EMPTY || relation == NONE {
            return Ok(NONE);
        }
        if level == self.store.domains.levels() {
            return Ok(UNCHANGED);
        }
        if set == FULL {
            return self.weaver.copy(self.graph, relation, &mut self.copies);
        }
        if let Some(&known) = self.known.get(&(level, set, relation)) {
            return Ok(known);
        }
        if self.weaver.builder.bytes() > self.store.budget().bytes.saturating_sub(self.store.usage().bytes) {
            return Err(self.store.space.ledger.error(Stop::Bytes));
        }
        let mut edges = Vec::new();
        for edge in self.graph.edges_at(relation, level) {
            let below = self.store.space.levels[level].child(set, usize::from(edge.from));
            edges.push(Edge { child: self.nodes(level + 1, below, edge.child)?, ..edge });
        }
        let index = self.weaver.builder.node_index(level as u16, edges)?;
        self.known.insert((level, set, relation), index);
        Ok(index)
    }
}
