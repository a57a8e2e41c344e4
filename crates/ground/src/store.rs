//! The data that joins read and write: terms, relations and their indexes.

use rustc_hash::FxHashMap;

use crate::clause::{Atom, Pattern, RelationInfo};
use crate::index::{Index, Shape};
use crate::limits::Stop;
use crate::relation::Relation;
use crate::terms::{TermId, Terms};

/// Index into [`Store::indexes`].
pub type IndexId = u32;

/// Terms, relations and indexes.
#[derive(Debug, Default)]
pub struct Store {
    /// All ground terms.
    pub terms: Terms,
    /// The relations, numbered as in [`crate::clause::Clauses::relations`].
    pub relations: Vec<Relation>,
    /// Indexes used by plans.
    pub indexes: Vec<Index>,
    by_shape: FxHashMap<Shape, IndexId>,
    /// Bound on the size of a term.
    pub term_limit: u32,
    /// Scratch for arguments of terms under construction.
    stack: Vec<TermId>,
}

impl Store {
    /// Empty relations.
    pub fn new(terms: Terms, relations: &[RelationInfo], term_limit: u32) -> Store {
        let relations = relations.iter().map(|r| Relation::new(r.arity)).collect();
        Store { terms, relations, term_limit, ..Store::default() }
    }

    /// The index of this shape, created if necessary. It contains all current tuples of the relation.
    pub fn index(&mut self, shape: &Shape) -> IndexId {
        let id = match self.by_shape.get(shape) {
            Some(&id) => id,
            None => {
                let id = self.indexes.len() as IndexId;
                self.indexes.push(Index::new(shape.clone()));
                self.by_shape.insert(shape.clone(), id);
                id
            }
        };
        let index = &mut self.indexes[id as usize];
        index.update(&self.relations[shape.relation as usize], &self.terms);
        id
    }

    /// Brings all indexes up to date.
    pub fn update_indexes(&mut self) {
        for index in &mut self.indexes {
            index.update(&self.relations[index.shape.relation as usize], &self.terms);
        }
    }

    /// Drops all indexes.
    pub fn drop_indexes(&mut self) {
        self.indexes = Vec::new();
        self.by_shape = FxHashMap::default();
    }

    /// Adds a tuple to a relation. Returns whether it is new.
    pub fn insert(&mut self, relation: u32, tuple: &[TermId]) -> bool {
        self.relations[relation as usize].insert(tuple, &self.terms)
    }

    /// The term of a pattern under a binding, created if necessary.
    pub fn build(&mut self, pattern: &Pattern, binding: &[TermId]) -> Result<TermId, Stop> {
        match pattern {
            Pattern::Variable(v) => Ok(binding[*v as usize]),
            Pattern::Ground(term) => Ok(*term),
            Pattern::Compound(symbol, arguments) => {
                let base = self.stack.len();
                for argument in arguments {
                    let term = self.build(argument, binding)?;
                    self.stack.push(term);
                }
                let term = self.terms.intern(*symbol, &self.stack[base..], self.term_limit)?;
                self.stack.truncate(base);
                Ok(term)
            }
        }
    }

    /// The tuple of patterns under a binding.
    pub fn build_tuple(
        &mut self,
        patterns: &[Pattern],
        binding: &[TermId],
        tuple: &mut Vec<TermId>,
    ) -> Result<(), Stop> {
        tuple.clear();
        for pattern in patterns {
            tuple.push(self.build(pattern, binding)?);
        }
        Ok(())
    }

    /// The number of an atom's tuple under a binding, if the relation contains it. Creates no terms.
    pub fn lookup(&mut self, atom: &Atom, binding: &[TermId]) -> Option<u32> {
        self.stack.clear();
        for pattern in &atom.arguments {
            let term = self.find(pattern, binding)?;
            self.stack.push(term);
        }
        self.relations[atom.relation as usize].find(&self.stack)
    }

    /// As [`Store::build`], but creates no terms. May leave a partial tuple on the stack if a term is missing.
    fn find(&mut self, pattern: &Pattern, binding: &[TermId]) -> Option<TermId> {
        match pattern {
            Pattern::Variable(v) => Some(binding[*v as usize]),
            Pattern::Ground(term) => Some(*term),
            Pattern::Compound(symbol, arguments) => {
                let base = self.stack.len();
                for argument in arguments {
                    let term = self.find(argument, binding)?;
                    self.stack.push(term);
                }
                let term = self.terms.find(*symbol, &self.stack[base..]);
                self.stack.truncate(base);
                term
            }
        }
    }

    /// Number of atoms in all relations.
    pub fn atoms(&self) -> usize {
        self.relations.iter().map(|r| r.len() as usize).sum()
    }

    /// Memory that it holds.
    pub fn bytes(&self) -> usize {
        self.terms.bytes()
            + self.relations.iter().map(Relation::bytes).sum::<usize>()
            + self.indexes.iter().map(Index::bytes).sum::<usize>()
    }
}
