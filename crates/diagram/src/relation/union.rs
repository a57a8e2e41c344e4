//! The union of relations: one move or another.

use rustc_hash::FxHashMap;

use super::build::RelationBuilder;
use super::{Edge, Graph, Index, NONE, Relation, UNCHANGED};
use crate::deep::on_deep_stack;
use crate::domains::Domains;
use crate::error::Error;

impl Relation {
    /// The pairs of either relation.
    pub fn union(&self, other: &Relation) -> Result<Relation, Error> {
        other.check_domains(self.domains())?;
        on_deep_stack(self.domains().levels(), || {
            let mut union = Union {
                a: &self.0,
                b: &other.0,
                builder: RelationBuilder::new(self.domains()),
                known: FxHashMap::default(),
            };
            let root = union.nodes(self.0.root, other.0.root)?;
            Ok(union.builder.finish_index(root))
        })
    }

    /// The pairs of all these relations, joined two by two so that no step works on more than it must.
    pub fn union_of(domains: &Domains, relations: &[Relation]) -> Result<Relation, Error> {
        match relations {
            [] => Ok(Relation::none(domains)),
            [one] => one.check_domains(domains).map(|()| one.clone()),
            several => {
                let (left, right) = several.split_at(several.len() / 2);
                Relation::union_of(domains, left)?.union(&Relation::union_of(domains, right)?)
            }
        }
    }
}

struct Union<'r> {
    a: &'r Graph,
    b: &'r Graph,
    builder: RelationBuilder,
    known: FxHashMap<(Index, Index), Index>,
}

impl Union<'_> {
    fn nodes(&mut self, a: Index, b: Index) -> Result<Index, Error> {
        let level = self.a.level(a).min(self.b.level(b));
        if level >= self.builder_levels() {
            return Ok(if a == UNCHANGED || b == UNCHANGED { UNCHANGED } else { NONE });
        }
        if let Some(&known) = self.known.get(&(a, b)) {
            return Ok(known);
        }
        let width = self.a.domains.width(level);
        let left = edges_at(self.a, a, level, width);
        let right = edges_at(self.b, b, level, width);
        let mut edges = Vec::with_capacity(left.len() + right.len());
        let (mut i, mut j) = (0, 0);
        while i < left.len() || j < right.len() {
            let pair = |edge: &Edge| (edge.from, edge.to);
            let next = left.get(i).map(pair).into_iter().chain(right.get(j).map(pair)).min();
            let Some((from, to)) = next else { break };
            let take = |edges: &[Edge], at: &mut usize| match edges.get(*at) {
                Some(edge) if pair(edge) == (from, to) => {
                    *at += 1;
                    edge.child
                }
                _ => NONE,
            };
            let (x, y) = (take(&left, &mut i), take(&right, &mut j));
            edges.push(Edge { from, to, child: self.nodes(x, y)? });
        }
        let index = self.builder.node_index(level as u16, edges)?;
        self.known.insert((a, b), index);
        Ok(index)
    }

    fn builder_levels(&self) -> usize {
        self.a.domains.levels()
    }
}

/// The edges of a node seen from a level at or above its own: where it is skipped, each value stays.
pub(super) fn edges_at(graph: &Graph, node: Index, level: usize, width: usize) -> Vec<Edge> {
    if node == NONE {
        Vec::new()
    } else if graph.level(node) == level {
        graph.edges(node).to_vec()
    } else {
        (0..width as u16).map(|value| Edge { from: value, to: value, child: node }).collect()
    }
}
