//! Hash table of numbers whose keys are stored elsewhere.
//!
//! Terms, tuples, index keys and gates are all stored in arenas and looked up by content. A map that owns its keys
//! would store each of them twice. This one stores only their numbers and asks its owner to compare.

use std::hash::Hasher;

use rustc_hash::FxHasher;

const EMPTY: u64 = u64::MAX;

/// The number of insertions that may happen between two checks of [`Table::bytes`].
const SOON: usize = 1 << 15;

/// Open addressing with linear probing over `u32` numbers below `u32::MAX`. Entries are never removed.
///
/// A slot holds half of the hash beside the number, so that a search rarely compares keys in vain and growing needs no
/// keys.
#[derive(Clone, Default, Debug)]
pub struct Table {
    slots: Vec<u64>,
    len: usize,
}

/// Mixes words into a hash for use with [`Table`].
///
/// Linear probing needs all bits of the hash to depend on all bits of small, similar keys; a multiplication alone does
/// not achieve that.
pub fn hash_words(words: impl IntoIterator<Item = u32>) -> u32 {
    let mut hasher = FxHasher::default();
    for word in words {
        hasher.write_u32(word);
    }
    let mut hash = hasher.finish();
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    (hash >> 32) as u32
}

/// Whether two keys are equal. Keys are a few words long, so comparing them inline is faster than a call to `memcmp`.
pub fn same<T: Eq>(left: &[T], right: &[T]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(l, r)| l == r)
}

impl Table {
    /// The number with this hash for which `equal` returns true.
    pub fn find(&self, hash: u32, mut equal: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            let (tag, number) = ((self.slots[slot] >> 32) as u32, self.slots[slot] as u32);
            if tag == hash && equal(number) {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Adds a number that [`Table::find`] did not find.
    pub fn insert(&mut self, hash: u32, number: u32) {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            let larger = vec![EMPTY; (self.slots.len() * 2).max(8)];
            let smaller = std::mem::replace(&mut self.slots, larger);
            smaller.into_iter().filter(|&s| s != EMPTY).for_each(|slot| self.place(slot));
        }
        self.place(u64::from(hash) << 32 | u64::from(number));
        self.len += 1;
    }

    fn place(&mut self, entry: u64) {
        let mask = self.slots.len() - 1;
        let mut slot = (entry >> 32) as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = entry;
    }

    /// Memory that it holds. If it is about to grow, this includes the growth: old and new slots coexist for a moment,
    /// and no limit is checked in between.
    pub fn bytes(&self) -> usize {
        let slots = self.slots.capacity() * size_of::<u64>();
        if (self.len + SOON) * 4 > self.slots.len() * 3 { 3 * slots } else { slots }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_numbers_are_found_and_no_others() {
        let keys: Vec<[u32; 2]> = (0..1000).map(|i| [i * 7 % 31, i]).collect();
        let mut table = Table::default();
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(table.find(hash_words(*key), |n| keys[n as usize] == *key), None);
            table.insert(hash_words(*key), number as u32);
        }
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(table.find(hash_words(*key), |n| keys[n as usize] == *key), Some(number as u32));
        }
    }
}
