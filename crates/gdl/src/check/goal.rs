//! Goal values: integers from 0 to 100.
//!
//! ```text
//! (goal x 1000)      error: goal values go from 0 to 100
//! ```
//!
//! A variable's value is only known in play; whoever evaluates a terminal state checks it again.

use super::Program;
use super::report::Report;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Keyword, Term};

/// Reports goal values that are written out and wrong.
pub(super) fn check(rules: &[WrittenRule], program: &Program, report: &mut Report) {
    let heads = rules.iter().map(|rule| &rule.head);
    for head in heads.filter(|head| program.table.keyword(head.relation) == Some(Keyword::Goal)) {
        let fine = match &head.arguments[1] {
            Term::Variable(_) => true,
            Term::Constant(value) => {
                let value = program.symbols.name(*value);
                value.bytes().all(|b| b.is_ascii_digit()) && value.parse().is_ok_and(|value: u32| value <= 100)
            }
            Term::Compound(..) => false,
        };
        if !fine {
            let error = Diagnostic::error(Code::Goal, "goal values are integers from 0 to 100");
            report.violation(error.at(head.places[1], "not such a number"));
        }
    }
}
