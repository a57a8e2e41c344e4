//! Collects successors into a sorted layer without duplicates.
//!
//! Keys are distributed over ranges that each fit into the processor's cache. A range keeps its sorted keys and the
//! new, unsorted ones. When the new keys are as many as the sorted ones, they are sorted and merged. So a successor is
//! moved a few times within the cache and never again through main memory, and duplicates, of which there are several
//! per state, are dropped early.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use task::Error;

use crate::Resources;
use crate::key::Key;
use crate::parallel::{lock, work};
use crate::ranges::Ranges;
use crate::sort::{sort_distinct, union};
use crate::spill::{Spill, SpillWriter};

/// The minimum number of new keys before a range is sorted.
const WORTH_SORTING: usize = 1 << 14;

/// The name of a layer together with the next one in messages.
pub const TWO_LAYERS: &str = "two layers";

/// The total size of a thread's buffers in bytes: they should stay in its cache.
const BUFFERS: usize = 1 << 18;

/// A layer under construction.
pub struct Collector<const N: usize> {
    ranges: Ranges<N>,
    parts: Vec<Mutex<Part<N>>>,
    bytes: AtomicUsize,
    spills: Vec<Spill>,
}

#[derive(Default)]
struct Part<const N: usize> {
    distinct: Vec<Key<N>>,
    new: Vec<Key<N>>,
}

impl<const N: usize> Part<N> {
    fn bytes(&self) -> usize {
        (self.distinct.capacity() + self.new.capacity()) * size_of::<Key<N>>()
    }

    fn settle(&mut self, scratch: &mut Scratch<N>) {
        sort_distinct(&mut self.new, &mut scratch.sort);
        if self.distinct.is_empty() {
            self.distinct = self.new.as_slice().into();
        } else {
            union(&self.distinct, &self.new, &mut scratch.merge);
            std::mem::swap(&mut self.distinct, &mut scratch.merge);
        }
        self.new.clear();
    }
}

/// Buffers for sorting and merging.
#[derive(Default)]
struct Scratch<const N: usize> {
    sort: Vec<Key<N>>,
    merge: Vec<Key<N>>,
}

impl<const N: usize> Collector<N> {
    /// An empty layer, distributed over these ranges.
    pub fn new(ranges: Ranges<N>) -> Collector<N> {
        let parts = (0..ranges.count()).map(|_| Mutex::default()).collect();
        Collector { ranges, parts, bytes: AtomicUsize::new(0), spills: Vec::new() }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// A handle with which one thread adds keys.
    pub fn adder(&self) -> Adder<'_, N> {
        let room = (BUFFERS / size_of::<Key<N>>() / self.parts.len()).clamp(8, 1024);
        Adder {
            collector: self,
            room,
            buffers: vec![Key::ZERO; room * self.parts.len()],
            filled: vec![0; self.parts.len()],
            scratch: Scratch::default(),
        }
    }

    /// The collected keys, ascending, if they fit in memory beside what others hold.
    pub fn take(mut self, resources: Resources<'_>, held: usize) -> Result<Vec<Key<N>>, Error> {
        if !self.spills.is_empty() {
            // If memory is short, the rest does not fit beside the whole.
            self.spill(resources)?;
            return self.take_spilled(resources, held);
        }
        self.settle(resources.threads)?;
        let count: usize = self.parts.iter().map(|part| lock(part).distinct.len()).sum();
        resources.check(held + count * size_of::<Key<N>>(), TWO_LAYERS)?;
        let mut keys = Vec::with_capacity(count);
        for part in &self.parts {
            keys.extend_from_slice(&std::mem::take(&mut *lock(part)).distinct);
        }
        Ok(keys)
    }

    /// Merges the spills into one, which gives the number of keys, and reads it into a list of exactly that size: a
    /// growing list would take twice the memory.
    fn take_spilled(&mut self, resources: Resources<'_>, held: usize) -> Result<Vec<Key<N>>, Error> {
        let mut merged = SpillWriter::new(resources.folder).map_err(Error::Spill)?;
        let (mut range, mut sort): (Vec<Key<N>>, Vec<Key<N>>) = Default::default();
        for _ in &self.parts {
            range.clear();
            for spill in &mut self.spills {
                spill.next_range(&mut range).map_err(Error::Spill)?;
            }
            sort_distinct(&mut range, &mut sort);
            merged.range(&range).map_err(Error::Spill)?;
            resources.check(held + merged.keys() * size_of::<Key<N>>(), TWO_LAYERS)?;
        }
        self.spills.clear();
        let mut keys = Vec::with_capacity(merged.keys());
        let mut merged = merged.finish().map_err(Error::Spill)?;
        for _ in &self.parts {
            merged.next_range(&mut keys).map_err(Error::Spill)?;
        }
        Ok(keys)
    }

    /// Moves the collected keys to a file to free memory.
    pub fn spill(&mut self, resources: Resources<'_>) -> Result<(), Error> {
        self.settle(resources.threads)?;
        let mut writer = SpillWriter::new(resources.folder).map_err(Error::Spill)?;
        for part in &self.parts {
            let part = std::mem::take(&mut *lock(part));
            writer.range(&part.distinct).map_err(Error::Spill)?;
        }
        self.spills.push(writer.finish().map_err(Error::Spill)?);
        self.bytes.store(0, Ordering::Relaxed);
        (resources.give_back)();
        Ok(())
    }

    fn settle(&self, threads: usize) -> Result<(), Error> {
        work(threads, self.parts.len(), Scratch::default, |scratch, number| {
            lock(&self.parts[number]).settle(scratch);
            Ok(())
        })?;
        Ok(())
    }

    fn add(&self, number: usize, keys: &[Key<N>], scratch: &mut Scratch<N>) {
        let mut part = lock(&self.parts[number]);
        let before = part.bytes();
        part.new.extend_from_slice(keys);
        if part.new.len() >= WORTH_SORTING.max(part.distinct.len()) {
            part.settle(scratch);
        }
        let after = part.bytes();
        if after > before {
            self.bytes.fetch_add(after - before, Ordering::Relaxed);
        } else {
            self.bytes.fetch_sub(before - after, Ordering::Relaxed);
        }
    }
}

/// Adds keys to a collector, a few at a time.
pub struct Adder<'c, const N: usize> {
    collector: &'c Collector<N>,
    room: usize,
    buffers: Vec<Key<N>>,
    filled: Vec<u32>,
    scratch: Scratch<N>,
}

impl<const N: usize> Adder<'_, N> {
    /// Adds a key.
    #[inline(always)]
    pub fn push(&mut self, key: Key<N>) {
        let range = self.collector.ranges.range(&key);
        let filled = &mut self.filled[range];
        self.buffers[range * self.room + *filled as usize] = key;
        *filled += 1;
        if *filled as usize == self.room {
            self.flush(range);
        }
    }

    /// Flushes the remaining keys.
    pub fn finish(&mut self) {
        (0..self.filled.len()).for_each(|range| self.flush(range));
    }

    #[inline(never)]
    fn flush(&mut self, range: usize) {
        let filled = std::mem::take(&mut self.filled[range]) as usize;
        let start = range * self.room;
        self.collector.add(range, &self.buffers[start..start + filled], &mut self.scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_key_is_collected_once_whatever_the_sample() {
        for (count, threads) in [(1, 1), (7, 1), (50, 2)] {
            let sample: Vec<Key<1>> = (0..100).map(|i| Key([i * 131])).collect();
            let folder = std::env::temp_dir();
            let resources = Resources { bytes: 1 << 20, threads, folder: &folder, give_back: || {} };
            let mut collector = Collector::new(Ranges::new(&sample, count));
            let key = |i: u64| Key([i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 44]);
            for round in 0..4 {
                work(
                    threads,
                    4,
                    || collector.adder(),
                    |adder, piece| {
                        (0..20_000).for_each(|i| adder.push(key((round * 4 + piece as u64) * 10_000 + i)));
                        adder.finish();
                        Ok(())
                    },
                )
                .unwrap();
                if threads == 2 {
                    collector.spill(resources).unwrap();
                }
            }
            let expected: BTreeSet<Key<1>> = (0..170_000).map(key).collect();
            assert_eq!(
                collector.take(Resources { bytes: 1 << 24, ..resources }, 0).unwrap(),
                expected.into_iter().collect::<Vec<_>>()
            );
        }
    }
}
