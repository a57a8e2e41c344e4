//! Safety: every variable of a clause occurs in a positive literal of its body.
//!
//! ```text
//! (<= (free ?x) (not (taken ?x)))      error: the variable `?x` is not bound
//! ```
//!
//! In lenient mode an unbound variable of the head ranges over the roles where a role is expected, and over the
//! constants of the sheet elsewhere. A `not` or `distinct` with a variable that no positive literal binds is ignored,
//! even if that variable occurs in the head. This is how the General Game Playing community's reference player reads
//! such sheets.

use rustc_hash::FxHashSet;

use super::clause::Placed;
use super::report::Sink;
use super::written::WrittenRule;
use super::{PlacedClause, Program};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Atom, BodyLiteral, Clause, Keyword, RelationId, Symbol, Term, Variable};
use crate::source::Span;

/// Reports unbound variables and, in lenient mode, gives the clause its meaning.
pub(super) fn bind_all(
    rule: &WrittenRule,
    head: &Atom,
    body: Vec<Placed>,
    program: &mut Program,
    report: &mut Sink,
) -> Option<Vec<Placed>> {
    let mut bound = FxHashSet::default();
    for (literal, _) in &body {
        if let BodyLiteral::Positive(_) = literal {
            literal.variables(&mut |v| _ = bound.insert(v));
        }
    }
    let bound_by_body = bound.clone();
    let mut safe = Vec::with_capacity(body.len());
    let mut sound = true;
    for (position, argument) in head.arguments.iter().enumerate() {
        argument.variables(&mut |v| {
            if bound.insert(v) {
                sound &= unbound(rule, v, rule.head.span, program, report);
                let range = range_of(head.relation, position, argument, program);
                let atom = Atom { relation: range, arguments: [Term::Variable(v)].into() };
                safe.push((BodyLiteral::Positive(atom), rule.head.span));
            }
        });
    }
    for (literal, span) in body {
        let mut own = None;
        literal.variables(&mut |v| own = own.or((!bound_by_body.contains(&v)).then_some(v)));
        match own {
            Some(variable) => sound &= unbound(rule, variable, span, program, report),
            None => safe.push((literal, span)),
        }
    }
    sound.then_some(safe)
}

/// Reports an unbound variable; returns true if the clause still has a meaning.
fn unbound(rule: &WrittenRule, variable: Variable, within: Span, program: &Program, report: &mut Sink) -> bool {
    let name = program.symbols.short(rule.variables[variable.0 as usize]);
    let place = if report.is_full() { None } else { occurrence(rule, variable, within) };
    let reading = match (report.is_lenient(), within == rule.head.span) {
        (false, _) => "",
        (true, true) => "read as: for all values; ",
        (true, false) => "this literal is ignored; ",
    };
    report.violation(
        Diagnostic::error(Code::Safety, format!("the variable `?{name}` is not bound"))
            .at(place.unwrap_or(within), "no positive literal in the body binds it")
            .help(format!("{reading}add a positive literal with `?{name}` to the body")),
    );
    report.is_lenient()
}

/// The first occurrence of a variable within a part of the rule.
fn occurrence(rule: &WrittenRule, variable: Variable, within: Span) -> Option<Span> {
    let mut first = None;
    let mut visit = |v: Variable, span: Span| {
        if v == variable && within.start <= span.start && span.end <= within.end && first.is_none() {
            first = Some(span);
        }
    };
    rule.head.occurrences.iter().for_each(|&(v, span)| visit(v, span));
    rule.body.iter().for_each(|formula| formula.occurrences(&mut visit));
    first
}

/// The relation over which an unbound variable of the head ranges.
fn range_of(relation: RelationId, position: usize, argument: &Term, program: &mut Program) -> RelationId {
    let keyword = program.table.keyword(relation);
    let role_first = matches!(keyword, Some(Keyword::Legal | Keyword::Goal | Keyword::Input | Keyword::Sees));
    if role_first && position == 0 && matches!(argument, Term::Variable(_)) {
        return program.table.find_keyword(Keyword::Role);
    }
    let Program { table, symbols, domain, .. } = program;
    *domain.get_or_insert_with(|| table.auxiliary("constant", 1, symbols))
}

/// Adds the facts of the relation of all constants, if a rule uses it.
pub(super) fn define_domain(program: &mut Program) {
    let Some(relation) = program.domain else { return };
    let mut constants = Vec::new();
    let mut seen = FxHashSet::default();
    for placed in &program.clauses {
        let Clause { head, body, .. } = &placed.clause;
        let literals = body.iter().flat_map(|literal| match literal {
            BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => atom.arguments.iter().collect::<Vec<_>>(),
            BodyLiteral::Distinct(left, right) => vec![left, right],
        });
        for term in head.arguments.iter().chain(literals) {
            each_constant(term, &mut |constant| {
                if seen.insert(constant) {
                    constants.push(constant);
                }
            });
        }
    }
    for constant in constants {
        let head = Atom { relation, arguments: [Term::Constant(constant)].into() };
        let clause = Clause { head, body: Vec::new(), variables: Vec::new(), span: Span::default() };
        program.clauses.push(PlacedClause { clause, head: Span::default(), body: Vec::new() });
    }
}

fn each_constant(term: &Term, visit: &mut impl FnMut(Symbol)) {
    match term {
        Term::Variable(_) => {}
        Term::Constant(constant) => visit(*constant),
        Term::Compound(_, arguments) => arguments.iter().for_each(|term| each_constant(term, visit)),
    }
}
