//! Heads of rules: a head is a relation other than `true` and `does`, which are given by the state of play.
//!
//! ```text
//! (<= (true (step 2)) (true (step 1)))      error: `true` cannot be the head of a rule; did you mean `next`?
//! ```

use super::written::WrittenAtom;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Keyword;
use crate::source::Span;

/// A rule that consists only of an arrow.
pub(super) fn missing(span: Span) -> Diagnostic {
    Diagnostic::error(Code::Head, "a rule needs a head").at(span, "nothing follows the arrow")
}

/// A connective where a relation is expected.
pub(super) fn connective(word: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(Code::Head, format!("`{word}` cannot be the head of a rule"));
    let error = error.at(span, "a relation is expected here");
    match word {
        "and" => error.help("write a rule for each part"),
        "or" => error.help("GDL has no disjunctive conclusions"),
        "not" => error.help("facts that no rule derives are false anyway"),
        _ => error,
    }
}

/// The error for this head, if it is not allowed.
pub(super) fn check(keyword: Option<Keyword>, is_fact: bool, head: &WrittenAtom) -> Option<Diagnostic> {
    let (name, instead) = match keyword? {
        Keyword::True if is_fact => ("true", "init"),
        Keyword::True => ("true", "next"),
        Keyword::Does => ("does", "legal"),
        _ => return None,
    };
    Some(
        Diagnostic::error(Code::Head, format!("`{name}` cannot be the head of a rule"))
            .at(head.span, "given by the state, not by rules")
            .help(format!("did you mean `{instead}`?")),
    )
}
