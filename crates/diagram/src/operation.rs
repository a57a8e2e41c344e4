//! Numbers for operations, under which the operation cache keeps their results.
//!
//! An operation is what it does together with what it does it with: the image under one relation is another operation
//! than the image under the next. Numbers are handed out as they are needed. Collection renames nodes, so it makes
//! all numbers invalid at once and needs not touch the cache.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cache::Operation;

/// What an operation is; equal kinds share results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Union,
    Intersection,
    Difference,
    Mask,
    Override,
    IfThenElse,
    /// The preferred value, by the ranks of the terminals.
    Choice(Arc<[u32]>),
    /// Through the relation with this number.
    Image(u64),
    PreImage(u64),
    Best(u64, Arc<[u32]>),
    /// An operation of its own, such as one given by a closure.
    Once(u64),
}

/// The numbers in use.
#[derive(Default)]
pub(crate) struct Operations {
    numbers: FxHashMap<Kind, u16>,
    last: u16,
    once: u64,
}

impl Operations {
    /// The number of an operation.
    pub(crate) fn number(&mut self, kind: Kind) -> Operation {
        let number = match self.numbers.entry(kind) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                // `nearly_exhausted` is heeded before each job, and none needs more than a few numbers.
                self.last = self.last.saturating_add(1);
                *new.insert(self.last)
            }
        };
        Operation(number)
    }

    /// A number that no operation has had since the cache was cleared.
    pub(crate) fn once(&mut self) -> Operation {
        self.once += 1;
        self.number(Kind::Once(self.once))
    }

    /// Makes all results found so far unfindable.
    pub(crate) fn forget(&mut self) {
        self.numbers.clear();
    }

    /// Whether numbers are about to run out; then the cache must be cleared and [`Operations::restart`] called.
    pub(crate) fn nearly_exhausted(&self) -> bool {
        self.last > 60_000
    }

    /// Starts anew, with an empty cache.
    pub(crate) fn restart(&mut self) {
        self.forget();
        self.last = 0;
    }
}
