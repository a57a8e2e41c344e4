//! Constants that can never occur where a condition expects them.
//!
//! ```text
//! (<= (legal ?r (mark ?n)) (true (cell ?n emtpy)))    warning: the second argument of `cell` is never `emtpy`
//! (<= (open ?c) (beside ?c d))                        warning: the second argument of `beside` is never `d`
//! ```
//!
//! Such a condition is always false, which is legal but rarely intended. If the sheet has a similar name that can occur
//! there and occurs nowhere else, that name is the typo and is reported instead of the condition. Names of relations,
//! fluents, moves and roles are checked by [`undefined`](super::undefined) and [`role`](super::role).

use rustc_hash::FxHashSet;

use super::Program;
use super::domain::{Domain, Domains, Name, Place, name};
use super::occurrence::Occurrences;
use super::report::Sink;
use super::stray::slip_for;
use super::suggestion::closest;
use super::written::{WrittenAtom, WrittenRule};
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::Expression;
use crate::reader;
use crate::rules::{Keyword, Symbol, Symbols, Term};
use crate::source::{Source, Span};

/// The number of possible names that are listed.
const LISTED: usize = 6;

/// Reports each constant that a condition can never match, once per place.
pub(super) fn check(
    source: &Source,
    rules: &[WrittenRule],
    domains: &Domains,
    occurrences: &Occurrences,
    program: &Program,
    report: &mut Sink,
) {
    let mut check = Constants { source, domains, occurrences, program, report, reported: FxHashSet::default() };
    for rule in rules {
        rule.body.iter().for_each(|formula| formula.atoms(&mut |atom| check.atom(rule, atom)));
    }
}

struct Constants<'a> {
    source: &'a Source,
    domains: &'a Domains<'a>,
    occurrences: &'a Occurrences,
    program: &'a Program,
    report: &'a mut Sink,
    reported: FxHashSet<(Place, Name)>,
}

impl Constants<'_> {
    fn atom(&mut self, rule: &WrittenRule, atom: &WrittenAtom) {
        let table = &self.program.table;
        for (position, term) in atom.arguments.iter().enumerate() {
            let place = Place::argument(atom.relation, position, table);
            let mut path = vec![position];
            let found = match (table.keyword(atom.relation), position, term) {
                // Names of roles, fluents and moves are checked elsewhere.
                (Some(Keyword::Does | Keyword::Legal | Keyword::Goal | Keyword::Input | Keyword::Sees), 0, _) => None,
                (Some(Keyword::True), 0, _) | (Some(Keyword::Does), 1, _) => self.inside(place, term, &mut path),
                _ => self.impossible(place, term, &mut path),
            };
            if let Some((place, name)) = found
                && !self.report.is_full()
                && self.reported.insert((place, name))
            {
                let span = place_in(self.source, atom.span, &path);
                let warning = self.warning(rule, place, name, span);
                self.report.push(warning);
            }
        }
    }

    /// The first name in a term that cannot occur at its place, with that place.
    fn impossible(&self, place: Place, term: &Term, path: &mut Vec<usize>) -> Option<(Place, Name)> {
        let name = name(term)?;
        let domain = self.domains.at(place).filter(|domain| !domain.is_empty())?;
        if domain.contains(name) { self.inside(place, term, path) } else { Some((place, name)) }
    }

    /// The same for the arguments of a function.
    fn inside(&self, place: Place, term: &Term, path: &mut Vec<usize>) -> Option<(Place, Name)> {
        let (Term::Compound(_, arguments), Some(name)) = (term, name(term)) else { return None };
        if self.domains.at(place).is_none_or(|domain| domain.anything) {
            return None;
        }
        for (position, argument) in arguments.iter().enumerate() {
            path.push(position);
            let found = self.impossible(place.inside(name, position), argument, path);
            if found.is_some() {
                return found;
            }
            path.pop();
        }
        None
    }

    fn warning(&self, rule: &WrittenRule, place: Place, name: Name, span: Span) -> Diagnostic {
        let symbols = &self.program.symbols;
        let is_variable = name.1 == 0 && rule.variables.contains(&name.0);
        let meant = self.domains.at(place).and_then(|domain| alike(domain, name, symbols));
        if let Some(slip) = meant.filter(|_| !is_variable)
            && let Some(warning) = slip_for(name.0, slip, self.source, self.occurrences, self.program)
        {
            return warning;
        }
        let (owner, position) = place.owner(&self.program.table);
        let (owner, asked) = (symbols.short(owner), symbols.short(name.0));
        let message = format!("the {} argument of `{owner}` is never `{asked}`", ordinal(position));
        let warning = Diagnostic::warning(Code::Constant, message).at(span, "so this is always false");
        match (meant, self.domains.at(place).and_then(|domain| all(domain, symbols))) {
            _ if is_variable => warning.help(format!("did you mean `?{asked}`?")),
            (Some(meant), _) => warning.help(format!("did you mean `{}`?", symbols.name(meant))),
            (None, Some(names)) => warning.help(format!("it can be `{names}`")),
            (None, None) => warning,
        }
    }
}

/// The name with a similar spelling, if there is one.
fn alike(domain: &Domain, (symbol, arity): Name, symbols: &Symbols) -> Option<Symbol> {
    let mut names: Vec<&str> =
        domain.names.iter().filter(|(_, other)| *other == arity).map(|&(name, _)| symbols.name(name)).collect();
    names.sort_unstable();
    symbols.find(closest(symbols.name(symbol), names.into_iter())?)
}

/// The names of a domain, if there are only a few.
fn all(domain: &Domain, symbols: &Symbols) -> Option<String> {
    let mut names: Vec<&str> = domain.names.iter().map(|&(name, _)| symbols.name(name)).collect();
    names.sort_unstable();
    (names.len() <= LISTED).then(|| names.join("`, `"))
}

/// The span of a subterm, given by its path in an atom.
fn place_in(source: &Source, atom: Span, path: &[usize]) -> Span {
    let (sheet, _) = reader::read(&Source::new("", source.slice(atom)));
    let mut expression = sheet.expressions.first();
    for &position in path {
        expression = match expression {
            Some(Expression::List(items, _)) => items.get(position + 1),
            _ => None,
        };
    }
    expression.map_or(atom, |found| {
        let Span { start, end } = found.span();
        Span { start: atom.start + start, end: atom.start + end }
    })
}

fn ordinal(position: usize) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    WORDS.get(position).map_or_else(|| format!("{}th", position + 1), |&word| word.to_owned())
}
