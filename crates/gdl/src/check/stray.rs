//! Names that stand once in the sheet, where a slip of the pen is likely.
//!
//! ```text
//! (init (control wite))                           warning: `wite` stands nowhere else; did you mean `white`?
//! (edge n41 n42) (edge n42 n52) (edge n52 m42)    warning: `m42` stands nowhere else; did you mean `n42`?
//! (after x y) (after y z) (after z w)             warning: `w` is not a role and stands nowhere else; did you mean `x`?
//! ```
//!
//! A name without a second occurrence may be meant: numbers end somewhere, and a path may lead to a place that no other
//! leads to. So it is reported only beside names that all stand elsewhere too, and then only if these are roles, or if
//! one of them differs by a single letter. Names that differ in a digit are a series.
//!
//! A fact shows all names of its relation, but what can stand in a fluent also comes from rules: there the domains
//! tell.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Program;
use super::domain::{Domains, Name, Place, each_place, name};
use super::occurrence::{Occurrences, name_within};
use super::report::Sink;
use super::suggestion::{closest_within, same_digits};
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Keyword, RelationId, Symbol, Symbols, Term};
use crate::source::{Source, Span};

/// Names of fewer letters are near to too many others.
const SHORTEST: usize = 3;

/// The constants at an argument of a relation, with where they stand.
type Columns = FxHashMap<(RelationId, usize), Vec<(Symbol, Span)>>;

/// Reports such names in relations that are given by facts.
pub(super) fn check_facts(
    rules: &[WrittenRule],
    roles: &[Term],
    occurrences: &Occurrences,
    program: &Program,
    report: &mut Sink,
) {
    let roles: BTreeSet<Symbol> = roles.iter().filter_map(constant).collect();
    let columns = columns(rules, program);
    let mut places: Vec<_> = columns.keys().copied().collect();
    places.sort_unstable_by_key(|&(relation, position)| (relation.0, position));
    for (relation, position) in places {
        let column = &columns[&(relation, position)];
        let mut once = column.iter().filter(|(name, _)| occurrences.is_once(*name));
        let (Some(&(name, span)), None) = (once.next(), once.next()) else { continue };
        if column.len() == 1 || report.is_full() {
            continue;
        }
        let others: BTreeSet<Symbol> = column.iter().map(|&(other, _)| other).filter(|other| *other != name).collect();
        if others.is_subset(&roles) {
            report.push(no_role(name, &roles, &others, program).at(span, "named only here"));
            continue;
        }
        let of_relation = columns.iter().filter(|((owner, _), _)| *owner == relation).flat_map(|(_, column)| column);
        let others = of_relation.map(|&(other, _)| other).filter(|other| !occurrences.is_once(*other));
        if let Some(meant) = meant(name, others, &program.symbols) {
            report.push(misspelt(name, meant, span, &program.symbols));
        }
    }
}

/// Reports such names in fluents.
pub(super) fn check_fluents(
    source: &Source,
    rules: &[WrittenRule],
    domains: &Domains,
    occurrences: &Occurrences,
    program: &Program,
    report: &mut Sink,
) {
    let symbols = &program.symbols;
    let mut looked_at = FxHashSet::default();
    for head in rules.iter().map(|rule| &rule.head) {
        let Some(Keyword::Init | Keyword::Next) = program.table.keyword(head.relation) else { continue };
        each_place(&head.plain(), &program.table, &mut |place, term| {
            // A fluent that nothing asks for is the concern of `unasked`.
            let Some(name) = name(term).filter(|name| place != place.outermost() && occurrences.is_once(name.0)) else {
                return;
            };
            // Only a name that is the only such name at its place is reported, so one look at each place is enough.
            if report.is_full() || symbols.name(name.0).chars().count() < SHORTEST || !looked_at.insert(place) {
                return;
            }
            if let Some(meant) = meant_in(place, name, domains, occurrences, symbols) {
                let span = name_within(source, head.span, symbols.name(name.0));
                report.push(misspelt(name.0, meant, span, symbols));
            }
        });
    }
}

/// The name for which the only one at a place that stands once in the sheet is probably a slip.
fn meant_in<'p>(
    place: Place,
    name: Name,
    domains: &Domains,
    occurrences: &Occurrences,
    symbols: &'p Symbols,
) -> Option<&'p str> {
    let names = &domains.at(place)?.names;
    if names.iter().any(|&other| other != name && occurrences.is_once(other.0)) {
        return None;
    }
    let alike = names.iter().filter(|other| **other != name && other.1 == name.1);
    meant(name.0, alike.map(|other| other.0), symbols)
}

/// A name among roles that is none.
fn no_role(name: Symbol, roles: &BTreeSet<Symbol>, others: &BTreeSet<Symbol>, program: &Program) -> Diagnostic {
    let symbols = &program.symbols;
    let message = format!("`{}` is not a role and occurs nowhere else in the sheet", symbols.short(name));
    let missing: Vec<&str> = roles.difference(others).map(|&role| symbols.name(role)).collect();
    let help = match *missing {
        [role] => format!("did you mean `{role}`?"),
        _ => "all other names in this place are roles".to_owned(),
    };
    Diagnostic::warning(Code::Constant, message).help(help)
}

/// The one of some names that differs from a name by a letter.
fn meant(name: Symbol, others: impl Iterator<Item = Symbol>, symbols: &Symbols) -> Option<&str> {
    let spelling = symbols.name(name);
    let others: BTreeSet<&str> = others.map(|other| symbols.name(other)).collect();
    closest_within(1, spelling, others.into_iter().filter(|other| same_digits(other, spelling)))
}

/// That a name that can stand somewhere is a slip for the one that is asked for: it stands once in the sheet, and the
/// other one often.
pub(super) fn slip_for(
    asked: Symbol,
    name: Symbol,
    source: &Source,
    occurrences: &Occurrences,
    program: &Program,
) -> Option<Diagnostic> {
    let symbols = &program.symbols;
    if !occurrences.is_once(name) || occurrences.is_once(asked) || !same_digits(symbols.name(name), symbols.name(asked))
    {
        return None;
    }
    let span = occurrences.first(name, source, program)?;
    Some(misspelt(name, symbols.name(asked), span, symbols))
}

/// That a name stands once, at `span`, and what was probably meant.
fn misspelt(name: Symbol, meant: &str, span: Span, symbols: &Symbols) -> Diagnostic {
    let message = format!("`{}` occurs nowhere else in the sheet", symbols.short(name));
    Diagnostic::warning(Code::Constant, message).at(span, "named only here").help(format!("did you mean `{meant}`?"))
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
