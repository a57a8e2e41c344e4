//! Arrays that many threads extend concurrently, without locks, and that never move.
//!
//! A worker takes a chunk at a time and hands out parts of it. So threads meet once per chunk: a counter that all of
//! them raise for every node would cost each more than the node. And memory comes from the allocator, and goes back to
//! it, in few large pieces.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A value on cache lines of its own: who changes it does not slow down those who read its neighbours.
#[derive(Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// Bytes for the chunks of several slabs.
pub struct Memory {
    most: usize,
    taken: Apart<AtomicUsize>,
}

impl Memory {
    /// So many bytes.
    pub fn new(most: usize) -> Memory {
        Memory { most, taken: Apart::default() }
    }

    /// Bytes that are taken.
    #[cfg(test)]
    pub fn taken(&self) -> usize {
        self.taken.0.load(Relaxed)
    }

    /// Takes some bytes, unless they are too many.
    fn take(&self, bytes: usize) -> bool {
        let more = |taken: usize| Some(taken + bytes).filter(|&taken| taken <= self.most);
        self.taken.0.fetch_update(Relaxed, Relaxed, more).is_ok()
    }
}

/// The part of a slab that one worker hands out.
#[derive(Clone, Copy, Default)]
pub struct Share {
    next: usize,
    end: usize,
}

impl Share {
    /// Takes back the elements that were handed out last.
    pub fn put_back(&mut self, length: usize) {
        self.next -= length;
    }
}

/// An array that grows.
pub struct Slab<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    /// The length of a chunk is two to the power of this.
    bits: u32,
    used: Apart<AtomicUsize>,
}

impl<T: Default> Slab<T> {
    /// An empty slab for parts of at least the given length, in so much memory.
    pub fn new(part: usize, memory: &Memory) -> Slab<T> {
        let bits = part.next_power_of_two().trailing_zeros();
        // Indices are kept in 32 bits.
        let chunks = (memory.most / (size_of::<T>() << bits)).clamp(1, u32::MAX as usize >> bits);
        Slab { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), bits, used: Apart::default() }
    }

    /// Elements from the first one on.
    pub fn part(&self, first: u32, length: usize) -> &[T] {
        let (chunk, at) = (first as usize >> self.bits, first as usize & ((1 << self.bits) - 1));
        // Nobody knows an index before its chunk is there.
        self.chunks[chunk].get().map_or(&[], |chunk| &chunk[at..][..length])
    }

    /// Takes consecutive elements; returns the first, or `None` if the memory is used up.
    pub fn take(&self, share: &mut Share, length: usize, memory: &Memory) -> Option<u32> {
        if share.end - share.next < length {
            let all = 1 << self.bits;
            let is_possible = length <= all && self.used.0.load(Relaxed) < self.chunks.len();
            if !is_possible || !memory.take(size_of::<T>() << self.bits) {
                return None;
            }
            let number = self.used.0.fetch_add(1, Relaxed);
            let elements = || (0..all).map(|_| T::default()).collect();
            self.chunks.get(number)?.get_or_init(elements);
            *share = Share { next: number << self.bits, end: (number + 1) << self.bits };
        }
        let first = share.next;
        share.next += length;
        Some(first as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_disjoint_and_within_the_memory() {
        let memory = Memory::new(4 * 8 * 10);
        let slab = Slab::<AtomicUsize>::new(6, &memory);
        let mut shares = [Share::default(); 2];
        let mut taken = Vec::new();
        while let Some(first) = slab.take(&mut shares[taken.len() % 2], 3, &memory) {
            slab.part(first, 3).iter().for_each(|one| assert_eq!(one.fetch_add(1, Relaxed), 0));
            taken.push(first);
        }
        // Five chunks of eight have room for two parts each; the second share gets no third chunk.
        assert_eq!(taken.len(), 9);
        assert_eq!(memory.taken(), 4 * 8 * 10);
    }

    #[test]
    fn a_part_longer_than_a_chunk_is_refused() {
        let memory = Memory::new(1 << 20);
        assert_eq!(Slab::<AtomicUsize>::new(8, &memory).take(&mut Share::default(), 9, &memory), None);
    }
}
