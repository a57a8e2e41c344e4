//! Safety: every variable of a clause occurs in a positive literal of its body.
//!
//! ```text
//! (<= (free ?x) (not (taken ?x)))      error: nothing says what ?x ranges over
//! ```
//!
//! Leniently, a variable of the head that nothing binds ranges over the roles where a role is expected, else over the
//! constants of the sheet. A negated atom with unbound variables has no instance: it is negated through an auxiliary relation
//! without them. A `distinct` of an unbound variable holds.

use rustc_hash::FxHashSet;

use super::clause::Placed;
use super::report::Report;
use super::written::WrittenRule;
use super::{PlacedClause, Program};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Atom, Clause, Keyword, Literal, RelationId, Symbol, Term, Variable};
use crate::source::Span;

/// Reports unbound variables and, leniently, gives the clause its meaning.
pub(super) fn bind_all(
    rule: &WrittenRule,
    head: &Atom,
    body: Vec<Placed>,
    program: &mut Program,
    report: &mut Report,
) -> Option<Vec<Placed>> {
    let mut bound = FxHashSet::default();
    for (literal, _) in &body {
        if let Literal::Positive(_) = literal {
            literal.variables(&mut |v| _ = bound.insert(v));
        }
    }
    let mut safe = Vec::with_capacity(body.len());
    let mut sound = true;
    for (position, argument) in head.arguments.iter().enumerate() {
        argument.variables(&mut |v| {
            if bound.insert(v) {
                sound &= unbound(rule, v, rule.head.span, program, report);
                let range = range_of(head.relation, position, argument, program);
                let atom = Atom { relation: range, arguments: [Term::Variable(v)].into() };
                safe.push((Literal::Positive(atom), rule.head.span));
            }
        });
    }
    for (literal, span) in body {
        let mut own = Vec::new();
        literal.variables(&mut |v| {
            if !bound.contains(&v) && !own.contains(&v) {
                own.push(v);
            }
        });
        if own.is_empty() {
            safe.push((literal, span));
            continue;
        }
        sound &= unbound(rule, own[0], span, program, report);
        if let Literal::Negative(atom) = literal {
            safe.push((Literal::Negative(project(rule, atom, &own, span, program)), span));
        }
    }
    sound.then_some(safe)
}

/// Reports an unbound variable; true if the clause has a meaning nevertheless.
fn unbound(rule: &WrittenRule, variable: Variable, within: Span, program: &Program, report: &mut Report) -> bool {
    let name = program.symbols.short(rule.variables[variable.0 as usize]);
    let place = if report.is_full() { None } else { occurrence(rule, variable, within) };
    report.violation(
        Diagnostic::error(Code::Safety, format!("the variable `?{name}` is not bound"))
            .at(place.unwrap_or(within), "no positive literal of the body says what it ranges over")
            .help(format!("add a positive literal with `?{name}` to the body")),
    );
    report.is_lenient()
}

/// Where a variable first occurs within a part of the rule.
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

/// What a variable of the head ranges over if nothing binds it.
fn range_of(relation: RelationId, position: usize, argument: &Term, program: &mut Program) -> RelationId {
    let keyword = program.table.keyword(relation);
    let role_first = matches!(keyword, Some(Keyword::Legal | Keyword::Goal | Keyword::Input | Keyword::Sees));
    if role_first && position == 0 && matches!(argument, Term::Variable(_)) {
        return program.table.find_keyword(Keyword::Role);
    }
    let Program { table, symbols, domain, .. } = program;
    *domain.get_or_insert_with(|| table.auxiliary("constant", 1, symbols))
}

/// The atom without the variables in `own`, which may take any value.
fn project(rule: &WrittenRule, atom: Atom, own: &[Variable], span: Span, program: &mut Program) -> Atom {
    let mut shared = Vec::new();
    atom.arguments.iter().for_each(|term| {
        term.variables(&mut |v| {
            if !own.contains(&v) && !shared.contains(&v) {
                shared.push(v);
            }
        });
    });
    let relation = program.auxiliary(atom.relation, "some", shared.len());
    let head = Atom { relation, arguments: shared.into_iter().map(Term::Variable).collect() };
    let body = vec![Literal::Positive(atom)];
    let clause = super::clause::number_variables(rule, head.clone(), body);
    program.clauses.push(PlacedClause { clause, head: span, body: vec![span] });
    head
}

/// Adds the facts of the relation of all constants, if any rule uses it.
pub(super) fn define_domain(program: &mut Program) {
    let Some(relation) = program.domain else { return };
    let mut constants = Vec::new();
    let mut seen = FxHashSet::default();
    for placed in &program.clauses {
        let Clause { head, body, .. } = &placed.clause;
        let literals = body.iter().flat_map(|literal| match literal {
            Literal::Positive(atom) | Literal::Negative(atom) => atom.arguments.iter().collect::<Vec<_>>(),
            Literal::Distinct(left, right) => vec![left, right],
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
