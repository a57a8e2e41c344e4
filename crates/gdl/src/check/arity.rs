//! Arities: keywords take a fixed number of arguments, and every relation always takes the same number.
//!
//! ```text
//! (legal noop)                 error: `legal` takes 2 arguments, not 1
//! (succ 1 2) (succ 3)          error: `succ` has 1 argument here, but 2 arguments elsewhere
//! ```
//!
//! In lenient mode a name with two arities is two relations. A function with two arities only gets a warning, since the
//! terms differ.

use rustc_hash::{FxHashMap, FxHashSet};

use super::table::KEYWORDS;
use crate::diagnostic::{Code, Diagnostic, short};
use crate::rules::{Keyword, Symbol};
use crate::source::Span;

/// The arities with which each name of the sheet is used.
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
    /// The arity and span of the first use, returned the first time another use differs from it.
    fn differs(&mut self, name: Symbol, arity: usize, span: Span) -> Option<(usize, Span)> {
        let first = *self.first.entry(name).or_insert((arity, span));
        (first.0 != arity && self.reported.insert((name, arity))).then_some(first)
    }
}

impl Arities {
    /// Records a use of a relation.
    pub fn relation(&mut self, name: Symbol, text: &str, arity: usize, span: Span) -> Option<Diagnostic> {
        let (first, place) = self.relations.differs(name, arity, span)?;
        let message = format!("`{}` has {} here, but {} elsewhere", short(text), arguments(arity), arguments(first));
        Some(Diagnostic::error(Code::Arity, message).at(span, arguments(arity)).at(place, arguments(first)))
    }

    /// Records a use of a function.
    pub fn function(&mut self, name: Symbol, text: &str, arity: usize, span: Span) -> Option<Diagnostic> {
        let (first, place) = self.functions.differs(name, arity, span)?;
        let message = format!("`{}` has {} here, but {} elsewhere", short(text), arguments(arity), arguments(first));
        Some(Diagnostic::warning(Code::Arity, message).at(span, arguments(arity)).at(place, arguments(first)))
    }
}

/// The error for a keyword with this number of arguments, if it is wrong.
///
/// `base`, `input` and `sees` were added to GDL later: older sheets use these names for relations of their own.
pub(super) fn of_keyword(name: &str, arity: usize, span: Span) -> Option<Diagnostic> {
    let (keyword, expected, kind) = KEYWORDS.iter().find(|(keyword, ..)| keyword.eq_ignore_ascii_case(name))?;
    let late = matches!(kind, Keyword::Base | Keyword::Input | Keyword::Sees);
    (arity != *expected && !late).then(|| wrong(keyword, *expected, arity, span))
}

/// A keyword with the wrong number of arguments.
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
