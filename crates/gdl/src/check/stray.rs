//! Names that occur only once in the sheet and are probably typos.
//!
//! ```text
//! (init (control wite))                           warning: `wite` occurs nowhere else in the sheet
//! (edge n41 n42) (edge n42 n52) (edge n52 m42)    warning: `m42` occurs nowhere else in the sheet
//! (after x y) (after y z) (after z w)             warning: `w` is not a role and occurs nowhere else in the sheet
//! ```
//!
//! A name that occurs only once may be intended: a series of numbers has an end, and a path may lead to a place that no
//! other path leads to. So it is reported only if all names beside it also occur elsewhere, and then only if these are
//! roles, or if one of them differs by a single letter. Names that differ in a digit are a series. A name among numbers
//! that is a number but for letters that look like digits, as `O` in place of 0, is reported however short it is.
//!
//! A relation given by facts shows all its names, but the names in a fluent also come from rules. There the domains are
//! used.

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

/// Shorter names are similar to too many others.
const SHORTEST: usize = 3;

/// The constants at an argument of a relation, with their spans.
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
        let beside = |one: Symbol| column.iter().map(|&(other, _)| other).filter(move |other| *other != one);
        for &(name, span) in column.iter().filter(|(name, _)| occurrences.is_once(*name)) {
            if let Some(number) = number_for(name, beside(name), &program.symbols) {
                report.push(letter_for_digit(name, &number, span, &program.symbols));
            }
        }
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
            // Fluents that no condition uses are checked by `unasked`.
            let Some(name) = name(term).filter(|name| place != place.outermost() && occurrences.is_once(name.0)) else {
                return;
            };
            let beside = domains.at(place).into_iter().flat_map(|domain| &domain.names).map(|other| other.0);
            if let Some(number) = number_for(name.0, beside.filter(|other| *other != name.0), symbols) {
                let span = name_within(source, head.span, symbols.name(name.0));
                report.push(letter_for_digit(name.0, &number, span, symbols));
                return;
            }
            // A name is reported only if it is the only such name at its place, so each place is examined once.
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

/// The name that was probably meant by the only name at a place that occurs once in the sheet.
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

/// The number that a name among numbers alone is, but for letters that look like digits.
fn number_for(name: Symbol, beside: impl Iterator<Item = Symbol>, symbols: &Symbols) -> Option<String> {
    let is_number = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    let digit = |letter: char| match letter {
        'o' | 'O' => '0',
        'l' | 'L' | 'i' | 'I' => '1',
        letter => letter,
    };
    let spelling = symbols.name(name);
    let number: String = spelling.chars().map(digit).collect();
    let mut beside = beside.map(|other| is_number(symbols.name(other))).peekable();
    let among_numbers = beside.peek().is_some() && beside.all(|is_number| is_number);
    (among_numbers && is_number(&number) && number != spelling).then_some(number)
}

/// The warning that a name is a number written with letters.
fn letter_for_digit(name: Symbol, number: &str, span: Span, symbols: &Symbols) -> Diagnostic {
    let message = format!("`{}` is a name among numbers and occurs nowhere else in the sheet", symbols.short(name));
    let help = format!("did you mean `{number}`, in digits?");
    Diagnostic::warning(Code::Constant, message).at(span, "letters, not digits").help(help)
}

/// A name among roles that is not a role itself.
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

/// The name among `others` that differs from `name` by one letter.
fn meant(name: Symbol, others: impl Iterator<Item = Symbol>, symbols: &Symbols) -> Option<&str> {
    let spelling = symbols.name(name);
    let others: BTreeSet<&str> = others.map(|other| symbols.name(other)).collect();
    closest_within(1, spelling, others.into_iter().filter(|other| same_digits(other, spelling)))
}

/// The warning that a possible name is a typo for a name used in a condition: it occurs once in the sheet, the other
/// one often.
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

/// The warning that a name occurs only once, at `span`, with the name that was probably meant.
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
