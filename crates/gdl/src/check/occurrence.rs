//! Counts how often each name occurs in a sheet, and where.
//!
//! Of two names with similar spelling, one that occurs only once is probably the typo.

use rustc_hash::FxHashMap;

use super::Program;
use super::written::{Formula, WrittenAtom, WrittenRule};
use crate::expression::Expression;
use crate::reader;
use crate::rules::{Symbol, Term};
use crate::source::{Source, Span};

/// The names of a sheet.
#[derive(Default)]
pub(super) struct Occurrences {
    /// The number of occurrences of each name, and the first literal that contains it.
    names: FxHashMap<Symbol, (usize, Span)>,
}

impl Occurrences {
    /// Counts the names of all rules: relations, functions and constants.
    pub fn new(rules: &[WrittenRule], program: &Program) -> Occurrences {
        let mut occurrences = Occurrences::default();
        for rule in rules {
            occurrences.atom(&rule.head, program);
            rule.body.iter().for_each(|formula| occurrences.formula(formula, program));
        }
        occurrences
    }

    /// Whether a name occurs only once in the sheet.
    pub fn is_once(&self, name: Symbol) -> bool {
        self.names.get(&name).is_some_and(|&(count, _)| count == 1)
    }

    /// The first occurrence of a name.
    pub fn first(&self, name: Symbol, source: &Source, program: &Program) -> Option<Span> {
        self.names.get(&name).map(|&(_, literal)| name_within(source, literal, program.symbols.name(name)))
    }

    fn formula(&mut self, formula: &Formula, program: &Program) {
        match formula {
            Formula::Atom(atom) => self.atom(atom, program),
            Formula::Distinct(left, right, _, span) => {
                [left, right].into_iter().for_each(|term| self.term(term, *span))
            }
            Formula::Not(inner) => self.formula(inner, program),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| self.formula(part, program)),
        }
    }

    fn atom(&mut self, atom: &WrittenAtom, program: &Program) {
        self.name(program.table.relation(atom.relation).name, atom.span);
        atom.arguments.iter().for_each(|term| self.term(term, atom.span));
    }

    fn term(&mut self, term: &Term, literal: Span) {
        match term {
            Term::Variable(_) => {}
            Term::Constant(name) => self.name(*name, literal),
            Term::Compound(name, arguments) => {
                self.name(*name, literal);
                arguments.iter().for_each(|argument| self.term(argument, literal));
            }
        }
    }

    fn name(&mut self, name: Symbol, literal: Span) {
        self.names.entry(name).or_insert((0, literal)).0 += 1;
    }
}

/// The first occurrence of a name in a part of the sheet.
pub(super) fn name_within(source: &Source, within: Span, name: &str) -> Span {
    let (sheet, _) = reader::read(&Source::new("", source.slice(within)));
    let mut waiting: Vec<&Expression> = sheet.expressions.iter().collect();
    while let Some(expression) = waiting.pop() {
        match expression {
            Expression::List(items, _) => waiting.extend(items.iter().rev()),
            Expression::Symbol(Span { start, end }) => {
                let span = Span { start: within.start + start, end: within.start + end };
                if source.slice(span) == name {
                    return span;
                }
            }
            Expression::Variable(_) => {}
        }
    }
    within
}
