//! What proofs may take: work and memory, counted, so that every machine proves the same, however fast or busy it is.
//!
//! Work is counted in steps of about a nanosecond: gates evaluated, literals propagated, conditions compared, entries of
//! linear programs. All quotas of an analysis draw on one account and differ in where they end, as deadlines do. What
//! one proof leaves over is there for the next. Memory is entered when it is taken and again when it is given back.
//!
//! The clock and the flag are the user's. They end the analysis as a whole, and what is not proved by then is unknown.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A limit that a proof has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofLimit {
    /// The work that proofs may take is done.
    Work,
    /// The proof does not fit in memory.
    Memory,
    /// Time is up, or somebody asked to stop.
    Time,
}

impl ProofLimit {
    /// The word for it in answers.
    pub fn name(self) -> &'static str {
        match self {
            ProofLimit::Work => "work",
            ProofLimit::Memory => "memory",
            ProofLimit::Time => "time",
        }
    }
}

/// What all proofs of an analysis have taken and may take.
#[derive(Debug)]
struct Account {
    work: Cell<u64>,
    bytes: Cell<usize>,
    most_bytes: usize,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    reached: Cell<Option<ProofLimit>>,
}

/// The right to work until so much is done in all.
#[derive(Clone, Debug)]
pub struct Quota {
    account: Rc<Account>,
    /// The work on the account at which this ends.
    end: u64,
}

impl Quota {
    /// The quota of a whole analysis.
    pub fn new(work: u64, bytes: usize, deadline: Option<Instant>, stop: Option<Arc<AtomicBool>>) -> Quota {
        let (done, held, reached) = (Cell::new(0), Cell::new(0), Cell::new(None));
        Quota {
            account: Rc::new(Account { work: done, bytes: held, most_bytes: bytes, deadline, stop, reached }),
            end: work,
        }
    }

    /// Work without other limits, for tests.
    #[cfg(test)]
    pub fn of(work: u64) -> Quota {
        Quota::new(work, usize::MAX, None, None)
    }

    /// The moment, and the work done so far.
    pub fn now(&self) -> (Instant, u64) {
        (Instant::now(), self.account.work.get())
    }

    /// So many hundredths of what is left now.
    pub fn percent(&self, share: u64) -> Quota {
        self.at_most(self.left() / 100 * share)
    }

    /// So much from now on, if as much is left.
    pub fn at_most(&self, work: u64) -> Quota {
        let end = self.account.work.get().saturating_add(work).min(self.end);
        Quota { account: Rc::clone(&self.account), end }
    }

    /// Work that is left.
    pub fn left(&self) -> u64 {
        self.end.saturating_sub(self.account.work.get())
    }

    /// Bytes that are left.
    pub fn bytes_left(&self) -> usize {
        self.account.most_bytes.saturating_sub(self.account.bytes.get())
    }

    /// Enters work that was done.
    pub fn spend(&self, work: u64) {
        self.account.work.set(self.account.work.get().saturating_add(work));
    }

    /// Whether to give up, and why.
    pub fn reached(&self) -> Option<ProofLimit> {
        let limit = if self.is_late() {
            ProofLimit::Time
        } else if self.account.bytes.get() > self.account.most_bytes {
            ProofLimit::Memory
        } else if self.left() == 0 {
            ProofLimit::Work
        } else {
            return None;
        };
        // What can be changed by an option is worth saying first.
        if self.first_reached().is_none_or(|known| known == ProofLimit::Work) {
            self.account.reached.set(Some(limit));
        }
        Some(limit)
    }

    /// Whether to give up.
    pub fn is_over(&self) -> bool {
        self.reached().is_some()
    }

    /// The limit that some proof has reached so far, those that the user set before others.
    pub fn first_reached(&self) -> Option<ProofLimit> {
        self.account.reached.get()
    }

    /// When the user's time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.account.deadline
    }

    /// The user's flag.
    pub fn stop(&self) -> Option<Arc<AtomicBool>> {
        self.account.stop.clone()
    }

    fn is_late(&self) -> bool {
        let raised = self.account.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        raised || self.account.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Enters bytes as taken until what comes back is dropped.
    pub fn hold(&self, bytes: usize) -> Held {
        let mut held = Held { account: Rc::clone(&self.account), bytes: 0 };
        held.set(bytes);
        held
    }
}

/// Bytes that are entered as taken.
#[derive(Debug)]
pub struct Held {
    account: Rc<Account>,
    bytes: usize,
}

impl Held {
    /// Now it is so many in all.
    pub fn set(&mut self, bytes: usize) {
        self.account.bytes.set((self.account.bytes.get() - self.bytes).saturating_add(bytes));
        self.bytes = bytes;
    }

    /// More are taken.
    pub fn add(&mut self, bytes: usize) {
        self.set(self.bytes.saturating_add(bytes));
    }

    /// Some are given back.
    pub fn release(&mut self, bytes: usize) {
        self.set(self.bytes.saturating_sub(bytes));
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_over_is_there_for_the_next() {
        let all = Quota::of(1000);
        let first = all.percent(30);
        first.spend(100);
        assert_eq!((first.left(), all.left()), (200, 900));
        let second = all.percent(50);
        second.spend(450);
        assert!(first.is_over() && second.is_over() && !all.is_over());
        assert_eq!(all.first_reached(), Some(ProofLimit::Work));
    }

    #[test]
    fn memory_that_is_given_back_can_be_taken_again() {
        let quota = Quota::new(1000, 100, None, None);
        let held = quota.hold(80);
        let more = quota.hold(21);
        assert_eq!(quota.reached(), Some(ProofLimit::Memory));
        drop(more);
        assert!(!quota.is_over());
        drop(held);
        assert_eq!((quota.bytes_left(), quota.first_reached()), (100, Some(ProofLimit::Memory)));
    }

    #[test]
    fn a_raised_flag_ends_all_work() {
        let stop = Arc::new(AtomicBool::new(false));
        let quota = Quota::new(1000, usize::MAX, None, Some(Arc::clone(&stop)));
        assert!(!quota.is_over());
        stop.store(true, Ordering::Relaxed);
        assert_eq!(quota.percent(10).reached(), Some(ProofLimit::Time));
    }
}
