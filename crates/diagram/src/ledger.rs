//! The budget and its usage.
//!
//! Everything large is accounted for here before it is allocated: nodes, tables, the operation cache, the scratch
//! memory of garbage collection and counting. Committed memory is counted, which is an upper bound on resident memory.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::error::{Error, Stop, StoreLimit};

/// The limits of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreBudget {
    /// The maximum number of nodes at a time, including garbage.
    pub nodes: usize,
    /// The maximum number of bytes at a time: nodes, tables, cache and scratch memory. Counting, writing and garbage
    /// collection may briefly exceed it by a sixteenth.
    pub bytes: usize,
    /// The maximum number of steps in total. A step makes or finds a node with up to four children; it measures work
    /// independently of the clock.
    pub steps: u64,
}

impl Default for StoreBudget {
    /// One gigabyte, unlimited nodes and steps.
    fn default() -> Self {
        StoreBudget { nodes: usize::MAX, bytes: 1 << 30, steps: u64::MAX }
    }
}

/// Running totals against a [`StoreBudget`], shared by all threads.
pub(crate) struct Ledger {
    budget: StoreBudget,
    nodes: AtomicUsize,
    bytes: AtomicUsize,
    peak_bytes: AtomicUsize,
    peak_nodes: AtomicUsize,
    steps: AtomicU64,
}

impl Ledger {
    pub(crate) fn new(budget: StoreBudget) -> Self {
        let zero = || AtomicUsize::new(0);
        let steps = AtomicU64::new(0);
        Ledger { budget, nodes: zero(), bytes: zero(), peak_bytes: zero(), peak_nodes: zero(), steps }
    }

    pub(crate) fn budget(&self) -> StoreBudget {
        self.budget
    }

    pub(crate) fn set_budget(&mut self, budget: StoreBudget) {
        self.budget = budget;
    }

    /// The error for an operation that stopped.
    pub(crate) fn error(&self, stop: Stop) -> Error {
        match stop {
            Stop::Nodes => Error::OutOfBudget(StoreLimit::Nodes(self.budget.nodes)),
            Stop::Bytes => Error::OutOfBudget(StoreLimit::Bytes(self.budget.bytes)),
            // A walk that needs more threads is resumed by its caller and never gets here.
            Stop::Long => Error::OutOfBudget(StoreLimit::Steps(self.budget.steps)),
            Stop::Memory => Error::OutOfMemory,
        }
    }

    pub(crate) fn nodes(&self) -> usize {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn peak_nodes(&self) -> usize {
        self.peak_nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn peak_bytes(&self) -> usize {
        self.peak_bytes.load(Ordering::Relaxed)
    }

    /// Steps taken so far by completed walks.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// The remaining steps for a walk.
    pub(crate) fn steps_left(&self) -> u64 {
        self.budget.steps.saturating_sub(self.steps())
    }

    /// Adds the steps of a walk.
    pub(crate) fn add_steps(&self, count: u64) {
        self.steps.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn take_nodes(&self, count: usize) -> Result<(), Stop> {
        take(&self.nodes, &self.peak_nodes, count, self.budget.nodes).ok_or(Stop::Nodes)
    }

    pub(crate) fn give_nodes(&self, count: usize) {
        self.nodes.fetch_sub(count, Ordering::Relaxed);
    }

    /// Takes bytes for permanent use: all but a sixteenth of the budget is available for this.
    pub(crate) fn take_bytes(&self, count: usize) -> Result<(), Stop> {
        self.take_up_to(count, self.budget.bytes - self.budget.bytes / 16)
    }

    /// Takes scratch memory: it may use the reserve and exceed the budget by as much again, so that reading a diagram
    /// rarely fails if creating it succeeded.
    pub(crate) fn take_scratch(&self, count: usize) -> Result<(), Stop> {
        self.take_up_to(count, self.budget.bytes.saturating_add(self.budget.bytes / 16))
    }

    fn take_up_to(&self, count: usize, limit: usize) -> Result<(), Stop> {
        take(&self.bytes, &self.peak_bytes, count, limit).ok_or(Stop::Bytes)
    }

    /// Takes bytes that are needed to get back under the budget: garbage collection must not fail for its bitmaps.
    pub(crate) fn force_bytes(&self, count: usize) {
        let now = self.bytes.fetch_add(count, Ordering::Relaxed) + count;
        self.peak_bytes.fetch_max(now, Ordering::Relaxed);
    }

    pub(crate) fn give_bytes(&self, count: usize) {
        self.bytes.fetch_sub(count, Ordering::Relaxed);
    }
}

fn take(total: &AtomicUsize, peak: &AtomicUsize, count: usize, limit: usize) -> Option<()> {
    let add = |now: usize| now.checked_add(count).filter(|&new| new <= limit);
    let before = total.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
    peak.fetch_max(before + count, Ordering::Relaxed);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed_and_one_more_is_not() {
        let ledger = Ledger::new(StoreBudget { nodes: 10, bytes: 100, ..StoreBudget::default() });
        assert!(ledger.take_nodes(10).is_ok());
        assert_eq!(ledger.take_nodes(1), Err(Stop::Nodes));
        ledger.give_nodes(4);
        assert!(ledger.take_nodes(4).is_ok());
        assert_eq!(ledger.take_bytes(101), Err(Stop::Bytes));
        assert!(ledger.take_bytes(94).is_ok());
        assert!(ledger.take_bytes(1).is_err());
        assert!(ledger.take_scratch(12).is_ok());
        assert!(ledger.take_scratch(1).is_err());
        assert_eq!(ledger.peak_nodes(), 10);
    }

    #[test]
    fn forced_bytes_count() {
        let ledger = Ledger::new(StoreBudget { nodes: 1, bytes: 100, ..StoreBudget::default() });
        ledger.force_bytes(150);
        assert_eq!(ledger.peak_bytes(), 150);
        assert!(ledger.take_bytes(1).is_err());
    }
}
