//! Tabulates functions of a state that combine one term per variable, for several variables at once.
//!
//! A measure is a sum over the variables, and a content hash is a product over them. With a table over a dozen bits of
//! the key, few look-ups replace many; and since states come in ascending order, most of them are the same as for the
//! state before.

use crate::key::Key;
use crate::layout::KeyLayout;

/// The maximum number of bits per table, unless a single variable has more.
const BITS: usize = 12;

/// The tables of one function, from the highest bits of the key to the lowest.
pub struct Tables<T> {
    parts: Vec<Part<T>>,
    identity: T,
    combine: fn(T, T) -> T,
}

struct Part<T> {
    first: usize,
    width: usize,
    table: Vec<T>,
}

impl<T: Copy> Tables<T> {
    /// Tabulates the combination of `term(variable, value)` over all variables.
    pub fn new(layout: &KeyLayout, identity: T, term: impl Fn(usize, usize) -> T, combine: fn(T, T) -> T) -> Tables<T> {
        let mut parts: Vec<Part<T>> = Vec::new();
        let mut constant = identity;
        for (number, variable) in layout.variables().iter().enumerate() {
            let field = layout.field(number);
            let terms: Vec<T> = (0..variable.domain()).map(|value| term(number, value)).collect();
            if field.width == 0 {
                constant = terms.first().map_or(constant, |&only| combine(constant, only));
                continue;
            }
            match parts.last_mut().filter(|part| part.width + field.width <= BITS) {
                Some(part) => {
                    part.table = extended(&part.table, &terms, field.width, identity, combine);
                    part.width += field.width;
                }
                None => {
                    let table = extended(&[identity], &terms, field.width, identity, combine);
                    parts.push(Part { first: field.first, width: field.width, table });
                }
            }
        }
        Tables { parts, identity: constant, combine }
    }

    /// A walk over ascending keys.
    pub fn walk<const N: usize>(&self) -> Walk<'_, T, N> {
        Walk { tables: self, last: Key::ZERO, combined: vec![None; self.parts.len()] }
    }
}

/// The table with one more variable in its lowest bits.
fn extended<T: Copy>(table: &[T], terms: &[T], width: usize, identity: T, combine: fn(T, T) -> T) -> Vec<T> {
    // Codes beyond the domain occur in no state.
    let term = |value: usize| terms.get(value).copied().unwrap_or(identity);
    table.iter().flat_map(|&entry| (0..1 << width).map(move |value| combine(entry, term(value)))).collect()
}

/// Evaluates a function for a sequence of keys.
pub struct Walk<'t, T, const N: usize> {
    tables: &'t Tables<T>,
    last: Key<N>,
    /// For each part, the combination of all parts up to it, for the last key.
    combined: Vec<Option<T>>,
}

impl<T: Copy, const N: usize> Walk<'_, T, N> {
    /// The value for a key.
    #[inline(always)]
    pub fn of(&mut self, key: &Key<N>) -> T {
        let parts = &self.tables.parts;
        let shared = key.shared_bits(&self.last);
        self.last = *key;
        let mut from = parts.len();
        while from > 0 && (parts[from - 1].first + parts[from - 1].width > shared || self.combined[from - 1].is_none())
        {
            from -= 1;
        }
        let before = from.checked_sub(1).and_then(|part| self.combined[part]);
        let mut value = before.unwrap_or(self.tables.identity);
        for (part, combined) in parts.iter().zip(&mut self.combined).skip(from) {
            let code = (key.window(part.first) >> (64 - part.width)) as usize;
            value = (self.tables.combine)(value, part.table[code]);
            *combined = Some(value);
        }
        value
    }
}
