//! Walks: the common part of all recursive operations.
//!
//! A walk belongs to one thread. It makes nodes, looks up and stores results, and on the upper levels computes the
//! children of a node on as many threads as are idle. On the lower levels, where steps are many and small, it continues
//! alone.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use smallvec::SmallVec;

use crate::cache::{Cache, Key, Operation};
use crate::error::Stop;
use crate::gate::{Gate, Presence};
use crate::ids::{EMPTY, Node};
use crate::ledger::Ledger;
use crate::mark::Scratch;
use crate::operation::{OperationKind, Operations};
use crate::unique::{Block, Grant, Lookup, Nodes};

/// The children of a node under construction; on the heap only for wide domains.
pub(crate) type Children = SmallVec<[Node; 8]>;

/// The children of an existing node.
#[derive(Clone, Copy)]
pub(crate) struct Siblings<'s>(&'s [AtomicU32]);

impl Siblings<'_> {
    #[inline]
    pub(crate) fn get(self, value: usize) -> Node {
        self.0[value].load(Ordering::Relaxed)
    }

    pub(crate) fn to_children(self) -> Children {
        self.0.iter().map(|child| child.load(Ordering::Relaxed)).collect()
    }
}

/// The state shared by all threads.
pub(crate) struct Space {
    pub(crate) levels: Box<[Nodes]>,
    pub(crate) cache: Cache,
    pub(crate) ledger: Ledger,
    pub(crate) workers: Box<[Worker]>,
    pub(crate) operations: Mutex<Operations>,
    pub(crate) gate: Gate,
}

/// The state of one thread.
pub(crate) struct Worker {
    presence: Presence,
    pub(crate) blocks: Box<[Block]>,
}

impl Worker {
    pub(crate) fn new(levels: usize) -> Worker {
        Worker { presence: Presence::default(), blocks: (0..levels).map(|_| Block::default()).collect() }
    }
}

/// The number of nodes made or found before a walk asks for more threads.
const SHORT: u64 = 5_000;

/// A walk on the current thread.
pub(crate) struct Walk<'s> {
    space: &'s Space,
    worker: &'s Worker,
    alone: bool,
    /// Whether parts are processed from the last to the first.
    backwards: bool,
    /// Levels above this one are computed in parallel.
    split: usize,
    steps: u64,
    steps_left: Cell<u64>,
}

impl<'s> Walk<'s> {
    /// A walk on one thread, however long.
    pub(crate) fn alone(space: &'s Space) -> Walk<'s> {
        Walk::new(space, 0, 0, u64::MAX)
    }

    /// A walk on one thread that stops with [`Stop::Long`] if more threads would be worthwhile.
    pub(crate) fn short(space: &'s Space) -> Walk<'s> {
        Walk::new(space, 0, 0, SHORT)
    }

    /// A walk on the threads of the current pool, parallel above level `split`.
    pub(crate) fn together(space: &'s Space, split: usize) -> Walk<'s> {
        let thread = rayon::current_thread_index().unwrap_or(0);
        Walk::new(space, thread, split, u64::MAX)
    }

    fn new(space: &'s Space, thread: usize, split: usize, steps: u64) -> Walk<'s> {
        let worker = &space.workers[thread];
        space.gate.enter(&worker.presence);
        let (alone, backwards) = (space.workers.len() == 1, !thread.is_multiple_of(2));
        let steps = steps.min(space.ledger.steps_left());
        Walk { space, worker, alone, backwards, split, steps, steps_left: Cell::new(steps) }
    }

    /// Memory for the walk outside the diagrams: none yet.
    pub(crate) fn scratch(&self) -> Scratch<'s> {
        Scratch::force(&self.space.ledger, 0)
    }

    /// The number of levels; nodes of level `depth` are terminals.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.space.levels.len()
    }

    #[inline]
    pub(crate) fn width(&self, level: usize) -> usize {
        self.space.levels[level].width()
    }

    /// A node's children, in the order of the variable's values.
    #[inline]
    pub(crate) fn children(&self, level: usize, node: Node) -> Siblings<'s> {
        Siblings(self.space.levels[level].children(node))
    }

    /// The number of an operation in the cache.
    pub(crate) fn operation(&self, kind: OperationKind) -> Operation {
        self.space.operations.lock().unwrap_or_else(PoisonError::into_inner).number(kind)
    }

    /// A number for an operation that is executed only once.
    pub(crate) fn operation_once(&self) -> Operation {
        self.space.operations.lock().unwrap_or_else(PoisonError::into_inner).once()
    }

    #[inline]
    pub(crate) fn recall(&self, key: Key) -> Option<Node> {
        self.space.cache.get(key)
    }

    /// Prefetches the cache line for a later [`recall`](Walk::recall).
    #[inline]
    pub(crate) fn announce(&self, key: Key) {
        self.space.cache.prefetch(key);
    }

    #[inline]
    pub(crate) fn remember(&self, key: Key, result: Node) {
        self.space.cache.put(key, result);
    }

    /// The node with these children, created if it is new.
    #[inline(always)]
    pub(crate) fn node(&self, level: usize, children: &[Node]) -> Result<Node, Stop> {
        if children.iter().all(|&child| child == EMPTY) {
            return Ok(EMPTY);
        }
        // Wide nodes take longer: a step covers four children.
        let left = self.steps_left.get().checked_sub(children.len().div_ceil(4) as u64).ok_or(Stop::Long)?;
        self.steps_left.set(left);
        self.space.gate.pass(&self.worker.presence);
        let (nodes, block) = (&self.space.levels[level], &self.worker.blocks[level]);
        loop {
            match nodes.lookup(children, block, self.alone) {
                Lookup::Found(node) => return Ok(node),
                Lookup::NeedsBlock => self.refill(nodes, block)?,
            }
        }
    }

    #[cold]
    fn refill(&self, nodes: &Nodes, block: &Block) -> Result<(), Stop> {
        while let Grant::TableFull = nodes.grant(block, &self.space.ledger)? {
            let all = self.space.workers.iter().map(|worker| &worker.presence);
            self.space.gate.close(&self.worker.presence, all, || nodes.grow_table(&self.space.ledger))?;
        }
        Ok(())
    }

    /// The node on `level` whose child for each value is given by `child`; in parallel on the upper levels.
    #[inline]
    pub(crate) fn node_of(
        &self,
        level: usize,
        child: impl Fn(&Walk<'s>, usize) -> Result<Node, Stop> + Sync,
    ) -> Result<Node, Stop> {
        self.node_filled(level, |children| self.for_each(level, children, &child))
    }

    /// The node on `level` whose children, all initially empty, are set by `fill`.
    ///
    /// Most domains are small; if their size is known at compile time, the loops over children unroll.
    #[inline]
    pub(crate) fn node_filled(
        &self,
        level: usize,
        fill: impl FnOnce(&mut [Node]) -> Result<(), Stop>,
    ) -> Result<Node, Stop> {
        match self.width(level) {
            2 => self.node_filled_array::<2>(level, fill),
            3 => self.node_filled_array::<3>(level, fill),
            4 => self.node_filled_array::<4>(level, fill),
            _ => self.node_filled_wide(level, fill),
        }
    }

    #[inline(always)]
    fn node_filled_array<const N: usize>(
        &self,
        level: usize,
        fill: impl FnOnce(&mut [Node]) -> Result<(), Stop>,
    ) -> Result<Node, Stop> {
        let mut children = [EMPTY; N];
        fill(&mut children)?;
        self.node(level, &children)
    }

    #[inline(never)]
    fn node_filled_wide(&self, level: usize, fill: impl FnOnce(&mut [Node]) -> Result<(), Stop>) -> Result<Node, Stop> {
        let mut children: Children = SmallVec::from_elem(EMPTY, self.width(level));
        fill(&mut children)?;
        self.node(level, &children)
    }

    /// Whether work on this level is shared between threads.
    #[inline]
    pub(crate) fn shares(&self, level: usize) -> bool {
        level < self.split
    }

    /// Computes `results[i]` as `job(i)`; in parallel if `level` is one of the upper ones.
    #[inline(always)]
    pub(crate) fn for_each(
        &self,
        level: usize,
        results: &mut [Node],
        job: &(impl Fn(&Walk<'s>, usize) -> Result<Node, Stop> + Sync),
    ) -> Result<(), Stop> {
        if self.shares(level) {
            return self.share(results, 0, job);
        }
        for index in 0..results.len() {
            let index = self.turned(index, results.len());
            results[index] = job(self, index)?;
        }
        Ok(())
    }

    /// Computes `part(i)` for all parts, in parallel on the upper levels, and merges them in sequence.
    #[inline(always)]
    pub(crate) fn gather(
        &self,
        level: usize,
        count: usize,
        part: impl Fn(&Walk<'s>, usize) -> Result<Node, Stop> + Sync,
        mut take: impl FnMut(usize, Node) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if self.shares(level) {
            let mut parts: Children = SmallVec::from_elem(EMPTY, count);
            self.share(&mut parts, 0, &part)?;
            return parts.into_iter().enumerate().try_for_each(|(index, part)| take(index, part));
        }
        (0..count).try_for_each(|index| {
            let index = self.turned(index, count);
            take(index, part(self, index)?)
        })
    }

    /// The index to process next: threads with odd numbers go from the last to the first.
    ///
    /// Neighbouring parts of a diagram share most of their nodes. Two threads that processed both in the same order
    /// would do the same steps at the same time, before either result is cached.
    #[inline(always)]
    fn turned(&self, index: usize, count: usize) -> usize {
        if self.backwards { count - 1 - index } else { index }
    }

    fn share(
        &self,
        results: &mut [Node],
        first: usize,
        job: &(impl Fn(&Walk<'s>, usize) -> Result<Node, Stop> + Sync),
    ) -> Result<(), Stop> {
        if results.len() <= 1 {
            return results.iter_mut().try_for_each(|result| {
                *result = job(self, first)?;
                Ok(())
            });
        }
        let middle = results.len() / 2;
        let (left, right) = results.split_at_mut(middle);
        let (space, split) = (self.space, self.split);
        self.space.gate.leave(&self.worker.presence);
        let (one, other) = rayon::join(
            || Walk::together(space, split).share(left, first, job),
            || Walk::together(space, split).share(right, first + middle, job),
        );
        self.space.gate.enter(&self.worker.presence);
        one.and(other)
    }
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        self.space.ledger.add_steps(self.steps - self.steps_left.get());
        self.space.gate.leave(&self.worker.presence);
    }
}
