//! Names that stand in a single fact of the sheet, where a slip of the pen is likely.
//!
//! ```text
//! (edge n41 n42) (edge n42 n52) (edge n52 m42)    warning: `m42` stands nowhere else; did you mean `n42`?
//! (after x y) (after y z) (after z w)             warning: `w` is not a role and stands nowhere else; did you mean `x`?
//! ```
//!
//! A name without a second occurrence may be meant: numbers end somewhere, and a path may lead to a place that no other leads to. So it is
//! reported only beside names that all stand elsewhere too, and then only if these are roles, or if one of them differs by a single
//! letter. Names that differ in a digit are a series.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Program;
use super::report::Report;
use super::suggestion::closest_within;
use super::written::{Formula, WrittenRule};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{RelationId, Symbol, Term};
use crate::source::Span;

/// The constants at an argument of a relation, with where they stand.
type Columns = FxHashMap<(RelationId, usize), Vec<(Symbol, Span)>>;

/// Reports such names, but for those that are reported already.
pub(super) fn check(
    rules: &[WrittenRule],
    roles: &[Term],
    reported: &FxHashSet<Symbol>,
    program: &Program,
    report: &mut Report,
) {
    let roles: BTreeSet<Symbol> = roles.iter().filter_map(constant).collect();
    let occurrences = occurrences(rules);
    let is_once = |name: &Symbol| occurrences.get(name) == Some(&1);
    let columns = columns(rules, program);
    let mut places: Vec<_> = columns.keys().copied().collect();
    places.sort_unstable_by_key(|&(relation, position)| (relation.0, position));
    for (relation, position) in places {
        let column = &columns[&(relation, position)];
        let mut once = column.iter().filter(|(name, _)| is_once(name));
        let (Some(&(name, span)), None) = (once.next(), once.next()) else { continue };
        if column.len() == 1 || reported.contains(&name) || report.is_full() {
            continue;
        }
        let others: BTreeSet<Symbol> = column.iter().map(|&(other, _)| other).filter(|other| *other != name).collect();
        let warning = match others.is_subset(&roles) {
            true => Some(no_role(name, &roles, &others, program)),
            false => misspelt(name, relation, &columns, &is_once, program),
        };
        if let Some(warning) = warning {
            report.push(warning.at(span, "named only here"));
        }
    }
}

/// A name among roles that is none.
fn no_role(name: Symbol, roles: &BTreeSet<Symbol>, others: &BTreeSet<Symbol>, program: &Program) -> Diagnostic {
    let symbols = &program.symbols;
    let message = format!("`{}` is not a role and stands nowhere else in the sheet", symbols.short(name));
    let missing: Vec<&str> = roles.difference(others).map(|&role| symbols.name(role)).collect();
    let help = match *missing {
        [role] => format!("did you mean `{role}`?"),
        _ => "all other names at this place are roles".to_owned(),
    };
    Diagnostic::warning(Code::Constant, message).help(help)
}

/// A name that differs by a letter from another one of the relation.
fn misspelt(
    name: Symbol,
    relation: RelationId,
    columns: &Columns,
    is_once: &dyn Fn(&Symbol) -> bool,
    program: &Program,
) -> Option<Diagnostic> {
    let symbols = &program.symbols;
    let spelling = symbols.name(name);
    let of_relation = columns.iter().filter(|((owner, _), _)| *owner == relation).flat_map(|(_, column)| column);
    let others: BTreeSet<&str> =
        of_relation.filter(|(other, _)| !is_once(other)).map(|&(other, _)| symbols.name(other)).collect();
    let alike = others.into_iter().filter(|other| digits(other) == digits(spelling));
    let meant = closest_within(1, spelling, alike)?;
    let message = format!("`{}` stands nowhere else in the sheet", symbols.short(name));
    Some(Diagnostic::warning(Code::Constant, message).help(format!("did you mean `{meant}`?")))
}

/// How often each name stands in the sheet.
fn occurrences(rules: &[WrittenRule]) -> FxHashMap<Symbol, usize> {
    let mut counts = FxHashMap::default();
    for rule in rules {
        rule.head.arguments.iter().for_each(|term| count(term, &mut counts));
        rule.body.iter().for_each(|formula| count_in(formula, &mut counts));
    }
    counts
}

fn count_in(formula: &Formula, counts: &mut FxHashMap<Symbol, usize>) {
    match formula {
        Formula::Atom(atom) => atom.arguments.iter().for_each(|term| count(term, counts)),
        Formula::Distinct(left, right, ..) => [left, right].into_iter().for_each(|term| count(term, counts)),
        Formula::Not(inner) => count_in(inner, counts),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| count_in(part, counts)),
    }
}

fn count(term: &Term, counts: &mut FxHashMap<Symbol, usize>) {
    let name = match term {
        Term::Variable(_) => return,
        Term::Constant(name) => name,
        Term::Compound(name, arguments) => {
            arguments.iter().for_each(|argument| count(argument, counts));
            name
        }
    };
    *counts.entry(*name).or_default() += 1;
}

/// The constants of the relations that are given by facts alone.
fn columns(rules: &[WrittenRule], program: &Program) -> Columns {
    let derived: FxHashSet<RelationId> =
        rules.iter().filter(|rule| !rule.body.is_empty()).map(|rule| rule.head.relation).collect();
    let mut columns = Columns::default();
    for head in rules.iter().map(|rule| &rule.head) {
        if derived.contains(&head.relation) || program.table.keyword(head.relation).is_some() {
            continue;
        }
        for (position, (term, &span)) in head.arguments.iter().zip(&head.places).enumerate() {
            if let Some(name) = constant(term) {
                columns.entry((head.relation, position)).or_default().push((name, span));
            }
        }
    }
    columns
}

fn constant(term: &Term) -> Option<Symbol> {
    match term {
        Term::Constant(name) => Some(*name),
        _ => None,
    }
}

/// What tells the names of a series apart.
fn digits(name: &str) -> String {
    name.chars().filter(|character| character.is_ascii_digit() || "+-".contains(*character)).collect()
}
