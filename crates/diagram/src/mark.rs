//! Marks reachable nodes, level by level.
//!
//! One bit per node, and one running total per 64, so that a node's rank among the marked ones is a lookup. Counting,
//! writing and garbage collection use the ranks as dense indices.

use std::sync::atomic::Ordering;

use crate::error::{Error, Stop};
use crate::ids::{EMPTY, Node};
use crate::ledger::Ledger;
use crate::unique::Nodes;

/// The marked nodes of one level.
pub(crate) struct Marks {
    bits: Vec<u64>,
    /// The number of marked nodes before each word; filled by [`Marks::count_up`].
    before: Vec<u32>,
}

impl Marks {
    fn new(len: usize) -> Marks {
        Marks { bits: vec![0; len.div_ceil(64)], before: Vec::new() }
    }

    pub(crate) fn bytes_for(len: usize) -> usize {
        len.div_ceil(64) * 12
    }

    #[inline]
    pub(crate) fn set(&mut self, node: Node) {
        self.bits[node as usize / 64] |= 1 << (node % 64);
    }

    fn count_up(&mut self) {
        let mut total = 0;
        self.before = self
            .bits
            .iter()
            .map(|word| {
                let before = total;
                total += word.count_ones();
                before
            })
            .collect();
    }

    /// The number of marked nodes.
    pub(crate) fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of marked nodes with a smaller index.
    #[inline]
    pub(crate) fn rank(&self, node: Node) -> usize {
        let (word, bit) = (node as usize / 64, node % 64);
        (self.before[word] + (self.bits[word] & !(u64::MAX << bit)).count_ones()) as usize
    }

    /// The marked nodes in increasing order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Node> + '_ {
        self.bits.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(at as Node * 64 + bit)
            })
        })
    }
}

/// Bytes that [`reachable`] needs.
pub(crate) fn bytes_for(levels: &[Nodes]) -> usize {
    levels.iter().map(|nodes| Marks::bytes_for(nodes.len())).sum()
}

/// Marks the nodes reachable from `roots` on the top level, and `always` on each level; the empty node is never marked.
pub(crate) fn reachable(levels: &[Nodes], roots: impl Iterator<Item = Node>, always: Option<Node>) -> Vec<Marks> {
    let mut marks: Vec<Marks> = levels.iter().map(|nodes| Marks::new(nodes.len())).collect();
    roots.filter(|&root| root != EMPTY).for_each(|root| marks[0].set(root));
    for level in 0..levels.len() {
        if let Some(node) = always {
            marks[level].set(node);
        }
        let (here, below) = marks.split_at_mut(level + 1);
        if let (Some(here), Some(below)) = (here.last(), below.first_mut()) {
            for node in here.iter() {
                for child in levels[level].children(node) {
                    // The empty node is marked here and cleared below: no branch in the inner loop.
                    below.set(child.load(Ordering::Relaxed));
                }
            }
            if let Some(word) = below.bits.first_mut() {
                *word &= !1;
            }
        }
    }
    marks.iter_mut().for_each(Marks::count_up);
    marks
}

/// Scratch memory in the ledger, returned on drop.
pub(crate) struct Scratch<'l> {
    ledger: &'l Ledger,
    bytes: usize,
}

impl<'l> Scratch<'l> {
    pub(crate) fn take(ledger: &'l Ledger, bytes: usize) -> Result<Scratch<'l>, Error> {
        ledger.take_scratch(bytes).map_err(|stop| ledger.error(stop))?;
        Ok(Scratch { ledger, bytes })
    }

    /// Takes more to reach at least this amount, with some excess so that this is rare.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Stop> {
        if bytes > self.bytes {
            let more = bytes - self.bytes + bytes / 16 + (64 << 10);
            self.ledger.take_scratch(more)?;
            self.bytes += more;
        }
        Ok(())
    }

    /// Takes it even over budget, for operations that free memory.
    pub(crate) fn force(ledger: &'l Ledger, bytes: usize) -> Scratch<'l> {
        ledger.force_bytes(bytes);
        Scratch { ledger, bytes }
    }
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        self.ledger.give_bytes(self.bytes);
    }
}
