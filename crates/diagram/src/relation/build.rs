//! Relations from descriptions of moves, or node by node.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Edge, Graph, Index, NONE, Place, TransitionRelation, UNCHANGED, next_number};
use crate::domains::Domains;
use crate::error::Error;
use crate::ids::{Level, Value};

/// What a move does, level by level; levels that are not mentioned stay as they are.
///
/// ```
/// use diagram::{LevelChanges, Domains, Level};
/// let domains = Domains::new(&[3, 3, 4])?;
/// let step = LevelChanges::new()
///     .require(Level(0), &[1, 2])       // only where the first variable is 1 or 2
///     .assign(Level(1), 0)              // whatever the second was, it becomes 0
///     .pairs(Level(2), &[(0, 1), (1, 2)]) // the third counts up
///     .relation(&domains)?;
/// assert_eq!(step.node_count(), 3);
/// # Ok::<(), diagram::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct LevelChanges {
    levels: Vec<(Level, Step)>,
}

#[derive(Clone, Debug)]
enum Step {
    Pairs(Vec<(Value, Value)>),
    Assign(Value),
}

impl LevelChanges {
    /// Nothing changes, anywhere.
    pub fn new() -> LevelChanges {
        LevelChanges::default()
    }

    /// Only where the variable has one of these values; it keeps it.
    pub fn require(self, level: Level, values: &[Value]) -> LevelChanges {
        let pairs: Vec<_> = values.iter().map(|&value| (value, value)).collect();
        self.pairs(level, &pairs)
    }

    /// Whatever the variable's value, it becomes this one.
    pub fn assign(mut self, level: Level, value: Value) -> LevelChanges {
        self.levels.push((level, Step::Assign(value)));
        self
    }

    /// The variable goes from the first to the second value of one of these pairs; where it has no such first value,
    /// there is no move.
    pub fn pairs(mut self, level: Level, pairs: &[(Value, Value)]) -> LevelChanges {
        self.levels.push((level, Step::Pairs(pairs.to_vec())));
        self
    }

    /// The relation of this move. Of several steps on one level the last counts.
    pub fn relation(&self, domains: &Domains) -> Result<TransitionRelation, Error> {
        let mut steps: Vec<Option<&Step>> = vec![None; domains.levels()];
        for (level, step) in &self.levels {
            domains.check_level(*level)?;
            steps[level.index()] = Some(step);
        }
        let mut builder = RelationBuilder::new(domains);
        let mut below = RelationNode(UNCHANGED);
        for (level, step) in steps.into_iter().enumerate().rev() {
            let Some(step) = step else { continue };
            let level = Level(level as u16);
            let pairs: Vec<_> = match step {
                Step::Pairs(pairs) => pairs.iter().map(|&(from, to)| (from, to, below)).collect(),
                Step::Assign(value) => (0..domains.check_level(level)?).map(|from| (from, *value, below)).collect(),
            };
            below = builder.node(level, &pairs)?;
        }
        Ok(builder.finish(below))
    }
}

impl TransitionRelation {
    /// One variable takes the value that another one has; there is no move where its domain lacks the value.
    ///
    /// Variables that trade places are two such relations [at once](Relation::at_once).
    pub fn copy(domains: &Domains, from: Level, to: Level) -> Result<TransitionRelation, Error> {
        let (values, room) = (domains.check_level(from)?, domains.check_level(to)?);
        let mut builder = RelationBuilder::new(domains);
        if from == to {
            return Ok(TransitionRelation::unchanged(domains));
        }
        let (upper, lower) = (from.min(to), from.max(to));
        let mut top = Vec::new();
        for value in 0..values.min(room) {
            let keep = |below| vec![(value, value, below)];
            let assign = |below| (0..room).map(|old| (old, value, below)).collect::<Vec<_>>();
            let below = RelationNode::UNCHANGED;
            let below = builder.node(lower, &if lower == from { keep(below) } else { assign(below) })?;
            top.extend(if upper == from { keep(below) } else { assign(below) });
        }
        let top = builder.node(upper, &top)?;
        Ok(builder.finish(top))
    }
}

/// A node of a relation that is being built: of the [`RelationBuilder`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RelationNode(Index);

impl RelationNode {
    /// No pair of states.
    pub const NONE: RelationNode = RelationNode(NONE);
    /// All levels from here on keep their values.
    pub const UNCHANGED: RelationNode = RelationNode(UNCHANGED);
}

/// Builds arbitrary relations from the bottom up.
///
/// ```
/// use diagram::{Domains, Level, RelationBuilder, RelationNode};
/// let domains = Domains::new(&[2, 2])?;
/// let mut builder = RelationBuilder::new(&domains);
/// // The second variable takes the value that the first has.
/// let zero = builder.node(Level(1), &[(0, 0, RelationNode::UNCHANGED), (1, 0, RelationNode::UNCHANGED)])?;
/// let one = builder.node(Level(1), &[(0, 1, RelationNode::UNCHANGED), (1, 1, RelationNode::UNCHANGED)])?;
/// let top = builder.node(Level(0), &[(0, 0, zero), (1, 1, one)])?;
/// assert_eq!(builder.finish(top).node_count(), 3);
/// # Ok::<(), diagram::Error>(())
/// ```
pub struct RelationBuilder {
    domains: Domains,
    places: Vec<Place>,
    edges: Vec<Edge>,
    known: FxHashMap<(u16, Box<[Edge]>), Index>,
}

impl RelationBuilder {
    /// A builder without nodes.
    pub fn new(domains: &Domains) -> RelationBuilder {
        let below_all = Place { level: u16::MAX, first_edge: 0, edge_count: 0 };
        RelationBuilder {
            domains: domains.clone(),
            places: vec![below_all; 2],
            edges: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// The node with these edges (value before, value after, the rest), each pair of values at most once.
    pub fn node(&mut self, level: Level, edges: &[(Value, Value, RelationNode)]) -> Result<RelationNode, Error> {
        let mut sorted = Vec::with_capacity(edges.len());
        for &(from, to, child) in edges {
            self.domains.check_value(level, from)?;
            self.domains.check_value(level, to)?;
            if child.0 as usize >= self.places.len() || self.level(child.0) <= level.index() {
                return Err(Error::Foreign);
            }
            sorted.push(Edge { from, to, child: child.0 });
        }
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| (pair[0].from, pair[0].to) == (pair[1].from, pair[1].to)) {
            return Err(Error::Unsorted);
        }
        self.node_index(level.0, sorted).map(RelationNode)
    }

    /// The node with these edges, which are sorted and valid; those to [`NONE`] are left out.
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

    /// About how many bytes the nodes take.
    pub(super) fn bytes(&self) -> usize {
        // Each node stands in the list and in the table, with its edges.
        self.places.len() * (size_of::<Place>() + 80) + self.edges.len() * 2 * size_of::<Edge>()
    }

    /// The edges of a node seen from a level at or above its own: where it is skipped, each value stays.
    pub(super) fn edges_at(&self, node: Index, level: usize) -> Vec<Edge> {
        edges_at(&self.places, &self.edges, &self.domains, node, level)
    }

    /// The relation with this node at its top.
    pub fn finish(self, top: RelationNode) -> TransitionRelation {
        let root = if (top.0 as usize) < self.places.len() { top.0 } else { NONE };
        self.finish_index(root)
    }

    /// Keeps what can be reached from the root. Children are made before their parents, so one pass down marks them
    /// and one pass up copies them.
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

/// The edges of a node seen from a level at or above its own: where it is skipped, each value stays.
pub(super) fn edges_at(places: &[Place], edges: &[Edge], domains: &Domains, node: Index, level: usize) -> Vec<Edge> {
    let place = places[node as usize];
    if node == NONE {
        Vec::new()
    } else if usize::from(place.level) == level {
        edges[place.first_edge as usize..][..place.edge_count as usize].to_vec()
    } else {
        (0..domains.width(level) as Value).map(|value| Edge { from: value, to: value, child: node }).collect()
    }
}
