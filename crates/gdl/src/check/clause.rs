//! The last step of lowering: from a list of conjuncts to a clause.
//!
//! Equalities are substituted and decided comparisons removed. Unbound variables are handled by
//! [`safety`](super::safety). Every `not` and `distinct` moves to where its variables are bound: a `distinct` as early
//! as possible, since it only filters; a `not` no earlier than it was written, since it may be costly.

use rustc_hash::FxHashMap;

use super::report::Sink;
use super::substitution::{Substitution, TooLarge};
use super::written::WrittenRule;
use super::{PlacedClause, Program, safety};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Atom, BodyLiteral, Clause, Term, Variable};
use crate::source::Span;

/// One part of a conjunction.
#[derive(Clone)]
pub(super) enum Conjunct {
    /// A literal and its span.
    Literal(BodyLiteral, Span),
    /// The two terms are the same.
    Equal(Term, Term),
}

impl Conjunct {
    /// Visits the variables that it binds.
    pub fn bindings(&self, visit: &mut impl FnMut(Variable)) {
        if let Conjunct::Literal(literal @ BodyLiteral::Positive(_), _) = self {
            literal.variables(visit);
        }
    }
}

/// A literal and its span.
pub(super) type Placed = (BodyLiteral, Span);

/// Adds the clause to the program, unless it can never apply.
pub(super) fn finish(rule: &WrittenRule, head: &Atom, body: Vec<Conjunct>, program: &mut Program, report: &mut Sink) {
    let (head, body) = match substitute(rule, head, body) {
        Ok(Some(clause)) => clause,
        Ok(None) => return,
        Err(TooLarge) => {
            report.push(
                Diagnostic::error(Code::TooLarge, "the equalities of this rule need terms of excessive size")
                    .at(rule.span, "because of its uses of `(not (distinct …))`"),
            );
            return;
        }
    };
    let Some(body) = safety::bind_all(rule, &head, body, program, report) else { return };
    let body = order(body);
    let (literals, places) = body.into_iter().unzip();
    let clause = number_variables(rule, head, literals);
    program.clauses.push(PlacedClause { clause, head: rule.head.span, body: places });
}

/// Replaces equal terms by one of them and decides comparisons. Returns `None` if the body cannot hold.
fn substitute(rule: &WrittenRule, head: &Atom, body: Vec<Conjunct>) -> Result<Option<(Atom, Vec<Placed>)>, TooLarge> {
    let mut substitution = Substitution::new(rule.variables.len());
    for conjunct in &body {
        if let Conjunct::Equal(left, right) = conjunct
            && !substitution.unify(left, right)
        {
            return Ok(None);
        }
    }
    let head = substitution.atom(head)?;
    let mut literals = Vec::with_capacity(body.len());
    for conjunct in &body {
        let Conjunct::Literal(literal, span) = conjunct else { continue };
        let literal = match literal {
            BodyLiteral::Positive(atom) => BodyLiteral::Positive(substitution.atom(atom)?),
            BodyLiteral::Negative(atom) => BodyLiteral::Negative(substitution.atom(atom)?),
            BodyLiteral::Distinct(left, right) => {
                let (left, right) = (substitution.term(left)?, substitution.term(right)?);
                if left == right {
                    return Ok(None);
                }
                if left.is_ground() && right.is_ground() {
                    continue;
                }
                BodyLiteral::Distinct(left, right)
            }
        };
        literals.push((literal, *span));
    }
    Ok(Some((head, literals)))
}

/// Moves every literal to the right of those that bind its variables.
fn order(body: Vec<Placed>) -> Vec<Placed> {
    let mut binder: FxHashMap<Variable, usize> = FxHashMap::default();
    for (place, (literal, _)) in body.iter().enumerate() {
        if let BodyLiteral::Positive(_) = literal {
            literal.variables(&mut |v| _ = binder.entry(v).or_insert(place));
        }
    }
    // A literal that waits for the one at position `p` gets the key (p, 1), after (p, 0) and before (p + 1, 0).
    let key = |(place, (literal, _)): &(usize, Placed)| {
        let mut after: Option<usize> = None;
        literal.variables(&mut |v| after = after.max(binder.get(&v).copied()));
        match (literal, after) {
            (BodyLiteral::Positive(_), _) => (*place + 1, 0),
            (BodyLiteral::Negative(_), _) if after.is_none_or(|binder| binder < *place) => (*place + 1, 0),
            (_, Some(binder)) => (binder + 1, 1),
            (_, None) => (0, 1),
        }
    };
    let mut body: Vec<(usize, Placed)> = body.into_iter().enumerate().collect();
    body.sort_by_cached_key(key);
    body.into_iter().map(|(_, placed)| placed).collect()
}

/// Numbers the remaining variables from 0, in the order in which the body binds them.
fn number_variables(rule: &WrittenRule, mut head: Atom, mut body: Vec<BodyLiteral>) -> Clause {
    let mut numbers: FxHashMap<Variable, Variable> = FxHashMap::default();
    let mut variables = Vec::new();
    let mut renumber = |v: &mut Variable| {
        *v = *numbers.entry(*v).or_insert_with(|| {
            variables.push(rule.variables[v.0 as usize]);
            Variable(variables.len() as u32 - 1)
        });
    };
    body.iter_mut().flat_map(literal_terms).for_each(|term| each_variable(term, &mut renumber));
    head.arguments.iter_mut().for_each(|term| each_variable(term, &mut renumber));
    Clause { head, body, variables, span: rule.span }
}

fn literal_terms(literal: &mut BodyLiteral) -> Vec<&mut Term> {
    match literal {
        BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => atom.arguments.iter_mut().collect(),
        BodyLiteral::Distinct(left, right) => vec![left, right],
    }
}

fn each_variable(term: &mut Term, visit: &mut impl FnMut(&mut Variable)) {
    match term {
        Term::Variable(variable) => visit(variable),
        Term::Constant(_) => {}
        Term::Compound(_, arguments) => arguments.iter_mut().for_each(|term| each_variable(term, visit)),
    }
}
