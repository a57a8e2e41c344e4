//! `:requirements`. Those that are not supported are refused by name.

use gdl::diagnostic::Code;
use gdl::expression::Expression;

use super::{Reader, shortened};

/// The supported requirements.
pub(crate) const SUPPORTED: [&str; 13] = [
    ":strips",
    ":typing",
    ":equality",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":derived-predicates",
    ":adl",
    ":action-costs",
    ":gains",
];

impl Reader<'_> {
    /// Reads the list of requirements.
    pub(super) fn requirements(&mut self, items: &[Expression]) {
        for item in items {
            let name = match item {
                Expression::Symbol(span) => self.name(*span),
                _ => String::new(),
            };
            if !name.starts_with(':') {
                let message = "a requirement starts with a colon";
                self.error(Code::Requirement, message, item.span(), "for example `:typing`");
            } else if !SUPPORTED.contains(&&*name) {
                self.error_with_help(
                    Code::Requirement,
                    format!("the requirement `{}` is not supported", shortened(&name)),
                    (item.span(), "refused"),
                    format!("these are: {}", SUPPORTED.join(" ")),
                );
            }
        }
    }
}
