//! Builds relations from descriptions of moves.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Edge, Graph, Index, NONE, Place, TransitionRelation, UNCHANGED, next_number};
use crate::domains::Domains;
use crate::error::Error;
use crate::ids::{Level, Value};

/// The changes of a move, level by level; levels that are not mentioned are unchanged.
///
/// ```
/// use diagram::{Domains, Level, LevelChanges};
/// let domains = Domains::new(&[3, 3, 4])?;
/// let step = LevelChanges::new()
///     .require(Level(0), &[1, 2])         // only if the first variable is 1 or 2
///     .pairs(Level(2), &[(0, 1), (1, 2)]) // the third counts up
///     .relation(&domains)?;
/// assert_eq!(step.node_count(), 2);
/// # Ok::<(), diagram::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct LevelChanges {
    levels: Vec<(Level, Vec<(Value, Value)>)>,
}

impl LevelChanges {
    /// No changes.
    pub fn new() -> LevelChanges {
        LevelChanges::default()
    }

    /// Requires that the variable has one of these values, which it keeps.
    pub fn require(self, level: Level, values: &[Value]) -> LevelChanges {
        let pairs: Vec<_> = values.iter().map(|&value| (value, value)).collect();
        self.pairs(level, &pairs)
    }

    /// The variable changes from the first to the second value of one of these pairs; for other values there is no
    /// move.
    pub fn pairs(mut self, level: Level, pairs: &[(Value, Value)]) -> LevelChanges {
        self.levels.push((level, pairs.to_vec()));
        self
    }

    /// The relation of this move. If a level is given several times, the last counts.
    pub fn relation(&self, domains: &Domains) -> Result<TransitionRelation, Error> {
        let mut pairs_of: Vec<Option<&[(Value, Value)]>> = vec![None; domains.levels()];
        for (level, pairs) in &self.levels {
            domains.check_level(*level)?;
            for &(from, to) in pairs {
                domains.check_value(*level, from)?;
                domains.check_value(*level, to)?;
            }
            pairs_of[level.index()] = Some(pairs);
        }
        let mut builder = RelationBuilder::new(domains);
        let mut below = UNCHANGED;
        for (level, pairs) in pairs_of.into_iter().enumerate().rev() {
            let Some(pairs) = pairs else { continue };
            let mut edges: Vec<Edge> = pairs.iter().map(|&(from, to)| Edge { from, to, child: below }).collect();
            edges.sort_unstable();
            edges.dedup();
            below = builder.node_index(level as u16, edges)?;
        }
        Ok(builder.finish_index(below))
    }
}

/// Builds a relation from the bottom up.
pub(super) struct RelationBuilder {
    domains: Domains,
    places: Vec<Place>,
    edges: Vec<Edge>,
    known: FxHashMap<(u16, Box<[Edge]>), Index>,
}

impl RelationBuilder {
    /// An empty builder.
    pub(super) fn new(domains: &Domains) -> RelationBuilder {
        let below_all = Place { level: u16::MAX, first_edge: 0, edge_count: 0 };
        RelationBuilder {
            domains: domains.clone(),
            places: vec![below_all; 2],
            edges: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// The node with these sorted and valid edges; edges to [`NONE`] are left out.
    pub(super) fn node_index(&mut self, level: u16, mut edges: Vec<Edge>) -> Result<Index, Error> {
        edges.retain(|edge| edge.child != NONE);
        let Some(&first) = edges.first() else { return Ok(NONE) };
        let identity = edges.len() == self.domains.width(usize::from(level))
            && edges.iter().all(|edge| edge.from == edge.to && edge.child == first.child);
        if identity {
            return Ok(first.child);
        }
        let key = (level, edges.into_boxed_slice());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let too_large = |_| Error::OutOfMemory;
        let index = Index::try_from(self.places.len()).map_err(too_large)?;
        let first_edge = u32::try_from(self.edges.len()).map_err(too_large)?;
        self.places.push(Place { level, first_edge, edge_count: key.1.len() as u32 });
        self.edges.extend_from_slice(&key.1);
        self.known.insert(key, index);
        Ok(index)
    }

    pub(super) fn level(&self, node: Index) -> usize {
        usize::from(self.places[node as usize].level)
    }

    /// Approximate memory of the nodes in bytes.
    pub(super) fn bytes(&self) -> usize {
        // Each node is in the list and in the table, with its edges.
        self.places.len() * (size_of::<Place>() + 80) + self.edges.len() * 2 * size_of::<Edge>()
    }

    /// The edges of a node seen from a level at or above its own: if it is skipped, each value is unchanged.
    pub(super) fn edges_at(&self, node: Index, level: usize) -> Vec<Edge> {
        let place = self.places[node as usize];
        if node == NONE {
            Vec::new()
        } else if usize::from(place.level) == level {
            self.edges[place.first_edge as usize..][..place.edge_count as usize].to_vec()
        } else {
            let unchanged = |value| Edge { from: value, to: value, child: node };
            (0..self.domains.width(level) as Value).map(unchanged).collect()
        }
    }

    /// The relation with this node at its top. Keeps only reachable nodes: children are created before their parents,
    /// so one pass down marks them and one pass up copies them.
    pub(super) fn finish_index(self, root: Index) -> TransitionRelation {
        let RelationBuilder { domains, places, edges, .. } = self;
        let edges_of = |place: &Place| &edges[place.first_edge as usize..][..place.edge_count as usize];
        let mut names: Vec<Option<Index>> = vec![None; places.len()];
        names[root as usize] = Some(NONE);
        for index in (2..places.len()).rev() {
            if names[index].is_some() {
                edges_of(&places[index]).iter().for_each(|edge| names[edge.child as usize] = Some(NONE));
            }
        }
        (names[NONE as usize], names[UNCHANGED as usize]) = (Some(NONE), Some(UNCHANGED));
        let mut kept = (places[..2].to_vec(), Vec::new());
        for index in 2..places.len() {
            if names[index].is_none() {
                continue;
            }
            names[index] = Some(kept.0.len() as Index);
            kept.0.push(Place { first_edge: kept.1.len() as u32, ..places[index] });
            let renamed = |edge: &Edge| Edge { child: names[edge.child as usize].unwrap_or(NONE), ..*edge };
            kept.1.extend(edges_of(&places[index]).iter().map(renamed));
        }
        let root = names[root as usize].unwrap_or(NONE);
        TransitionRelation(Arc::new(Graph { number: next_number(), domains, places: kept.0, edges: kept.1, root }))
    }
}
