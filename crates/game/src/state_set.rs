//! A set of packed states that keeps insertion order.
//!
//! Rows are stored in a single vector and found by a table of 32-bit indices (open addressing, linear probing). So a
//! state costs its words and about eight bytes, and the layers of a breadth-first search are ranges of indices.

use std::hash::Hasher;

/// A set of packed states.
#[derive(Clone, Debug)]
pub struct StateSet {
    stride: usize,
    rows: Vec<u64>,
    /// Index of a state plus one; 0 if free. The length is a power of two, more than 4/3 of the number of states.
    table: Vec<u32>,
}

impl StateSet {
    /// Largest number of states that a set can hold.
    pub const CAPACITY: usize = u32::MAX as usize - 1;

    /// An empty set of states of `stride` words, which is not 0.
    pub fn new(stride: usize) -> StateSet {
        StateSet { stride, rows: Vec::new(), table: vec![0; 1024] }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.rows.len() / self.stride
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The packed states of a range of indices.
    pub fn rows(&self, indices: std::ops::Range<usize>) -> &[u64] {
        &self.rows[indices.start * self.stride..indices.end * self.stride]
    }

    /// Peak number of bytes while inserting `count` more states: while a vector grows, its old and new buffers coexist.
    pub fn bytes_to_insert(&self, count: usize) -> usize {
        let rows = self.grown_rows(count);
        let table = self.grown_table(count);
        let held = self.rows.capacity() * 8 + self.table.len() * 4;
        let grown = rows * 8 * usize::from(rows > self.rows.capacity());
        held + grown + table * 4 * usize::from(table > self.table.len())
    }

    fn grown_rows(&self, count: usize) -> usize {
        let needed = self.rows.len() + count * self.stride;
        if needed <= self.rows.capacity() { self.rows.capacity() } else { needed.max(self.rows.capacity() / 2 * 3) }
    }

    fn grown_table(&self, count: usize) -> usize {
        ((self.len() + count) * 4 / 3 + 1).next_power_of_two().max(self.table.len())
    }

    /// Reserves memory, so that the next `count` insertions do not allocate.
    pub fn reserve(&mut self, count: usize) {
        self.rows.reserve_exact(self.grown_rows(count) - self.rows.len());
        let length = self.grown_table(count);
        if length > self.table.len() {
            self.table = vec![0; length];
            for index in 0..self.len() {
                let position = match self.find(self.rows(index..index + 1)) {
                    Ok(_) => unreachable!("a set has no state twice"),
                    Err(free) => free,
                };
                self.table[position] = index as u32 + 1;
            }
        }
    }

    /// The index of a state, if it is in the set.
    pub fn index_of(&self, row: &[u64]) -> Option<usize> {
        self.find(row).ok()
    }

    /// Adds a state; returns its index and whether it is new. Reserves memory unless [`reserve`](StateSet::reserve) was
    /// called.
    pub fn insert(&mut self, row: &[u64]) -> (usize, bool) {
        self.reserve(1);
        match self.find(row) {
            Ok(index) => (index, false),
            Err(position) => {
                let index = self.len();
                self.rows.extend_from_slice(row);
                self.table[position] = index as u32 + 1;
                (index, true)
            }
        }
    }

    /// The index of a state, or else the free slot of the table where it belongs.
    fn find(&self, row: &[u64]) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut position = hash(row) as usize & mask;
        while self.table[position] != 0 {
            let index = self.table[position] as usize - 1;
            if self.rows(index..index + 1) == row {
                return Ok(index);
            }
            position = (position + 1) & mask;
        }
        Err(position)
    }
}

fn hash(row: &[u64]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    row.iter().for_each(|&word| hasher.write_u64(word));
    // After the last multiplication the low bits, which index the table, do not depend on the high ones.
    let hash = hasher.finish();
    (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::HashMap;

    #[test]
    fn behaves_like_a_hash_map() {
        let mut random = Random::stream(3, 0);
        let mut set = StateSet::new(2);
        let mut map: HashMap<[u64; 2], usize> = HashMap::new();
        for _ in 0..20_000 {
            let row = [u64::from(random.below(100)), u64::from(random.below(100))];
            let known = map.len();
            let index = *map.entry(row).or_insert(known);
            assert_eq!(set.insert(&row), (index, index == known));
        }
        assert_eq!(set.len(), map.len());
        for (row, &index) in &map {
            assert_eq!(set.index_of(row), Some(index));
            assert_eq!(set.rows(index..index + 1), row);
        }
        assert_eq!(set.index_of(&[100, 0]), None);
    }

    #[test]
    fn allocates_no_more_than_announced() {
        let mut set = StateSet::new(1);
        for state in 0..10_000u64 {
            let announced = set.bytes_to_insert(1);
            set.insert(&[state]);
            assert!(set.rows.capacity() * 8 + set.table.len() * 4 <= announced);
        }
    }
}
