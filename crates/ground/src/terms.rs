//! Hash-consed ground terms.
//!
//! A term is a number; equal terms have equal numbers, so joins compare and hash words, never trees. `(cell 1 2 b)` is
//! the symbol `cell` with the numbers of `1`, `2` and `b`.

use gdl::rules::{Symbol, Symbols};

use crate::limits::{Resource, Stop, push};
use crate::table::{Table, hash_words, same};

/// Number of a ground term in [`Terms`].
pub type TermId = u32;

/// All ground terms seen so far.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    symbols: Vec<Symbol>,
    /// The end of each term's arguments in `arguments`; they start at the end of the term before.
    ends: Vec<u32>,
    arguments: Vec<TermId>,
    /// The number of symbols in the written term.
    sizes: Vec<u32>,
    table: Table,
}

fn hash(symbol: Symbol, arguments: &[TermId]) -> u32 {
    hash_words(std::iter::once(symbol.0).chain(arguments.iter().copied()))
}

impl Terms {
    /// The symbol of a term.
    pub fn symbol(&self, term: TermId) -> Symbol {
        self.symbols[term as usize]
    }

    /// The arguments; none for a constant.
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        let term = term as usize;
        let start = if term == 0 { 0 } else { self.ends[term - 1] as usize };
        &self.arguments[start..self.ends[term] as usize]
    }

    /// The number of a term, if it exists.
    pub fn find(&self, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        self.table.find(hash(symbol, arguments), |t| self.symbol(t) == symbol && same(self.arguments(t), arguments))
    }

    /// The number of a term, created if necessary. Rejects terms of more than `limit` symbols.
    pub fn intern(&mut self, symbol: Symbol, arguments: &[TermId], limit: u32) -> Result<TermId, Stop> {
        if let Some(term) = self.find(symbol, arguments) {
            return Ok(term);
        }
        let size = arguments.iter().fold(1u32, |sum, &t| sum.saturating_add(self.sizes[t as usize]));
        if size > limit {
            return Err(Stop(Resource::TermSize));
        }
        let term = self.symbols.len() as TermId;
        push(&mut self.symbols, symbol);
        push(&mut self.sizes, size);
        for &argument in arguments {
            push(&mut self.arguments, argument);
        }
        if self.arguments.len() > u32::MAX as usize {
            return Err(Stop(Resource::Bytes));
        }
        push(&mut self.ends, self.arguments.len() as u32);
        self.table.insert(hash(symbol, arguments), term);
        Ok(term)
    }

    /// A constant that no sheet contains and no lookup finds; its text is meaningless.
    pub fn fresh(&mut self) -> TermId {
        let term = self.symbols.len() as TermId;
        push(&mut self.symbols, Symbol(u32::MAX));
        push(&mut self.sizes, 1);
        push(&mut self.ends, self.arguments.len() as u32);
        term
    }

    /// Canonical text: `(cell 1 2 b)`.
    pub fn text(&self, term: TermId, symbols: &Symbols) -> String {
        enum Piece {
            Term(TermId),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut stack = vec![Piece::Term(term)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Term(term) => {
                    let arguments = self.arguments(term);
                    if !arguments.is_empty() {
                        text.push('(');
                        stack.push(Piece::Text(")"));
                    }
                    text.push_str(symbols.name(self.symbol(term)));
                    for &argument in arguments.iter().rev() {
                        stack.push(Piece::Term(argument));
                        stack.push(Piece::Text(" "));
                    }
                }
            }
        }
        text
    }

    /// Memory that they hold.
    pub fn bytes(&self) -> usize {
        4 * (self.symbols.capacity() + self.ends.capacity() + self.arguments.capacity() + self.sizes.capacity())
            + self.table.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_numbers_and_print_canonically() {
        let mut symbols = Symbols::default();
        let [f, a, b] = ["f", "a", "b"].map(|name| symbols.intern(name));
        let mut terms = Terms::default();
        let a = terms.intern(a, &[], 10).unwrap();
        let b = terms.intern(b, &[], 10).unwrap();
        let inner = terms.intern(f, &[a, b], 10).unwrap();
        let outer = terms.intern(f, &[inner, b], 10).unwrap();
        assert_eq!(terms.intern(f, &[a, b], 10), Ok(inner));
        assert_ne!(inner, outer);
        assert_eq!(terms.text(outer, &symbols), "(f (f a b) b)");
        assert_eq!(terms.intern(f, &[outer, outer], 10), Err(Stop(Resource::TermSize)));
    }
}
