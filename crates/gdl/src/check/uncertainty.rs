//! Hidden information: sheets of GDL-II with `sees`, which are solved only if every role knows the state.
//!
//! ```text
//! (<= (sees ?r (card ?c)) …)          warning: `sees` rules say what each role sees
//! ```

use super::Program;
use super::report::Sink;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Keyword;
use crate::uncertainty::Uncertainty;

/// What can be done with such a sheet.
const HELP: &str = "`info`, `simulate` and `reach` work for this game; `strategy` refuses it";

/// Warns of the first rule for `sees`.
pub(super) fn check(rules: &[WrittenRule], program: &Program, report: &mut Sink) {
    let mut heads = rules.iter().map(|rule| &rule.head);
    if let Some(sees) = heads.find(|head| program.table.keyword(head.relation) == Some(Keyword::Sees)) {
        let warning = Diagnostic::warning(Code::Hidden, Uncertainty::Hidden.to_string());
        report.push(warning.at(sees.name, "a keyword of GDL-II").help(HELP));
    }
}
