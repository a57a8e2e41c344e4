//! The atoms of one relation: a set of tuples in insertion order.
//!
//! The order is used by semi-naive evaluation: two marks divide the tuples into those of earlier rounds (`old`), those
//! of the last round (`delta`) and those found in the current round, which no join sees yet.

use rustc_hash::FxHashMap;

use gdl::rules::Symbol;

use crate::limits::push;
use crate::table::{Table, hash_words, same};
use crate::terms::{TermId, Terms};

/// The tuples that a join may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visible {
    /// Tuples of rounds before the last.
    Old,
    /// Tuples of the last round.
    Delta,
    /// Both.
    All,
}

/// A set of tuples of term numbers.
#[derive(Clone, Debug, Default)]
pub struct Relation {
    arity: usize,
    len: u32,
    tuples: Vec<TermId>,
    table: Table,
    old: u32,
    visible: u32,
    /// The number of tuples with a compound with this symbol in this column; for estimates.
    compounds: FxHashMap<(u32, Symbol), u32>,
}

impl Relation {
    /// An empty relation.
    pub fn new(arity: usize) -> Relation {
        Relation { arity, ..Relation::default() }
    }

    /// Number of tuples.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// The tuple with this number.
    pub fn tuple(&self, number: u32) -> &[TermId] {
        &self.tuples[number as usize * self.arity..][..self.arity]
    }

    /// The number of a tuple, if it is in the relation.
    pub fn find(&self, tuple: &[TermId]) -> Option<u32> {
        self.find_hashed(hash_words(tuple.iter().copied()), tuple)
    }

    fn find_hashed(&self, hash: u32, tuple: &[TermId]) -> Option<u32> {
        self.table.find(hash, |n| same(self.tuple(n), tuple))
    }

    /// Adds a tuple. Returns whether it is new.
    pub fn insert(&mut self, tuple: &[TermId], terms: &Terms) -> bool {
        let hash = hash_words(tuple.iter().copied());
        if self.find_hashed(hash, tuple).is_some() {
            return false;
        }
        for (column, &term) in tuple.iter().enumerate() {
            push(&mut self.tuples, term);
            if !terms.arguments(term).is_empty() {
                *self.compounds.entry((column as u32, terms.symbol(term))).or_default() += 1;
            }
        }
        self.table.insert(hash, self.len);
        self.len += 1;
        true
    }

    /// Starts a round: the tuples found in the last one become visible as delta. Returns whether there are any.
    pub fn advance(&mut self) -> bool {
        self.old = self.visible;
        self.visible = self.len;
        self.old < self.visible
    }

    /// Numbers of the tuples that a join may use.
    pub fn range(&self, visible: Visible) -> std::ops::Range<u32> {
        match visible {
            Visible::Old => 0..self.old,
            Visible::Delta => self.old..self.visible,
            Visible::All => 0..self.visible,
        }
    }

    /// The number of tuples with a compound with this symbol in this column.
    pub fn compounds(&self, column: u32, symbol: Symbol) -> u32 {
        self.compounds.get(&(column, symbol)).copied().unwrap_or(0)
    }

    /// The compounds in the first column, counted by symbol.
    pub fn first_column_symbols(&self) -> impl Iterator<Item = (Symbol, u32)> + '_ {
        self.compounds.iter().filter(|((column, _), _)| *column == 0).map(|((_, s), n)| (*s, *n))
    }

    /// Memory that it holds.
    pub fn bytes(&self) -> usize {
        self.tuples.capacity() * 4 + self.table.bytes()
    }
}
