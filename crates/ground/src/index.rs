//! Hash indexes: the tuples of a relation by some of their subterms.
//!
//! A literal such as `(true (cell ?x ?y b))` with `?x` known is looked up by two arguments *inside* the fluent. An
//! index therefore first opens compounds into registers and is keyed by registers: the tuple's columns are registers
//! `0..arity`, and each [`Opening`] appends the arguments of one of them. Tuples without that shape are not in the
//! index.

use gdl::rules::Symbol;

use crate::limits::push;
use crate::relation::Relation;
use crate::table::{Table, hash_words, same};
use crate::terms::{TermId, Terms};

/// Requires that a register holds a compound with this symbol and number of arguments, and appends these as further
/// registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The register.
    pub register: u32,
    /// The compound's symbol.
    pub symbol: Symbol,
    /// Its number of arguments.
    pub arguments: u32,
}

/// Loads a tuple into registers and opens compounds. Returns whether the tuple has the shape.
pub fn open(tuple: &[TermId], openings: &[Opening], terms: &Terms, registers: &mut Vec<TermId>) -> bool {
    registers.clear();
    registers.extend_from_slice(tuple);
    openings.iter().all(|opening| {
        let term = registers[opening.register as usize];
        let arguments = terms.arguments(term);
        let fits = terms.symbol(term) == opening.symbol && arguments.len() == opening.arguments as usize;
        if fits {
            registers.extend_from_slice(arguments);
        }
        fits
    })
}

/// The shape of the tuples in an index, and its key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The relation.
    pub relation: u32,
    /// Compounds to open.
    pub openings: Vec<Opening>,
    /// Registers that make up the key.
    pub key: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    tuple: u32,
    next: u32,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    first: u32,
    last: u32,
}

const NONE: u32 = u32::MAX;

/// A hash index. Tuples with equal keys form a chain in ascending order.
#[derive(Clone, Debug)]
pub struct Index {
    /// The shape and key.
    pub shape: Shape,
    keys: Vec<TermId>,
    groups: Vec<Group>,
    entries: Vec<Entry>,
    table: Table,
    /// Tuples below this number have been added.
    done: u32,
}

impl Index {
    /// An empty index.
    pub fn new(shape: Shape) -> Index {
        Index { shape, keys: Vec::new(), groups: Vec::new(), entries: Vec::new(), table: Table::default(), done: 0 }
    }

    fn key(&self, group: u32) -> &[TermId] {
        let width = self.shape.key.len();
        &self.keys[group as usize * width..][..width]
    }

    /// Adds all tuples that the relation received since the last call.
    pub fn update(&mut self, relation: &Relation, terms: &Terms) {
        let (mut registers, mut key) = (Vec::new(), Vec::new());
        for number in self.done..relation.len() {
            if !open(relation.tuple(number), &self.shape.openings, terms, &mut registers) {
                continue;
            }
            key.clear();
            key.extend(self.shape.key.iter().map(|&r| registers[r as usize]));
            let entry = self.entries.len() as u32;
            push(&mut self.entries, Entry { tuple: number, next: NONE });
            let hash = hash_words(key.iter().copied());
            if let Some(group) = self.table.find(hash, |g| same(self.key(g), &key)) {
                let last = std::mem::replace(&mut self.groups[group as usize].last, entry);
                self.entries[last as usize].next = entry;
                continue;
            }
            let group = self.groups.len() as u32;
            push(&mut self.groups, Group { first: entry, last: entry });
            for &term in &key {
                push(&mut self.keys, term);
            }
            self.table.insert(hash, group);
        }
        self.done = relation.len();
    }

    /// Start of the chain for a key.
    pub fn first(&self, key: &[TermId]) -> Option<u32> {
        self.table
            .find(hash_words(key.iter().copied()), |g| same(self.key(g), key))
            .map(|g| self.groups[g as usize].first)
    }

    /// The tuple at a position in a chain, and the next position.
    pub fn entry(&self, place: u32) -> (u32, Option<u32>) {
        let Entry { tuple, next } = self.entries[place as usize];
        (tuple, (next != NONE).then_some(next))
    }

    /// The mean number of tuples per key.
    pub fn fan_out(&self) -> f64 {
        self.entries.len() as f64 / self.groups.len().max(1) as f64
    }

    /// Memory that it holds.
    pub fn bytes(&self) -> usize {
        self.keys.capacity() * 4
            + self.groups.capacity() * size_of::<Group>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.table.bytes()
    }
}
