//! Constants that were probably meant to be variables.
//!
//! ```text
//! (<= (next (wall x ?y)) (does ?p (block ?x ?y)))    warning: `x` occurs nowhere else in the sheet; did you mean `?x`?
//! ```
//!
//! A constant that occurs nowhere else in the sheet, in a rule that has a variable of the same name, is hardly ever
//! intended.

use super::Program;
use super::occurrence::{Occurrences, name_within};
use super::report::Sink;
use super::written::{Formula, WrittenAtom, WrittenRule};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Symbol, Term};
use crate::source::{Source, Span};

/// Reports such constants.
pub(super) fn check(
    source: &Source,
    rules: &[WrittenRule],
    occurrences: &Occurrences,
    program: &Program,
    report: &mut Sink,
) {
    for rule in rules {
        let mut found = Vec::new();
        let mut visit = |name: Symbol, span: Span| {
            if rule.variables.contains(&name) && occurrences.is_once(name) {
                found.push((name, span));
            }
        };
        of_atom(&rule.head, &mut visit);
        rule.body.iter().for_each(|formula| of_formula(formula, &mut visit));
        for (symbol, literal) in found {
            let name = program.symbols.name(symbol);
            let span = name_within(source, literal, name);
            // If it makes a condition impossible, that is already reported.
            if !report.is_full() && !report.has_at(span) {
                let message = format!("`{}` occurs nowhere else in the sheet", program.symbols.short(symbol));
                let warning = Diagnostic::warning(Code::Constant, message).at(span, "a constant, not a variable");
                report.push(warning.help(format!("did you mean `?{name}`?")));
            }
        }
    }
}

fn of_formula(formula: &Formula, visit: &mut impl FnMut(Symbol, Span)) {
    match formula {
        Formula::Atom(atom) => of_atom(atom, visit),
        Formula::Distinct(left, right, _, span) => {
            [left, right].into_iter().for_each(|term| of_term(term, *span, visit))
        }
        Formula::Not(inner) => of_formula(inner, visit),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| of_formula(part, visit)),
    }
}

fn of_atom(atom: &WrittenAtom, visit: &mut impl FnMut(Symbol, Span)) {
    atom.arguments.iter().for_each(|term| of_term(term, atom.span, visit));
}

fn of_term(term: &Term, literal: Span, visit: &mut impl FnMut(Symbol, Span)) {
    match term {
        Term::Variable(_) => {}
        Term::Constant(name) => visit(*name, literal),
        Term::Compound(_, arguments) => arguments.iter().for_each(|argument| of_term(argument, literal, visit)),
    }
}
