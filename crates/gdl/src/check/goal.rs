//! Goal values: integers from 0 to 100.
//!
//! ```text
//! (goal x 1000)                                               error: goal values are integers from 0 to 100
//! (<= (goal ?r ?v) (true (won ?r ?n)) (worth ?n ?v))
//! (worth 1 4o)                                                warning: goal values are integers from 0 to 100
//! ```
//!
//! The value of a variable is known only after grounding, which rejects values that are not numbers. Before that,
//! domains give its possible values. They may be too large, so this is a warning. Numbers outside the range are not
//! reported: a score counted by rules rarely gets as high as the largest number in the sheet.

use rustc_hash::FxHashSet;

use super::Program;
use super::domain::{Domains, Place, each_place, name};
use super::occurrence::name_within;
use super::report::Sink;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Keyword, Term};
use crate::source::Source;

const MESSAGE: &str = "goal values are integers from 0 to 100";

/// Reports wrong goal values that are written as constants.
pub(super) fn check(rules: &[WrittenRule], program: &Program, report: &mut Sink) {
    let heads = rules.iter().map(|rule| &rule.head);
    for head in heads.filter(|head| program.table.keyword(head.relation) == Some(Keyword::Goal)) {
        let fine = match &head.arguments[1] {
            Term::Variable(_) => true,
            Term::Constant(value) => is_goal_value(program.symbols.name(*value)),
            Term::Compound(..) => false,
        };
        if !fine {
            let error = Diagnostic::error(Code::Goal, MESSAGE);
            report.violation(error.at(head.places[1], "not an integer from 0 to 100"));
        }
    }
}

/// Reports names that are not numbers but can reach a goal through a variable, at the place where they are written.
pub(super) fn check_variables(
    source: &Source,
    rules: &[WrittenRule],
    domains: &Domains,
    program: &Program,
    report: &mut Sink,
) {
    let (table, symbols) = (&program.table, &program.symbols);
    let values = Place::argument(table.find_keyword(Keyword::Goal), 1, table);
    let Some(domain) = domains.at(values) else { return };
    let mut wrong = domain.names.clone();
    wrong.retain(|&(name, arity)| arity > 0 || symbols.name(name).parse::<i64>().is_err());
    if wrong.is_empty() {
        return;
    }
    let origins = origins(values, domains, program);
    for head in rules.iter().map(|rule| &rule.head) {
        each_place(&head.plain(), table, &mut |place, term| {
            if let Some(name) = name(term)
                && origins.contains(&place)
                && wrong.remove(&name)
            {
                let span = match place == place.outermost() {
                    true => head.places[place.owner(table).1],
                    false => name_within(source, head.span, symbols.name(name.0)),
                };
                report.push(Diagnostic::warning(Code::Goal, MESSAGE).at(span, "this can become a goal value"));
            }
        });
    }
}

/// The places from which variables carry names to a place, directly or indirectly.
fn origins(to: Place, domains: &Domains, program: &Program) -> FxHashSet<Place> {
    let mut origins = FxHashSet::default();
    let mut found = vec![to];
    while !found.is_empty() {
        let targets: FxHashSet<Place> = found.drain(..).collect();
        for rule in &domains.rules {
            each_place(&rule.clause.head, &program.table, &mut |place, term| {
                if let Term::Variable(variable) = term
                    && targets.contains(&place)
                {
                    let new = rule.binders[variable.0 as usize].iter().filter(|&&binder| origins.insert(binder));
                    found.extend(new);
                }
            });
        }
    }
    origins
}

/// Whether GDL allows a name as a goal value.
fn is_goal_value(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit()) && name.parse().is_ok_and(|value: u32| value <= 100)
}
