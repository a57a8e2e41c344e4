//! Builds relations from functions: the next value of a variable may depend on the whole state.
//!
//! A move is given as a guard and, for each level that it may change, one set per value: the states after which the
//! level has that value. The recursion walks down the levels with all these sets at once: a level that is not written
//! keeps its value and restricts the sets; a written one branches over its possible new values, each choice being a
//! further condition on the levels below.
//!
//! The memory of the recursion may exceed that of the relation, so it is accounted for in the budget.

use rustc_hash::FxHashMap;

use super::{Edge, Index, NONE, RelationBuilder, TransitionRelation, UNCHANGED};
use crate::combine::Intersection;
use crate::error::{Error, Stop};
use crate::handle::{Root, Set};
use crate::ids::{EMPTY, FULL, Level, Node};
use crate::mark::Scratch;
use crate::operation::OperationKind;
use crate::store::Store;
use crate::walk::Walk;

impl Store {
    /// The relation from each state of `guard` to the state in which every level of `writes` has the value whose set
    /// (one per value of the level) contains the state before. Levels that are not written are unchanged. `None` if the
    /// relation would have more than `most_edges` edges.
    ///
    /// ```
    /// use diagram::{Domains, Level, StoreOptions, Store};
    /// let mut store = Store::new(Domains::new(&[2, 2])?, StoreOptions::default())?;
    /// // Swaps the two variables.
    /// let all = store.all();
    /// let first = [store.cube(&[(Level(0), &[0])])?, store.cube(&[(Level(0), &[1])])?];
    /// let second = [store.cube(&[(Level(1), &[0])])?, store.cube(&[(Level(1), &[1])])?];
    /// let swap = store.relation(&all, &[(Level(0), &second), (Level(1), &first)], 100)?.unwrap();
    /// let before = store.state(&[0, 1])?;
    /// assert_eq!(store.image(&before, &swap)?, store.state(&[1, 0])?);
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn relation(
        &mut self,
        guard: &Set,
        writes: &[(Level, &[Set])],
        most_edges: usize,
    ) -> Result<Option<TransitionRelation>, Error> {
        let mut sorted: Vec<(Level, &[Set])> = writes.to_vec();
        sorted.sort_by_key(|(level, _)| *level);
        for &(level, sets) in &sorted {
            if sets.len() != usize::from(self.domains.check_level(level)?) {
                return Err(Error::WrongLength {
                    given: sets.len(),
                    levels: usize::from(self.domains.check_level(level)?),
                });
            }
        }
        let sets = sorted.iter().flat_map(|(_, sets)| sets.iter());
        let roots: Vec<&Root> = [&guard.0].into_iter().chain(sets.map(|set| &set.0)).collect();
        let levels: Vec<usize> = sorted.iter().map(|(level, _)| level.index()).collect();
        let domains = self.domains.clone();
        self.derive(&roots, |walk| {
            let functions: Vec<Node> = roots[1..].iter().map(|root| root.node()).collect();
            let mut building = Building {
                walk,
                intersection: Intersection(walk.operation(OperationKind::Intersection)),
                writes: &levels,
                builder: RelationBuilder::new(&domains),
                known: FxHashMap::default(),
                known_bytes: 0,
                scratch: walk.scratch(),
                edges_left: Some(most_edges),
            };
            let top = building.node(0, roots[0].node(), &functions)?;
            let Building { builder, edges_left, known, mut scratch, .. } = building;
            drop(known);
            // The kept nodes are copied.
            scratch.grow_to(2 * builder.bytes())?;
            Ok(edges_left.map(|_| builder.finish_index(top)))
        })
    }
}

/// The bytes of an entry in a table of typical load, and of its allocation.
const KNOWN_ENTRY: usize = 112;

struct Building<'w, 's> {
    walk: &'w Walk<'s>,
    intersection: Intersection,
    /// Written levels, ascending.
    writes: &'w [usize],
    builder: RelationBuilder,
    known: FxHashMap<(usize, Node, Box<[Node]>), Index>,
    /// The approximate size of `known`.
    known_bytes: usize,
    scratch: Scratch<'s>,
    /// `None` once there were too many.
    edges_left: Option<usize>,
}

impl Building<'_, '_> {
    /// The relation from `level` on, where `guard` holds and `functions` has the sets of all levels still to be
    /// written.
    fn node(&mut self, level: usize, guard: Node, functions: &[Node]) -> Result<Index, Stop> {
        if guard == EMPTY || self.edges_left.is_none() {
            return Ok(NONE);
        }
        if level == self.walk.depth() || (guard == FULL && functions.is_empty()) {
            return Ok(UNCHANGED);
        }
        let key = (level, guard, Box::from(functions));
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let width = self.walk.width(level);
        let written = self.writes.binary_search(&level).is_ok();
        let mut edges = Vec::new();
        for from in 0..width {
            let guard = self.walk.children(level, guard).get(from);
            if guard == EMPTY {
                continue;
            }
            let functions: Vec<Node> = functions.iter().map(|&set| self.descend(level, set, from)).collect();
            if !written {
                let child = self.node(level + 1, guard, &functions)?;
                edges.push(Edge { from: from as u16, to: from as u16, child });
                continue;
            }
            let (own, rest) = functions.split_at(width);
            for (to, &set) in own.iter().enumerate() {
                let both = self.walk.combine(&self.intersection, level + 1, guard, set)?;
                let child = self.node(level + 1, both, rest)?;
                edges.push(Edge { from: from as u16, to: to as u16, child });
            }
        }
        self.edges_left = self.edges_left.and_then(|left| left.checked_sub(edges.len()));
        let index = self.builder.node_index(level as u16, edges).map_err(|_| Stop::Memory)?;
        self.known_bytes += KNOWN_ENTRY + size_of_val(functions);
        self.scratch.grow_to(self.known_bytes + self.builder.bytes())?;
        self.known.insert(key, index);
        Ok(index)
    }

    fn descend(&self, level: usize, set: Node, value: usize) -> Node {
        if set == EMPTY { EMPTY } else { self.walk.children(level, set).get(value) }
    }
}
