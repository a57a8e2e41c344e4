//! Numbers that identify operations in the operation cache.
//!
//! An operation includes its parameters: the images under two relations are different operations. Numbers are assigned
//! as needed. Garbage collection renames nodes, so it invalidates all numbers at once and need not touch the cache.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cache::Operation;

/// The identity of an operation; equal kinds share results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OperationKind {
    Union,
    Intersection,
    Difference,
    Mask,
    Override,
    /// The preferred value, by the ranks of the terminals.
    Choice(Arc<[u32]>),
    /// Under the relation with this number.
    Image(u64),
    PreImage(u64),
    Best(u64, Arc<[u32]>),
}

/// The numbers in use.
#[derive(Default)]
pub(crate) struct Operations {
    numbers: FxHashMap<OperationKind, u16>,
    last: u16,
}

impl Operations {
    /// The number of an operation.
    pub(crate) fn number(&mut self, kind: OperationKind) -> Operation {
        if let Some(&known) = self.numbers.get(&kind) {
            return Operation(known);
        }
        let new = self.once();
        self.numbers.insert(kind, new.0);
        new
    }

    /// A number for an operation that is executed only once, such as one given by a closure.
    pub(crate) fn once(&mut self) -> Operation {
        // `nearly_exhausted` is checked before each job, and none needs more than a few numbers.
        self.last = self.last.saturating_add(1);
        Operation(self.last)
    }

    /// Invalidates all results so far.
    pub(crate) fn forget(&mut self) {
        self.numbers.clear();
    }

    /// Whether numbers are about to run out; then the cache must be cleared and [`Operations::restart`] called.
    pub(crate) fn nearly_exhausted(&self) -> bool {
        self.last > 60_000
    }

    /// Restarts the numbering, with an empty cache.
    pub(crate) fn restart(&mut self) {
        self.forget();
        self.last = 0;
    }
}
