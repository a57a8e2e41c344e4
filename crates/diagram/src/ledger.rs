//! The budget and what has been taken from it.
//!
//! Everything large is entered here before it is allocated: nodes, tables, the operation cache, the scratch memory of
//! collection and counting. Committed memory is counted, which resident memory cannot exceed.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::{Limit, Stop};

/// How much a store may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Most nodes at a time, those not yet collected included.
    pub nodes: usize,
    /// Most bytes at a time: nodes, tables, cache and scratch memory.
    pub bytes: usize,
}

impl Default for Budget {
    /// One gigabyte, any number of nodes.
    fn default() -> Self {
        Budget { nodes: usize::MAX, bytes: 1 << 30 }
    }
}

/// Running totals against a [`Budget`], shared by all threads.
pub(crate) struct Ledger {
    budget: Budget,
    nodes: AtomicUsize,
    bytes: AtomicUsize,
    peak_bytes: AtomicUsize,
    peak_nodes: AtomicUsize,
}

impl Ledger {
    pub(crate) fn new(budget: Budget) -> Self {
        let zero = || AtomicUsize::new(0);
        Ledger { budget, nodes: zero(), bytes: zero(), peak_bytes: zero(), peak_nodes: zero() }
    }

    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    pub(crate) fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
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

    pub(crate) fn take_nodes(&self, count: usize) -> Result<(), Stop> {
        take(&self.nodes, &self.peak_nodes, count, self.budget.nodes)
            .map_err(|()| Stop::Budget(Limit::Nodes(self.budget.nodes)))
    }

    pub(crate) fn give_nodes(&self, count: usize) {
        self.nodes.fetch_sub(count, Ordering::Relaxed);
    }

    pub(crate) fn take_bytes(&self, count: usize) -> Result<(), Stop> {
        take(&self.bytes, &self.peak_bytes, count, self.budget.bytes)
            .map_err(|()| Stop::Budget(Limit::Bytes(self.budget.bytes)))
    }

    /// Enters bytes that are needed to get back under the budget: collection must not fail for its bitmaps.
    pub(crate) fn force_bytes(&self, count: usize) {
        let now = self.bytes.fetch_add(count, Ordering::Relaxed) + count;
        self.peak_bytes.fetch_max(now, Ordering::Relaxed);
    }

    pub(crate) fn give_bytes(&self, count: usize) {
        self.bytes.fetch_sub(count, Ordering::Relaxed);
    }
}

fn take(total: &AtomicUsize, peak: &AtomicUsize, count: usize, limit: usize) -> Result<(), ()> {
    let taken = total
        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| now.checked_add(count).filter(|&new| new <= limit));
    let before = taken.map_err(|_| ())?;
    peak.fetch_max(before + count, Ordering::Relaxed);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed_and_one_more_is_not() {
        let ledger = Ledger::new(Budget { nodes: 10, bytes: 100 });
        assert!(ledger.take_nodes(10).is_ok());
        assert_eq!(ledger.take_nodes(1), Err(Stop::Budget(Limit::Nodes(10))));
        ledger.give_nodes(4);
        assert!(ledger.take_nodes(4).is_ok());
        assert_eq!(ledger.take_bytes(101), Err(Stop::Budget(Limit::Bytes(100))));
        assert_eq!(ledger.peak_nodes(), 10);
    }

    #[test]
    fn forced_bytes_count() {
        let ledger = Ledger::new(Budget { nodes: 1, bytes: 100 });
        ledger.force_bytes(150);
        assert_eq!(ledger.peak_bytes(), 150);
        assert!(ledger.take_bytes(1).is_err());
    }
}
