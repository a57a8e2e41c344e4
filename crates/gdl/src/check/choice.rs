//! Roles that never have a choice, as far as the `legal` rules alone show it.
//!
//! ```text
//! (role white) (legal white wait)      warning: `white` never has a choice: its only move is `wait`
//! ```

use super::Program;
use super::domain::{Bound, Domains, name};
use super::report::Sink;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic, short};
use crate::rules::{DisplayTerm, Keyword, Term};
use crate::source::Span;

/// The number of roles that are checked.
const ROLES: usize = 64;

/// Reports each role for which all applicable `legal` rules conclude the same move.
pub(super) fn check(rules: &[WrittenRule], roles: &[Term], domains: &Domains, program: &Program, report: &mut Sink) {
    let is_role = |rule: &&WrittenRule| program.table.keyword(rule.head.relation) == Some(Keyword::Role);
    for role in roles.iter().take(ROLES) {
        let mut moves = moves_of(role, domains, program);
        let Some(only) = moves.next().filter(|first| first.is_ground() && moves.all(|other| other == *first)) else {
            continue;
        };
        let Some(fact) = rules.iter().filter(is_role).find(|fact| fact.head.arguments[0] == *role) else { continue };
        let text = |term| DisplayTerm { symbols: &program.symbols, term }.to_string();
        report.push(never(&text(role), fact.span, &format!("its only move is `{}`", short(&text(only)))));
    }
}

/// The moves concluded by the facts and rules that can apply to a role.
fn moves_of<'a>(role: &'a Term, domains: &'a Domains, program: &'a Program) -> impl Iterator<Item = &'a Term> {
    let legal = program.table.find_keyword(Keyword::Legal);
    let is_possible = move |rule: &&Bound| match &rule.clause.head.arguments[0] {
        Term::Variable(variable) => {
            let names = domains.shared(&rule.binders[variable.0 as usize]);
            name(role).is_none_or(|role| names.is_none_or(|names| names.contains(&role)))
        }
        other => !other.is_ground() || other == role,
    };
    let facts = program.clauses.iter().map(|placed| &placed.clause).filter(|clause| clause.body.is_empty());
    let facts = facts.filter(move |fact| fact.head.relation == legal && fact.head.arguments[0] == *role);
    let rules = domains.rules.iter().filter(move |rule| rule.clause.head.relation == legal).filter(is_possible);
    facts.chain(rules.map(|rule| rule.clause)).map(|clause| &clause.head.arguments[1])
}

/// The warning that a role never has a choice, with the reason; `place` is where the sheet names the role.
pub fn never(role: &str, place: Span, why: &str) -> Diagnostic {
    Diagnostic::warning(Code::Choice, format!("`{}` never has a choice: {why}", short(role)))
        .at(place, "this role decides nothing")
        .help("if it should have a choice, look at the conditions of its `legal` rules")
}
