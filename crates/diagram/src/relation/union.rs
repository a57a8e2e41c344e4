//! The union of relations.

use rustc_hash::FxHashMap;

use super::build::RelationBuilder;
use super::{Edge, Graph, Index, NONE, TransitionRelation, UNCHANGED};
use crate::deep::on_deep_stack;
use crate::domains::Domains;
use crate::error::Error;

impl TransitionRelation {
    /// The pairs of either relation.
    pub fn union(&self, other: &TransitionRelation) -> Result<TransitionRelation, Error> {
        other.check_domains(self.domains())?;
        on_deep_stack(self.domains().levels(), || {
            let mut weaver = Weaver::new(self.domains());
            let a = weaver.copy(&self.0, self.0.root, &mut FxHashMap::default())?;
            let b = weaver.copy(&other.0, other.0.root, &mut FxHashMap::default())?;
            let root = weaver.union(a, b)?;
            Ok(weaver.builder.finish_index(root))
        })
    }

    /// The union of all these relations, joined two by two to keep intermediate results small.
    pub fn union_of(domains: &Domains, relations: &[TransitionRelation]) -> Result<TransitionRelation, Error> {
        match relations {
            [] => Ok(TransitionRelation::none(domains)),
            [one] => one.check_domains(domains).map(|()| one.clone()),
            several => {
                let (left, right) = several.split_at(several.len() / 2);
                TransitionRelation::union_of(domains, left)?.union(&TransitionRelation::union_of(domains, right)?)
            }
        }
    }
}

/// A builder that copies nodes of other relations and unites its own.
pub(super) struct Weaver {
    pub(super) builder: RelationBuilder,
    unions: FxHashMap<(Index, Index), Index>,
}

impl Weaver {
    pub(super) fn new(domains: &Domains) -> Weaver {
        Weaver { builder: RelationBuilder::new(domains), unions: FxHashMap::default() }
    }

    /// Copies a node of another relation; `known` holds the nodes of that relation copied before.
    pub(super) fn copy(
        &mut self,
        graph: &Graph,
        node: Index,
        known: &mut FxHashMap<Index, Index>,
    ) -> Result<Index, Error> {
        if node == NONE || node == UNCHANGED {
            return Ok(node);
        }
        if let Some(&copy) = known.get(&node) {
            return Ok(copy);
        }
        let mut edges = graph.edges(node).to_vec();
        for edge in &mut edges {
            edge.child = self.copy(graph, edge.child, known)?;
        }
        let copy = self.builder.node_index(graph.level(node) as u16, edges)?;
        known.insert(node, copy);
        Ok(copy)
    }

    /// The union of two of its nodes.
    pub(super) fn union(&mut self, a: Index, b: Index) -> Result<Index, Error> {
        if a == b || b == NONE {
            return Ok(a);
        }
        if a == NONE {
            return Ok(b);
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&(a, b)) {
            return Ok(known);
        }
        let level = self.builder.level(a).min(self.builder.level(b));
        let mut edges = self.builder.edges_at(a, level);
        edges.extend(self.builder.edges_at(b, level));
        let union = self.node_of_union(level, edges)?;
        self.unions.insert((a, b), union);
        Ok(union)
    }

    /// The node with these edges, in any order; edges for the same pair of values are united.
    pub(super) fn node_of_union(&mut self, level: usize, mut edges: Vec<Edge>) -> Result<Index, Error> {
        edges.sort_unstable();
        let mut united: Vec<Edge> = Vec::with_capacity(edges.len());
        for edge in edges {
            match united.last_mut() {
                Some(last) if (last.from, last.to) == (edge.from, edge.to) => {
                    last.child = self.union(last.child, edge.child)?;
                }
                _ => united.push(edge),
            }
        }
        self.builder.node_index(level as u16, united)
    }
}
