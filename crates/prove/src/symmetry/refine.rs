//! Ordered partitions of the vertices, refined until the vertices of a cell have the same number of edges of each label
//! into every cell.
//!
//! Every choice depends only on the structure and on positions, never on vertex numbers. So if an automorphism maps one
//! partition to another, it maps their refinements to each other, cell by cell, and both have the same trace.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use super::graph::Graph;
use crate::quota::Quota;

/// An ordered partition of the vertices into cells, each identified by its start position.
#[derive(Clone)]
pub struct Partition {
    /// The vertices, cell by cell.
    pub elements: Vec<u32>,
    /// The position of each vertex.
    position: Vec<u32>,
    /// For each vertex, the start of its cell.
    cell: Vec<u32>,
    /// For each cell start, the length of the cell.
    length: Vec<u32>,
    /// Number of cells.
    cells: usize,
}

/// Work per neighbour looked at and per vertex put into its part.
const LOOK: u64 = 20;

/// A limit was reached before the partition was stable.
#[derive(Debug)]
pub struct OutOfQuota;

impl Partition {
    /// The vertices by colour, refined.
    pub fn new(graph: &Graph, quota: &Quota) -> Result<Partition, OutOfQuota> {
        let mut elements: Vec<u32> = (0..graph.len() as u32).collect();
        elements.sort_by_key(|&vertex| graph.colours[vertex as usize]);
        let mut partition = Partition {
            position: vec![0; elements.len()],
            cell: vec![0; elements.len()],
            length: vec![0; elements.len()],
            cells: 0,
            elements,
        };
        let mut start = 0;
        let mut queue = Vec::new();
        for at in 0..partition.elements.len() {
            let vertex = partition.elements[at] as usize;
            let before = at.checked_sub(1).map(|before| graph.colours[partition.elements[before] as usize]);
            if before != Some(graph.colours[vertex]) {
                start = at;
                queue.push(start as u32);
                partition.cells += 1;
            }
            partition.position[vertex] = at as u32;
            partition.cell[vertex] = start as u32;
            partition.length[start] += 1;
        }
        partition.refine(graph, queue, quota)?;
        Ok(partition)
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        4 * size_of::<u32>() * self.elements.len()
    }

    /// Whether every cell has a single vertex.
    pub fn is_discrete(&self) -> bool {
        self.cells == self.elements.len()
    }

    /// The vertices of the cell that starts at a position.
    pub fn at(&self, start: u32) -> &[u32] {
        &self.elements[start as usize..(start + self.length[start as usize]) as usize]
    }

    /// The start of a smallest cell with at least two vertices, among the cells of some vertices.
    pub fn smallest(&self, among: std::ops::Range<u32>) -> Option<u32> {
        let starts = among.map(|vertex| self.cell[vertex as usize]);
        starts
            .filter(|&start| self.length[start as usize] > 1)
            .min_by_key(|&start| (self.length[start as usize], start))
    }

    /// Individualises a vertex before the rest of its cell, and refines. Returns the trace.
    pub fn individualise(&mut self, graph: &Graph, vertex: u32, quota: &Quota) -> Result<u64, OutOfQuota> {
        let start = self.cell[vertex as usize];
        self.swap(start, self.position[vertex as usize]);
        let rest = start + 1;
        self.length[rest as usize] = self.length[start as usize] - 1;
        self.length[start as usize] = 1;
        for at in rest..rest + self.length[rest as usize] {
            self.cell[self.elements[at as usize] as usize] = rest;
        }
        self.cells += 1;
        self.refine(graph, vec![start], quota)
    }

    fn swap(&mut self, one: u32, two: u32) {
        self.elements.swap(one as usize, two as usize);
        for at in [one, two] {
            self.position[self.elements[at as usize] as usize] = at;
        }
    }

    /// Splits cells by their edges into the queued cells, and again by the parts, until nothing splits.
    fn refine(&mut self, graph: &Graph, queue: Vec<u32>, quota: &Quota) -> Result<u64, OutOfQuota> {
        let mut queued = vec![false; self.elements.len()];
        quota.spend(self.elements.len() as u64 / 8);
        queue.iter().for_each(|&start| queued[start as usize] = true);
        let mut queue: VecDeque<u32> = queue.into();
        let mut trace = 0_u64;
        let mut counts: FxHashMap<u32, u64> = FxHashMap::default();
        while let Some(splitter) = queue.pop_front() {
            queued[splitter as usize] = false;
            if quota.is_over() {
                return Err(OutOfQuota);
            }
            counts.clear();
            for &vertex in self.at(splitter) {
                quota.spend(LOOK * graph.neighbours(vertex).len() as u64);
                for &(other, label) in graph.neighbours(vertex) {
                    let count = counts.entry(other).or_insert(0);
                    *count = count.wrapping_add(mix(u64::from(label) + 1));
                }
            }
            let mut touched: Vec<(u32, u64, u32)> =
                counts.iter().map(|(&vertex, &count)| (self.cell[vertex as usize], count, vertex)).collect();
            touched.sort_unstable();
            quota.spend(LOOK * (1 + touched.len() as u64));
            let mut at = 0;
            while at < touched.len() {
                let start = touched[at].0;
                let end = at + touched[at..].partition_point(|entry| entry.0 == start);
                trace = mix(trace ^ mix(u64::from(splitter)) ^ u64::from(start));
                self.split(start, &touched[at..end], &mut trace, &mut queue, &mut queued);
                at = end;
            }
        }
        Ok(mix(trace ^ self.cells as u64))
    }

    /// Splits a cell into the untouched vertices and then those with each count, ascending.
    fn split(
        &mut self,
        start: u32,
        touched: &[(u32, u64, u32)],
        trace: &mut u64,
        queue: &mut VecDeque<u32>,
        queued: &mut [bool],
    ) {
        let length = self.length[start as usize];
        let mut end = start + length;
        let mut parts = Vec::new();
        let mut rest = touched;
        // From the back: the largest count goes to the end of the cell.
        while let Some(&(_, count, _)) = rest.last() {
            let first = rest.partition_point(|entry| entry.1 < count);
            for &(_, _, vertex) in rest[first..].iter().rev() {
                end -= 1;
                self.swap(self.position[vertex as usize], end);
            }
            let size = (rest.len() - first) as u32;
            *trace = mix(*trace ^ mix(count) ^ u64::from(size));
            parts.push((end, size));
            rest = &rest[..first];
        }
        if end > start {
            parts.push((start, end - start));
        }
        if parts.len() == 1 {
            return;
        }
        self.cells += parts.len() - 1;
        for &(part, size) in &parts {
            self.length[part as usize] = size;
            for at in part..part + size {
                self.cell[self.elements[at as usize] as usize] = part;
            }
        }
        // A cell that is still queued is replaced by all its parts; otherwise the largest part is redundant (Hopcroft
        // 1971).
        let largest = parts.iter().max_by_key(|&&(part, size)| (size, u32::MAX - part)).map(|&(part, _)| part);
        let all = queued[start as usize];
        for &(part, _) in parts.iter().rev() {
            if (all || Some(part) != largest) && !std::mem::replace(&mut queued[part as usize], true) {
                queue.push_back(part);
            }
        }
    }
}

/// Mixes the bits of a number.
fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9).wrapping_add(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
