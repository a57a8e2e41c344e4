//! The subject of a query: the facts of a state and, for a successor, the joint move.

use crate::shape::Shape;
use crate::table::Table;
use crate::terms::Terms;

/// The true facts and the moves made.
#[derive(Clone, Default)]
pub(crate) struct Position {
    facts: Vec<u32>,
    /// The facts by functor.
    by_functor: Vec<Vec<u32>>,
    /// For each term, the epoch in which it was last true.
    stamps: Vec<u32>,
    epoch: u32,
    /// Roles with their moves.
    moves: Vec<[u32; 2]>,
}

impl Position {
    pub(crate) fn facts(&self) -> &[u32] {
        &self.facts
    }

    pub(crate) fn moves(&self) -> &[[u32; 2]] {
        &self.moves
    }

    pub(crate) fn set_facts(&mut self, facts: impl Iterator<Item = u32>, terms: &Terms) {
        for &fact in &self.facts {
            self.by_functor[terms.functor_of(fact).0 as usize].clear();
        }
        self.by_functor.resize_with(terms.functors(), Vec::new);
        self.stamps.resize(terms.len(), 0);
        if self.epoch == u32::MAX {
            self.stamps.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
        self.facts.clear();
        for fact in facts {
            self.facts.push(fact);
            self.stamps[fact as usize] = self.epoch;
            self.by_functor[terms.functor_of(fact).0 as usize].push(fact);
        }
    }

    pub(crate) fn set_moves(&mut self, moves: impl Iterator<Item = [u32; 2]>) {
        self.moves.clear();
        self.moves.extend(moves);
    }

    /// Whether a term is a fact. Terms created after the state are not.
    #[inline]
    pub(crate) fn holds(&self, term: u32) -> bool {
        self.stamps.get(term as usize).is_some_and(|&stamp| stamp == self.epoch)
    }

    /// Adds the facts of the state to the table for calls of this shape.
    pub(crate) fn file_facts(&self, shape: &Shape, terms: &Terms, table: &mut Table) {
        let facts = match shape {
            Shape::Compound(functor, _) | Shape::Whole(functor) => {
                self.by_functor.get(functor.0 as usize).map_or(&[][..], Vec::as_slice)
            }
            _ => &self.facts,
        };
        facts.iter().for_each(|&fact| table.file(std::slice::from_ref(shape), &[fact], terms));
    }

    /// Adds the moves to the table for calls of this shape.
    pub(crate) fn file_moves(&self, shapes: &[Shape], terms: &Terms, table: &mut Table) {
        self.moves.iter().for_each(|role_and_move| table.file(shapes, role_and_move, terms));
    }
}
