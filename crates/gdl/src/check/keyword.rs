//! Misplaced keywords.
//!
//! ```text
//! (<- (p ?x) (q ?x))                  error: `<-` is not GDL's arrow; did you mean `<=`?
//! (<= (goal x 100) (next (won x)))    error: `next` cannot be used in a body
//! ```

use super::Program;
use super::report::Sink;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::Expression;
use crate::rules::Keyword;
use crate::source::Source;

/// Arrows of other languages.
const ARROWS: [&str; 8] = ["<-", "=>", "->", ":-", "<==", "==>", "implies", "if"];

/// A top-level expression that starts with an arrow of another language and otherwise looks like a rule.
pub(super) fn mistaken_arrow(source: &Source, expression: &Expression) -> Option<Diagnostic> {
    let Expression::List(items, _) = expression else { return None };
    let [Expression::Symbol(arrow), Expression::List(..), ..] = &items[..] else { return None };
    let text = source.slice(*arrow);
    ARROWS.contains(&text).then(|| {
        Diagnostic::error(Code::Keyword, format!("`{text}` is not GDL's arrow"))
            .at(*arrow, "a rule starts with `<=`")
            .help("did you mean `<=`? The head of the rule follows it, then the body")
    })
}

/// Reports keywords in bodies that are allowed only in heads.
pub(super) fn check(rules: &[WrittenRule], program: &Program, report: &mut Sink) {
    for rule in rules {
        for formula in &rule.body {
            formula.atoms(&mut |atom| {
                let (name, instead) = match program.table.keyword(atom.relation) {
                    Some(Keyword::Next) => ("next", "define a relation for the condition and use it in both places"),
                    Some(Keyword::Init) => ("init", "did you mean `true`?"),
                    Some(Keyword::Sees) => ("sees", "it only informs players"),
                    _ => return,
                };
                report.violation(
                    Diagnostic::error(Code::Keyword, format!("`{name}` cannot be used in a body"))
                        .at(atom.span, "allowed in heads only")
                        .help(instead),
                );
            });
        }
    }
}
