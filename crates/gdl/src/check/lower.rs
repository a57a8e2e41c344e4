//! Lowering: rules as written to plain conjunctions.
//!
//! ```text
//! (<= (win ?p) (or (row ?p) (not (distinct ?p x))))   ─▶   (<= (win ?p) (row ?p))   (win x)
//! ```
//!
//! Negation is pushed down to the atoms, and `or` is distributed into several clauses. If distributing would give more
//! than [`DISTRIBUTE`] clauses, the rule becomes a chain instead: an auxiliary relation holds the variables bound by
//! the conjuncts without `or`, the next one adds the first `or`, and so on, which is linear in the size of the rule.
//! The chain takes an `or` once the variables of its `not` and `distinct` are bound. If no `or` qualifies, the rule is
//! distributed anyway, within a [`BUDGET`].

use rustc_hash::{FxHashMap, FxHashSet};

use super::Program;
use super::clause::{Conjunct, finish};
use super::formula::{Signed, alternatives, bindings, flatten};
use super::report::Sink;
use super::written::{Formula, WrittenRule};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Atom, BodyLiteral, Term, Variable};

/// `or` is distributed if it gives at most this many clauses.
const DISTRIBUTE: usize = 64;
/// `or` is not distributed if the clauses would have more conjuncts than this.
const DISTRIBUTE_LITERALS: usize = 1024;
/// The number of conjuncts a sheet may get by distributing where a chain is impossible.
const BUDGET: usize = 1 << 18;
/// The total number of arguments that the auxiliary relations of one chain may have.
const MOST_CHAIN_ARGUMENTS: usize = 1 << 20;

/// The number of passes over the disjunctions that are not yet in the chain.
const ROUNDS: usize = 100;

/// Lowers all rules into the program's clauses.
pub(super) fn lower(rules: &[WrittenRule], program: &mut Program, report: &mut Sink) {
    let mut budget = BUDGET;
    for rule in rules {
        Lowering { rule, program, report, pending: Vec::new(), budget: &mut budget }.run();
    }
}

/// A clause whose body is not fully expanded yet: finished conjuncts, and formulas.
struct Pending<'a> {
    head: Atom,
    done: Vec<Conjunct>,
    formulas: Vec<Signed<'a>>,
}

struct Lowering<'a> {
    rule: &'a WrittenRule,
    program: &'a mut Program,
    report: &'a mut Sink,
    pending: Vec<Pending<'a>>,
    /// The remaining number of conjuncts for rules that have to be distributed.
    budget: &'a mut usize,
}

impl<'a> Lowering<'a> {
    fn run(&mut self) {
        let head = Atom { relation: self.rule.head.relation, arguments: self.rule.head.arguments.clone() };
        let formulas = self.rule.body.iter().map(|formula| Signed(formula, true)).collect();
        self.pending.push(Pending { head, done: Vec::new(), formulas });
        while let Some(mut pending) = self.pending.pop() {
            pending.formulas = flatten(pending.formulas);
            let count = pending.formulas.iter().map(|&f| alternatives(f)).fold(1, usize::saturating_mul);
            let length = pending.formulas.len() + pending.done.len();
            if count <= DISTRIBUTE && (count == 1 || count * length <= DISTRIBUTE_LITERALS) {
                self.distribute(pending);
            } else if let Err(pending) = self.split(pending) {
                match self.budget.checked_sub(count.saturating_mul(length)) {
                    Some(left) => {
                        *self.budget = left;
                        self.distribute(pending);
                    }
                    None => self.too_many(count),
                }
            }
        }
    }

    fn too_many(&mut self, count: usize) {
        let count = if count > 1_000_000 { "over a million".to_string() } else { count.to_string() };
        self.report.push(
            Diagnostic::error(Code::TooLarge, format!("this rule has too many alternatives ({count})"))
                .at(self.rule.span, "because of its uses of `or`")
                .help("define relations for parts of it"),
        );
    }

    /// Multiplies out into clauses.
    fn distribute(&mut self, pending: Pending<'a>) {
        let alternatives = pending.formulas.into_iter().map(expand);
        let bodies = alternatives.fold(vec![pending.done], product);
        for body in bodies {
            finish(self.rule, &pending.head, body, self.program, self.report);
        }
    }

    fn auxiliary(&mut self, purpose: &str, variables: Vec<Variable>) -> Atom {
        let relation = self.program.auxiliary(self.rule.head.relation, purpose, variables.len());
        Atom { relation, arguments: variables.into_iter().map(Term::Variable).collect() }
    }

    /// Splits a clause with many alternatives: a single disjunction into its branches, several into a chain. Returns
    /// the clause if no order works for the chain.
    fn split(&mut self, pending: Pending<'a>) -> Result<(), Pending<'a>> {
        let branching = pending.formulas.iter().filter(|&&f| alternatives(f) > 1).count();
        if branching == 1 && pending.formulas.len() + pending.done.len() <= 2 {
            self.branch(pending);
            return Ok(());
        }
        let Some(order) = chain_order(&pending) else { return Err(pending) };
        let Some(handed) = link_variables(&pending, &order) else { return Err(pending) };
        let Pending { head, mut done, formulas } = pending;
        let mut step: Vec<Signed<'a>> = formulas.iter().copied().filter(|&f| alternatives(f) == 1).collect();
        for (&formula, variables) in order.iter().zip(handed) {
            let link = self.auxiliary("step", variables);
            self.pending.push(Pending { head: link.clone(), done, formulas: step });
            done = vec![Conjunct::Literal(BodyLiteral::Positive(link), self.rule.span)];
            step = vec![formulas[formula]];
        }
        self.pending.push(Pending { head, done, formulas: step });
        Ok(())
    }

    /// One clause for each branch of the only disjunction.
    fn branch(&mut self, pending: Pending<'a>) {
        let (branching, plain): (Vec<_>, Vec<_>) = pending.formulas.iter().partition(|&&f| alternatives(f) > 1);
        for branch in branching.into_iter().flat_map(Signed::parts) {
            let formulas = plain.iter().copied().chain([branch]).collect();
            self.pending.push(Pending { head: pending.head.clone(), done: pending.done.clone(), formulas });
        }
    }
}

/// An order of the disjunctions in which the variables that each one needs are bound.
fn chain_order(pending: &Pending) -> Option<Vec<usize>> {
    let mut bound = FxHashSet::default();
    pending.done.iter().for_each(|conjunct| conjunct.bindings(&mut |v| _ = bound.insert(v)));
    let mut waiting = Vec::new();
    for (i, &formula) in pending.formulas.iter().enumerate() {
        let bindings = bindings(formula);
        if alternatives(formula) == 1 {
            bound.extend(bindings.binds);
        } else {
            waiting.push((i, bindings));
        }
    }
    let mut order = Vec::new();
    for _ in 0..ROUNDS {
        waiting.retain(|(i, bindings)| {
            let ready = bindings.needs.is_subset(&bound);
            if ready {
                order.push(*i);
                bound.extend(bindings.binds.iter().copied());
            }
            !ready
        });
    }
    waiting.is_empty().then_some(order)
}

/// For each disjunction of the chain, the variables of the link before it: those bound so far that this disjunction, a
/// later one or the head mentions. `None` if there are too many for a chain.
fn link_variables(pending: &Pending, order: &[usize]) -> Option<Vec<Vec<Variable>>> {
    let mut last_use = FxHashMap::default();
    for (step, &i) in order.iter().enumerate() {
        pending.formulas[i].0.variables(&mut |v| _ = last_use.insert(v, step));
    }
    for term in &pending.head.arguments {
        term.variables(&mut |v| _ = last_use.insert(v, order.len()));
    }
    let mut bound = std::collections::BTreeSet::new();
    pending.done.iter().for_each(|conjunct| conjunct.bindings(&mut |v| _ = bound.insert(v)));
    let plain = pending.formulas.iter().filter(|&&f| alternatives(f) == 1);
    plain.for_each(|&formula| bound.extend(bindings(formula).binds));
    let mut handed = Vec::new();
    let mut total = 0;
    for (step, &i) in order.iter().enumerate() {
        bound.retain(|v| last_use.get(v).is_some_and(|&last| last >= step));
        total += bound.len();
        if total > MOST_CHAIN_ARGUMENTS {
            return None;
        }
        handed.push(bound.iter().copied().collect());
        bound.extend(bindings(pending.formulas[i]).binds);
    }
    Some(handed)
}

/// The disjunctive normal form of a formula. Recurses as deep as the formula, which the reader bounds.
fn expand(formula: Signed) -> Vec<Vec<Conjunct>> {
    let Signed(written, asserted) = formula;
    match written {
        Formula::Atom(atom) => {
            let literal = if asserted { BodyLiteral::Positive } else { BodyLiteral::Negative };
            vec![vec![Conjunct::Literal(literal(atom.plain()), atom.span)]]
        }
        Formula::Distinct(left, right, _, span) => {
            let (left, right) = (left.clone(), right.clone());
            vec![vec![match asserted {
                true => Conjunct::Literal(BodyLiteral::Distinct(left, right), *span),
                false => Conjunct::Equal(left, right),
            }]]
        }
        Formula::Not(inner) => expand(Signed(inner, !asserted)),
        Formula::And(parts) | Formula::Or(parts) => {
            if formula.is_conjunction() {
                let alternatives = parts.iter().map(|part| expand(Signed(part, asserted)));
                alternatives.fold(vec![Vec::new()], product)
            } else {
                parts.iter().flat_map(|part| expand(Signed(part, asserted))).collect()
            }
        }
    }
}

/// Each body with each alternative.
fn product(mut bodies: Vec<Vec<Conjunct>>, alternatives: Vec<Vec<Conjunct>>) -> Vec<Vec<Conjunct>> {
    if let [alternative] = &alternatives[..] {
        bodies.iter_mut().for_each(|body| body.extend(alternative.iter().cloned()));
        return bodies;
    }
    let pairs = bodies.iter().flat_map(|body| alternatives.iter().map(move |other| (body, other)));
    pairs.map(|(body, other)| body.iter().chain(other).cloned().collect()).collect()
}
