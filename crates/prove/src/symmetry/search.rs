//! Generators and order of the automorphism group, by individualisation and refinement.
//!
//! A first path individualises one vertex after the other until the partition is discrete. Then, from the last of these
//! base vertices to the first, every other vertex of the base vertex's cell is tried in its place; a path from there
//! with the same traces may end in an automorphism. Vertices in the orbits of the automorphisms found so far need not
//! be tried. The order of the group is the product of the orbit sizes of each base vertex under the automorphisms that
//! fix those before it.

use super::graph::Graph;
use super::refine::{OutOfQuota, Partition};
use crate::quota::Quota;

/// A base vertex and the partition in which it was individualised.
struct Level {
    partition: Partition,
    start: u32,
    base: u32,
    trace: u64,
}

/// The result of the search.
pub struct Found {
    /// Automorphisms, as images of all vertices.
    pub generators: Vec<Vec<u32>>,
    /// Sizes of the orbits of the base vertices that are roles, and of those that are fluents.
    pub orbits: [Vec<usize>; 2],
    /// Whether the search was exhaustive.
    pub complete: bool,
}

/// The maximum number of leaves visited for one vertex before its orbit is left open.
const LEAVES: u32 = 200;
/// Work per edge to check an automorphism.
const CHECK: u64 = 10;

/// The automorphisms of a graph, as far as they move roles and fluents.
pub fn search(graph: &Graph, quota: &Quota) -> Result<Found, OutOfQuota> {
    let mut partition = Partition::new(graph, quota)?;
    let mut levels: Vec<Level> = Vec::new();
    let mut held = quota.hold(partition.bytes());
    while !partition.is_discrete() {
        let start = target(graph, &partition);
        let base = partition.at(start).iter().copied().min().unwrap_or_default();
        let before = partition.clone();
        // Once here and once on the way down to other leaves.
        held.add(2 * before.bytes());
        let trace = partition.individualise(graph, base, quota)?;
        levels.push(Level { partition: before, start, base, trace });
    }
    let mut search = Search { graph, levels: &levels, leaf: &partition, quota, leaves: 0 };
    let mut found = Found { generators: Vec::new(), orbits: [Vec::new(), Vec::new()], complete: true };
    let moved = graph.roles + graph.fluents;
    let counted = levels.iter().take_while(|level| (level.base as usize) < moved).count();
    let mut orbits = Orbits::new(graph.len());
    for depth in (0..counted).rev() {
        if search.level(depth, &mut orbits, &mut found).is_err() {
            found.complete = false;
        }
        let size = orbits.size(levels[depth].base, levels[depth].partition.at(levels[depth].start));
        found.orbits[usize::from(levels[depth].base as usize >= graph.roles)].push(size);
    }
    Ok(found)
}

/// The cell from which a vertex is individualised: roles first, then fluents, moves and others.
fn target(graph: &Graph, partition: &Partition) -> u32 {
    let roles = graph.roles as u32;
    let fluents = roles + graph.fluents as u32;
    let moves = fluents + graph.moves as u32;
    let ranges = [0..roles, roles..fluents, fluents..moves, moves..graph.len() as u32];
    ranges.into_iter().find_map(|range| partition.smallest(range)).unwrap_or_default()
}

struct Search<'s> {
    graph: &'s Graph,
    levels: &'s [Level],
    leaf: &'s Partition,
    quota: &'s Quota,
    /// The remaining leaves for the current vertex.
    leaves: u32,
}

impl Search<'_> {
    /// Searches for automorphisms that fix the base vertices before a level and move this one.
    fn level(&mut self, depth: usize, orbits: &mut Orbits, found: &mut Found) -> Result<(), OutOfQuota> {
        let level = &self.levels[depth];
        let mut candidates = level.partition.at(level.start).to_vec();
        candidates.sort_unstable();
        let mut failed: Vec<u32> = Vec::new();
        for candidate in candidates {
            let known = orbits.same(candidate, level.base) || failed.iter().any(|&f| orbits.same(candidate, f));
            if known {
                continue;
            }
            self.leaves = LEAVES;
            match self.descend(&level.partition, depth, candidate)? {
                Some(image) => {
                    orbits.join(&image);
                    found.generators.push(image);
                }
                None => {
                    found.complete &= self.leaves > 0;
                    failed.push(candidate);
                }
            }
        }
        Ok(())
    }

    /// An automorphism that maps the base vertex of a level to another one and matches the first path from there on.
    fn descend(&mut self, partition: &Partition, depth: usize, vertex: u32) -> Result<Option<Vec<u32>>, OutOfQuota> {
        // The open branches, deepest last: a partition, its depth, and a vertex to individualise.
        let mut open: Vec<(std::rc::Rc<Partition>, usize, u32)> = vec![(partition.clone().into(), depth, vertex)];
        while let Some((partition, depth, vertex)) = open.pop() {
            if self.leaves == 0 {
                return Ok(None);
            }
            let mut next = Partition::clone(&partition);
            self.quota.spend(2 * next.elements.len() as u64);
            if next.individualise(self.graph, vertex, self.quota)? != self.levels[depth].trace {
                self.leaves -= 1;
                continue;
            }
            match self.levels.get(depth + 1) {
                Some(level) => {
                    let next = std::rc::Rc::new(next);
                    let mut cell = next.at(level.start).to_vec();
                    // The base vertex itself first, if it is still possible: most automorphisms move little.
                    cell.sort_unstable_by_key(|&v| (v == level.base, std::cmp::Reverse(v)));
                    open.extend(cell.into_iter().map(|v| (std::rc::Rc::clone(&next), depth + 1, v)));
                }
                None => {
                    self.leaves -= 1;
                    let mut image = vec![0; self.graph.len()];
                    for (&from, &to) in self.leaf.elements.iter().zip(&next.elements) {
                        image[from as usize] = to;
                    }
                    self.quota.spend(CHECK * self.graph.edges() as u64);
                    if self.graph.is_automorphism(&image) {
                        return Ok(Some(image));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Orbits of the group generated so far.
struct Orbits {
    parent: Vec<u32>,
}

impl Orbits {
    fn new(vertices: usize) -> Orbits {
        Orbits { parent: (0..vertices as u32).collect() }
    }

    fn root(&mut self, mut vertex: u32) -> u32 {
        while self.parent[vertex as usize] != vertex {
            let above = self.parent[self.parent[vertex as usize] as usize];
            self.parent[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    fn same(&mut self, one: u32, two: u32) -> bool {
        self.root(one) == self.root(two)
    }

    fn join(&mut self, image: &[u32]) {
        for (from, &to) in (0..).zip(image) {
            let (one, two) = (self.root(from), self.root(to));
            self.parent[one.max(two) as usize] = one.min(two);
        }
    }

    /// The number of vertices of a cell in the orbit of one of them.
    fn size(&mut self, vertex: u32, cell: &[u32]) -> usize {
        cell.iter().filter(|&&other| self.same(other, vertex)).count()
    }
}
