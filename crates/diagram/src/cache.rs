//! The operation cache: results of earlier steps by operation, level and operands.
//!
//! It is lossy: a new result replaces an old one that hashes to the same line. A line is one cache line of the
//! processor with three entries and a version. Readers take no lock: they read the version, the entries, and the
//! version again, and use the entries only if no writer interfered. A writer that finds another one active gives up. So
//! an entry is never mixed from two.
//!
//! A small cache stays in the processor's caches, a large one saves steps. Solving Connect Four 5x6, with up to 15
//! million nodes, takes 170, 151, 138, 131 and 135 s with up to 2^18, 2^20, 2^22, 2^24 and 2^26 entries; on 5x5, with 2
//! million nodes, 2^18 is as fast as more. So it starts small and grows with the diagrams.

use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

use crate::ids::Node;
use crate::region::{Element, Region};

const WAYS: usize = 3;

/// Lines of a new cache: 64 KB.
const FIRST_LINES: usize = 1 << 10;

#[repr(C, align(64))]
pub(crate) struct Line {
    /// Odd while a thread writes; 0 if nothing was ever written.
    version: AtomicU32,
    results: [AtomicU32; WAYS],
    keys: [[AtomicU64; 2]; WAYS],
}

// SAFETY: a struct of atomics, for which zero is a valid value; they are `Sync` and have no destructor.
unsafe impl Element for Line {}

/// One step of an operation: the operation with its level, and up to three operands.
#[derive(Clone, Copy)]
pub(crate) struct Key([u64; 2]);

impl Key {
    #[inline]
    pub(crate) fn new(operation: Operation, level: usize, a: Node, b: Node, c: Node) -> Key {
        let tag = u64::from(operation.0) << 16 | level as u64;
        Key([u64::from(a) | u64::from(b) << 32, u64::from(c) | tag << 32])
    }
}

/// The number that identifies an operation's results; never 0, so that an empty entry matches no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Operation(pub(crate) u16);

pub(crate) struct Cache {
    lines: Region<Line>,
    len: usize,
    /// The maximum number of lines.
    most: usize,
    /// Whether there is a single writer, which needs no lock on the line.
    alone: bool,
}

impl Cache {
    /// A small cache that may grow to the given number of entries, or as many as fit into `most_bytes`.
    pub(crate) fn new(entries: usize, most_bytes: usize, threads: usize) -> io::Result<Cache> {
        let most = entries.div_ceil(WAYS).min(most_bytes / size_of::<Line>()).max(FIRST_LINES);
        let lines = Region::reserve(most)?;
        lines.commit(FIRST_LINES)?;
        Ok(Cache { lines, len: FIRST_LINES, most, alone: threads == 1 })
    }

    /// The number of bytes needed to [`grow`](Cache::grow) for diagrams of `nodes` nodes; 0 if it is large enough.
    pub(crate) fn bytes_to_grow(&self, nodes: usize) -> usize {
        self.lines.bytes_to_commit(self.lines_for(nodes))
    }

    /// Grows to about one entry per two nodes. Its entries are lost.
    pub(crate) fn grow(&mut self, nodes: usize) -> io::Result<()> {
        let len = self.lines_for(nodes);
        self.lines.commit(len)?;
        self.len = len;
        Ok(())
    }

    fn lines_for(&self, nodes: usize) -> usize {
        (nodes / (2 * WAYS)).next_power_of_two().clamp(self.len, self.most)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.lines.committed_bytes()
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        let mixed = fold(key.0[0] ^ 0x9E37_79B9_7F4A_7C15, key.0[1] ^ 0xD1B5_4A32_D192_ED03);
        ((u128::from(mixed) * self.len as u128) >> 64) as usize
    }

    /// Prefetches the line of a key for a [`get`](Cache::get) that follows soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        self.lines.prefetch(self.index(key));
    }

    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Node> {
        let line = &self.lines.slice(self.index(key), 1)[0];
        let before = line.version.load(Ordering::Acquire);
        for way in 0..WAYS {
            if line.keys[way][0].load(Ordering::Relaxed) == key.0[0]
                && line.keys[way][1].load(Ordering::Relaxed) == key.0[1]
            {
                let result = line.results[way].load(Ordering::Relaxed);
                // The loads above must not be reordered after this second read of the version.
                fence(Ordering::Acquire);
                let after = line.version.load(Ordering::Relaxed);
                return (before == after && before.is_multiple_of(2)).then_some(result);
            }
        }
        None
    }

    #[inline]
    pub(crate) fn put(&self, key: Key, result: Node) {
        let line = &self.lines.slice(self.index(key), 1)[0];
        let version = line.version.load(Ordering::Relaxed);
        let locked = version | 1;
        if self.alone {
            line.version.store(locked, Ordering::Relaxed);
        } else if version == locked
            || line.version.compare_exchange(version, locked, Ordering::Acquire, Ordering::Relaxed).is_err()
        {
            return;
        }
        // A reader that sees one of the stores below also sees the version locked.
        fence(Ordering::Release);
        let way = (version >> 1) as usize % WAYS;
        line.keys[way][0].store(key.0[0], Ordering::Relaxed);
        line.keys[way][1].store(key.0[1], Ordering::Relaxed);
        line.results[way].store(result, Ordering::Relaxed);
        line.version.store(version.wrapping_add(2), Ordering::Release);
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for line in self.lines.slice(0, self.len) {
            for key in line.keys.iter().flatten() {
                key.store(0, Ordering::Relaxed);
            }
        }
    }
}

/// A hash of two words: the two halves of their product, folded.
#[inline]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_inserted_results_and_no_others() {
        let cache = Cache::new(1000, 1 << 20, 1).unwrap();
        let key = |a| Key::new(Operation(1), 3, a, 7, 0);
        for a in 0..10 {
            cache.put(key(a), a + 100);
        }
        assert_eq!((0..10).filter(|&a| cache.get(key(a)) == Some(a + 100)).count(), 10);
        assert_eq!(cache.get(Key::new(Operation(2), 3, 1, 7, 0)), None);
        assert_eq!(cache.get(Key::new(Operation(1), 4, 1, 7, 0)), None);
    }

    #[test]
    fn clearing_removes_all_results() {
        let mut cache = Cache::new(10, 1 << 20, 1).unwrap();
        let key = Key::new(Operation(1), 0, 1, 2, 3);
        cache.put(key, 5);
        cache.clear();
        assert_eq!(cache.get(key), None);
    }

    #[test]
    fn threads_never_see_a_mixed_entry() {
        let cache = Cache::new(1, 1 << 20, 4).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let cache = &cache;
                scope.spawn(move || {
                    for round in 0..20_000u32 {
                        let a = round.wrapping_mul(2_654_435_761).wrapping_add(thread) >> 20;
                        let key = Key::new(Operation(1), 0, a, !a, a ^ 5);
                        cache.put(key, a.wrapping_mul(3));
                        if let Some(result) = cache.get(key) {
                            assert_eq!(result, a.wrapping_mul(3));
                        }
                    }
                });
            }
        });
    }
}
