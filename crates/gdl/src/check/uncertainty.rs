//! Chance and hidden information: GDL-II sheets, which are read but not solved.
//!
//! ```text
//! (role random)                       warning: games of chance cannot be solved yet
//! (<= (sees ?r (card ?c)) …)          warning: games with hidden information cannot be solved
//! ```

use super::Program;
use super::report::Sink;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Keyword;
use crate::uncertainty::{Uncertainty, is_random};

/// The commands that work for such a sheet.
const HELP: &str = "`info`, `simulate` and `reach` work for this game; `solve` and `strategy` refuse it";

/// Warns about the role `random` and about the first rule for `sees`.
pub(super) fn check(rules: &[WrittenRule], program: &Program, report: &mut Sink) {
    let mut warn = |code, uncertainty: Uncertainty, place| {
        let warning = Diagnostic::warning(code, uncertainty.to_string());
        report.push(warning.at(place, "a keyword of GDL-II").help(HELP));
    };
    let heads = || rules.iter().map(|rule| &rule.head);
    let mut roles = heads().filter(|head| program.table.keyword(head.relation) == Some(Keyword::Role));
    if let Some(role) = roles.find(|head| is_random(&head.arguments[0], &program.symbols)) {
        warn(Code::Chance, Uncertainty::Chance, role.places[0]);
    }
    if let Some(sees) = heads().find(|head| program.table.keyword(head.relation) == Some(Keyword::Sees)) {
        warn(Code::Hidden, Uncertainty::Hidden, sees.name);
    }
}
