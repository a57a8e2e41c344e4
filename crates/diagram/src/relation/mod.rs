//! Identity-reduced relations between states, for the effects of moves.
//!
//! A node of a relation is on a level and has an edge for some pairs (value before, value after). A skipped level is
//! unchanged, and [`UNCHANGED`] means that all remaining levels are, so a move's relation is as small as the part that
//! it touches: no second copy of the variables, no frame axioms, and an image is one recursion that stops where the
//! move ends.
//!
//! Relations are small compared with the sets they are applied to, so each is a separate graph that owns its nodes and
//! can be shared between threads and stores with the same domains.

mod build;
mod function;
mod pairs;
mod union;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use build::LevelChanges;
use build::RelationBuilder;

use crate::domains::Domains;
use crate::error::Error;
use crate::ids::{Level, Value};

/// The index of a node in a relation's graph.
pub(crate) type Index = u32;

/// No pair of states.
pub(crate) const NONE: Index = 0;

/// All levels from here on keep their values.
pub(crate) const UNCHANGED: Index = 1;

/// One pair of values, and the relation on the levels below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Edge {
    pub(crate) from: Value,
    pub(crate) to: Value,
    pub(crate) child: Index,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    level: u16,
    first_edge: u32,
    edge_count: u32,
}

#[derive(Debug)]
pub(crate) struct Graph {
    number: u64,
    domains: Domains,
    /// The first two represent [`NONE`] and [`UNCHANGED`].
    places: Vec<Place>,
    edges: Vec<Edge>,
    root: Index,
}

impl Graph {
    /// The level of a node; for [`NONE`] and [`UNCHANGED`] one that is below all others.
    #[inline]
    pub(crate) fn level(&self, node: Index) -> usize {
        usize::from(self.places[node as usize].level)
    }

    /// The edges of a node, by value before, then value after.
    #[inline]
    pub(crate) fn edges(&self, node: Index) -> &[Edge] {
        let place = self.places[node as usize];
        &self.edges[place.first_edge as usize..][..place.edge_count as usize]
    }

    pub(crate) fn root(&self) -> Index {
        self.root
    }

    /// A number that no other relation has.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

/// A set of pairs (state before, state after). Cheap to clone.
///
/// ```
/// use diagram::{Domains, Level, LevelChanges, Store, StoreOptions};
/// let domains = Domains::new(&[2, 3])?;
/// // If the first variable is 1, the second becomes 2 and the first 0.
/// let step = LevelChanges::new().pairs(Level(0), &[(1, 0)]).pairs(Level(1), &[(0, 2), (1, 2), (2, 2)]).relation(&domains)?;
/// let mut store = Store::new(domains, StoreOptions::default())?;
/// let before = store.states([[0, 1], [1, 0], [1, 1]])?;
/// let after = store.image(&before, &step)?;
/// assert_eq!(after, store.state(&[0, 2])?);
/// # Ok::<(), diagram::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TransitionRelation(pub(crate) Arc<Graph>);

static NEXT_RELATION: AtomicU64 = AtomicU64::new(0);

impl TransitionRelation {
    /// The node that relates nothing.
    pub const NONE: u32 = NONE;

    /// The node below which everything is unchanged.
    pub const UNCHANGED: u32 = UNCHANGED;

    /// The top node, for callers that traverse a relation themselves.
    pub fn root(&self) -> u32 {
        self.0.root
    }

    /// The level of a node, and its steps: value before, value after, node for the levels below. Skipped levels are
    /// unchanged.
    pub fn steps(&self, node: u32) -> (Level, impl Iterator<Item = (Value, Value, u32)> + '_) {
        let steps = self.0.edges(node).iter().map(|edge| (edge.from, edge.to, edge.child));
        (Level(self.0.level(node) as u16), steps)
    }

    /// The empty relation.
    pub fn none(domains: &Domains) -> TransitionRelation {
        RelationBuilder::new(domains).finish_index(NONE)
    }

    /// The identity.
    pub fn unchanged(domains: &Domains) -> TransitionRelation {
        RelationBuilder::new(domains).finish_index(UNCHANGED)
    }

    /// The domains of its levels.
    pub fn domains(&self) -> &Domains {
        &self.0.domains
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.0.places.len() - 2
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.0.edges.len()
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.0.places.len() * size_of::<Place>() + self.0.edges.len() * size_of::<Edge>()
    }

    /// Whether it is empty.
    pub fn is_none(&self) -> bool {
        self.0.root == NONE
    }

    pub(crate) fn check_domains(&self, domains: &Domains) -> Result<(), Error> {
        if self.0.domains == *domains { Ok(()) } else { Err(Error::Foreign) }
    }
}

fn next_number() -> u64 {
    NEXT_RELATION.fetch_add(1, Ordering::Relaxed)
}
