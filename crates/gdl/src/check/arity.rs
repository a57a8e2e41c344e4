//! Arities: GDL's words take their number of arguments, a relation always the same one.
//!
//! ```text
//! (legal noop)                 error: `legal` takes 2 arguments, not 1
//! (succ 1 2) (succ 3)          error: `succ` has 1 argument here, but 2 arguments elsewhere
//! ```
//!
//! Leniently, a name with two arities is two relations. A function with two arities is merely suspicious: the terms
//! differ.

use rustc_hash::{FxHashMap, FxHashSet};

use super::table::KEYWORDS;
use crate::diagnostic::{Code, Diagnostic, short};
use crate::rules::{Keyword, Symbol};
use crate::source::Span;

/// Which arities the sheet's names have been used with.
#[derive(Default)]
pub(super) struct Arities {
    relations: Uses,
    functions: Uses,
}

#[derive(Default)]
struct Uses {
    first: FxHashMap<Symbol, (usize, Span)>,
    reported: FxHashSet<(Symbol, usize)>,
}

impl Uses {
    /// The arity and place of the first use, if this one differs from it for the first time.
    fn differs(&mut self, name: Symbol, arity: usize, span: Span) -> Option<(usize, Span)> {
        let first = *self.first.entry(name).or_insert((arity, span));
        (first.0 != arity && self.reported.insert((name, arity))).then_some(first)
    }
}

impl Arities {
    /// Notes a use of a relation.
    pub fn relation(&mut self, name: Symbol, text: &str, arity: usize, span: Span) -> Option<Diagnostic> {
        let (first, place) = self.relations.differs(name, arity, span)?;
        let message = format!("`{}` has {} here, but {} elsewhere", short(text), arguments(arity), arguments(first));
        Some(Diagnostic::error(Code::Arity, message).at(span, arguments(arity)).at(place, arguments(first)))
    }

    /// Notes a use of a function.
    pub fn function(&mut self, name: Symbol, text: &str, arity: usize, span: Span) -> Option<Diagnostic> {
        let (first, place) = self.functions.differs(name, arity, span)?;
        let message = format!("`{}` has {} here, but {} elsewhere", short(text), arguments(arity), arguments(first));
        Some(Diagnostic::warning(Code::Arity, message).at(span, arguments(arity)).at(place, arguments(first)))
    }
}

/// What is wrong with this number of arguments of a keyword.
///
/// `base`, `input` and `sees` came late: older sheets use these names for relations of their own.
pub(super) fn of_keyword(name: &str, arity: usize, span: Span) -> Option<Diagnostic> {
    let (keyword, expected, kind) = KEYWORDS.iter().find(|(keyword, ..)| keyword.eq_ignore_ascii_case(name))?;
    let late = matches!(kind, Keyword::Base | Keyword::Input | Keyword::Sees);
    (arity != *expected && !late).then(|| wrong(keyword, *expected, arity, span))
}

/// A word of GDL with the wrong number of arguments.
pub(super) fn wrong(word: &str, expected: usize, found: usize, span: Span) -> Diagnostic {
    let found = if found == 0 { "none".to_string() } else { found.to_string() };
    let message = format!("`{word}` takes {}, not {found}", arguments(expected));
    Diagnostic::error(Code::Arity, message).at(span, format!("{} expected", arguments(expected)))
}

/// `1 argument`, `2 arguments`
fn arguments(count: usize) -> String {
    match count {
        0 => "no argument".into(),
        1 => "1 argument".into(),
        n => format!("{n} arguments"),
    }
}
