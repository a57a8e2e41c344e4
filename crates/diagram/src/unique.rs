//! The nodes of one level: an arena of child arrays, and the unique table that finds a node by its children.
//!
//! A node of a variable with *k* values is *k* words, the indices of its children in the next level's arena. The table
//! maps a hash of the children to the node's index, by open addressing with linear probing. A slot is one word: the
//! index takes as many low bits as the table needs, and the bits above hold a part of the hash, so a probe that misses
//! rarely touches the arena (at a million nodes 11 bits are left for it, and 1 in 2,000 misses does).
//!
//! Threads insert without locks: a node is written into a place that only the writing thread knows and becomes visible
//! by one compare-and-swap on a slot. Neither arena nor table ever moves; the table grows in place and is rebuilt from
//! the arena while all threads wait at the gate.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::cache::fold;
use crate::error::Stop;
use crate::ids::{EMPTY, FULL, Node};
use crate::ledger::Ledger;
use crate::region::Region;

/// Slots of a new table.
const FIRST_SLOTS: usize = 1 << 8;

/// Indices granted to one thread, not yet used: `next..end`.
///
/// Written only by its thread; atomic so that the threads' blocks can be in a shared structure.
#[derive(Default)]
pub(crate) struct Block {
    next: AtomicU32,
    end: AtomicU32,
}

impl Block {
    #[inline]
    fn peek(&self) -> Option<Node> {
        let next = self.next.load(Ordering::Relaxed);
        (next < self.end.load(Ordering::Relaxed)).then_some(next)
    }

    #[inline]
    fn use_up(&self, node: Node) {
        self.next.store(node + 1, Ordering::Relaxed);
    }

    pub(crate) fn clear(&self) {
        self.next.store(0, Ordering::Relaxed);
        self.end.store(0, Ordering::Relaxed);
    }
}

/// The result of looking up a node.
pub(crate) enum Lookup {
    Found(Node),
    /// There is no such node, and the thread has no index left for a new one: [`Nodes::grant`] some and try again.
    NeedsBlock,
}

/// The result of requesting indices.
pub(crate) enum Grant {
    Granted,
    /// The table has to grow first, which needs the gate closed.
    TableFull,
}

/// The nodes of one level.
pub(crate) struct Nodes {
    width: usize,
    arena: Region<AtomicU32>,
    slots: Region<AtomicU32>,
    slot_count: AtomicUsize,
    /// The first index that no thread has been granted.
    granted: Mutex<Node>,
}

impl Nodes {
    /// Only the node [`FULL`]. Arena and table each reserve at most `address_bytes`.
    pub(crate) fn new(width: usize, address_bytes: usize, ledger: &Ledger) -> Result<Nodes, Stop> {
        let words = (address_bytes / 4).max(64 * width).max(FIRST_SLOTS);
        let most = (words / width).min(u32::MAX as usize);
        let arena = Region::reserve(most * width).map_err(|_| Stop::Memory)?;
        // A slot can name at most as many nodes as a word can, and the table has more slots than nodes.
        let slots = Region::reserve((2 * most).min(words).min(u32::MAX as usize)).map_err(|_| Stop::Memory)?;
        let nodes = Nodes { width, arena, slots, slot_count: AtomicUsize::new(0), granted: Mutex::new(2) };
        nodes.commit_arena(2, ledger)?;
        ledger.take_nodes(1)?;
        for child in nodes.children(FULL) {
            child.store(FULL, Ordering::Relaxed);
        }
        nodes.resize_table(FIRST_SLOTS, ledger)?;
        Ok(nodes)
    }

    /// The number of children per node.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// One more than the largest index in use.
    pub(crate) fn len(&self) -> usize {
        *self.granted.lock().unwrap_or_else(PoisonError::into_inner) as usize
    }

    pub(crate) fn bytes(&self) -> usize {
        self.arena.committed_bytes() + self.slots.committed_bytes()
    }

    /// The children of a node, in the order of the variable's values; those of the empty node are empty.
    #[inline]
    pub(crate) fn children(&self, node: Node) -> &[AtomicU32] {
        self.arena.slice(node as usize * self.width, self.width)
    }

    /// The child of a node for one value.
    #[inline]
    pub(crate) fn child(&self, node: Node, value: usize) -> Node {
        self.children(node)[value].load(Ordering::Relaxed)
    }

    /// The node with these children; a new one takes its index from `block`.
    #[inline(always)]
    pub(crate) fn lookup(&self, children: &[Node], block: &Block, alone: bool) -> Lookup {
        let hash = hash_of(children);
        let count = self.slot_count.load(Ordering::Relaxed);
        let slots = self.slots.slice(0, count);
        let index_mask = index_mask(count);
        let mut at = home(hash, count);
        loop {
            // Acquire: a thread that reads an index here also sees the node's children.
            let mut entry = slots[at].load(Ordering::Acquire);
            if entry == 0 {
                let Some(node) = block.peek() else { return Lookup::NeedsBlock };
                self.write(node, children);
                let new = (hash as u32 & !index_mask) | node;
                if alone {
                    slots[at].store(new, Ordering::Relaxed);
                    block.use_up(node);
                    return Lookup::Found(node);
                }
                match slots[at].compare_exchange(0, new, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => {
                        block.use_up(node);
                        return Lookup::Found(node);
                    }
                    Err(other) => {
                        // Unused places remain zero, which distinguishes them from nodes in a rebuild.
                        self.erase(node);
                        entry = other;
                    }
                }
            }
            if (entry ^ hash as u32) & !index_mask == 0 && self.is(entry & index_mask, children) {
                return Lookup::Found(entry & index_mask);
            }
            at += 1;
            if at == count {
                at = 0;
            }
        }
    }

    #[inline(always)]
    fn is(&self, node: Node, children: &[Node]) -> bool {
        self.children(node).iter().zip(children).all(|(have, &want)| have.load(Ordering::Relaxed) == want)
    }

    #[inline(always)]
    fn write(&self, node: Node, children: &[Node]) {
        for (place, &child) in self.children(node).iter().zip(children) {
            place.store(child, Ordering::Relaxed);
        }
    }

    fn erase(&self, node: Node) {
        for place in self.children(node) {
            place.store(EMPTY, Ordering::Relaxed);
        }
    }

    /// Grants a thread new indices, about a sixteenth of the existing ones.
    pub(crate) fn grant(&self, block: &Block, ledger: &Ledger) -> Result<Grant, Stop> {
        let mut granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        let most = most_nodes(self.slot_count.load(Ordering::Relaxed)).min(self.arena.capacity() / self.width);
        let now = *granted as usize;
        let count = (now / 16).clamp(4, 1024).min(most.saturating_sub(now));
        if count == 0 {
            return Ok(Grant::TableFull);
        }
        self.commit_arena(now + count, ledger)?;
        ledger.take_nodes(count)?;
        block.next.store(*granted, Ordering::Relaxed);
        *granted += count as u32;
        block.end.store(*granted, Ordering::Relaxed);
        Ok(Grant::Granted)
    }

    /// Commits memory for `len` nodes and, if the budget allows, an eighth more.
    fn commit_arena(&self, len: usize, ledger: &Ledger) -> Result<(), Stop> {
        let need = len * self.width;
        if self.arena.bytes_to_commit(need) == 0 {
            return Ok(());
        }
        let spare = (need / 8).min(8 << 20);
        commit(&self.arena, (need + spare).min(self.arena.capacity()), ledger)
            .or_else(|_| commit(&self.arena, need, ledger))
    }

    /// Grows the table: twice as large, or as much larger as the budget allows. Called while no other thread is inside.
    pub(crate) fn grow_table(&self, ledger: &Ledger) -> Result<(), Stop> {
        let count = self.slot_count.load(Ordering::Relaxed);
        if self.len() < most_nodes(count) {
            return Ok(()); // Another thread was faster.
        }
        let most = self.slots.capacity();
        if count == most || self.len() >= self.arena.capacity() / self.width {
            return Err(Stop::Memory);
        }
        let sizes = [2 * count, count + count / 2, count + count / 4];
        let mut result = Err(Stop::Memory);
        for size in sizes {
            result = self.resize_table(size.min(most), ledger);
            if result.is_ok() {
                break;
            }
        }
        result
    }

    /// Rebuilds the table with this many slots. Called while no other thread is inside.
    fn resize_table(&self, count: usize, ledger: &Ledger) -> Result<(), Stop> {
        commit(&self.slots, count, ledger)?;
        self.slot_count.store(count, Ordering::Relaxed);
        for slot in self.slots.slice(0, count) {
            slot.store(0, Ordering::Relaxed);
        }
        self.fill_table();
        Ok(())
    }

    /// Enters all nodes into an empty table. Their slots are scattered, so they are prefetched some nodes ahead.
    fn fill_table(&self) {
        const AHEAD: usize = 16;
        let count = self.slot_count.load(Ordering::Relaxed);
        let (slots, index_mask) = (self.slots.slice(0, count), index_mask(count));
        let words = self.arena.slice(0, self.len() * self.width);
        let mut hashes = [0; AHEAD];
        let mut children = vec![EMPTY; self.width];
        let all = words.chunks_exact(self.width).map(Some).chain([None; AHEAD]).enumerate();
        for (ahead, place) in all {
            // The node hashed `AHEAD` steps ago is entered, and its place in the ring gets the current hash.
            let hash = hashes[ahead % AHEAD];
            if hash != 0 {
                let mut at = home(hash, count);
                while slots[at].load(Ordering::Relaxed) != 0 {
                    at = if at + 1 == count { 0 } else { at + 1 };
                }
                slots[at].store((hash as u32 & !index_mask) | (ahead - AHEAD) as u32, Ordering::Relaxed);
            }
            let Some(place) = place else {
                hashes[ahead % AHEAD] = 0;
                continue;
            };
            for (child, word) in children.iter_mut().zip(place) {
                *child = word.load(Ordering::Relaxed);
            }
            let unused = children.iter().all(|&child| child == EMPTY);
            hashes[ahead % AHEAD] = if unused { 0 } else { hash_of(&children) };
            self.slots.prefetch(home(hashes[ahead % AHEAD], count));
        }
    }

    /// Keeps the first `len` indices, whose nodes the collector has compacted, and rebuilds the table.
    pub(crate) fn truncate(&mut self, len: usize, ledger: &Ledger) {
        let before = self.bytes();
        *self.granted.get_mut().unwrap_or_else(PoisonError::into_inner) = len as u32;
        self.arena.release(len * self.width);
        let count = self.slot_count.load(Ordering::Relaxed);
        let fitting = slots_for(len).min(count);
        self.slots.release(fitting);
        self.slot_count.store(fitting, Ordering::Relaxed);
        ledger.give_bytes(before - self.bytes());
        for slot in self.slots.slice(0, fitting) {
            slot.store(0, Ordering::Relaxed);
        }
        self.fill_table();
    }
}

/// Commits memory and accounts for it in the ledger.
fn commit(region: &Region<AtomicU32>, len: usize, ledger: &Ledger) -> Result<(), Stop> {
    let bytes = region.bytes_to_commit(len);
    ledger.take_bytes(bytes)?;
    region.commit(len).map_err(|_| {
        ledger.give_bytes(bytes);
        Stop::Memory
    })
}

/// The maximum number of nodes in a table: more would make the runs of full slots long.
fn most_nodes(slots: usize) -> usize {
    slots / 5 * 4
}

/// The size of a table for twice as many nodes.
fn slots_for(nodes: usize) -> usize {
    (nodes / 4 * 10).max(FIRST_SLOTS)
}

/// The bits of a slot that hold the index; a table has more slots than nodes, so these are enough.
#[inline]
fn index_mask(slots: usize) -> u32 {
    u32::MAX >> (slots as u32).leading_zeros()
}

#[inline]
fn home(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}

#[inline(always)]
fn hash_of(children: &[Node]) -> u64 {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut pairs = children.chunks_exact(2);
    for pair in &mut pairs {
        state = fold(state ^ u64::from(pair[0]) ^ u64::from(pair[1]) << 32, 0xD1B5_4A32_D192_ED03);
    }
    if let [last] = pairs.remainder() {
        state = fold(state ^ u64::from(*last), 0xA076_1D64_78BD_642F);
    }
    // Never 0, which stands for no node while a table is filled.
    state | 1
}
