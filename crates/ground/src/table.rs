//! Hash table of numbers whose keys live elsewhere.
//!
//! Terms, tuples, index keys and gates all stand in arenas and are found by content. A map that owns its keys would store each of them
//! twice; this one stores only their numbers and asks its owner to compare.

use std::hash::Hasher;

use rustc_hash::FxHasher;

const EMPTY: u32 = u32::MAX;

/// Open addressing with linear probing over `u32` numbers below `u32::MAX`. Nothing is ever removed.
#[derive(Clone, Default, Debug)]
pub struct Table {
    slots: Vec<u32>,
    len: usize,
}

/// Hash of a sequence of words, for use with [`Table`].
pub fn hash_words(words: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in words {
        hasher.write_u32(word);
    }
    hasher.finish()
}

impl Table {
    /// The number with this hash for which `equal` says yes.
    pub fn find(&self, hash: u64, mut equal: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            if equal(self.slots[slot]) {
                return Some(self.slots[slot]);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Adds a number that [`Table::find`] did not find; `rehash` gives the hash of any number inserted so far.
    pub fn insert(&mut self, hash: u64, number: u32, rehash: impl Fn(u32) -> u64) {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            let larger = vec![EMPTY; (self.slots.len() * 2).max(8)];
            let smaller = std::mem::replace(&mut self.slots, larger);
            for old in smaller.into_iter().filter(|&n| n != EMPTY) {
                self.place(rehash(old), old);
            }
        }
        self.place(hash, number);
        self.len += 1;
    }

    fn place(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = number;
    }

    /// Memory that it holds.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_inserted_and_nothing_else() {
        let keys: Vec<[u32; 2]> = (0..1000).map(|i| [i * 7 % 31, i]).collect();
        let mut table = Table::default();
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(table.find(hash_words(key), |n| keys[n as usize] == *key), None);
            table.insert(hash_words(key), number as u32, |n| hash_words(&keys[n as usize]));
        }
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(table.find(hash_words(key), |n| keys[n as usize] == *key), Some(number as u32));
        }
    }
}
