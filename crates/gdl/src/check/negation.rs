//! Negated conjunctions with variables of their own.
//!
//! ```text
//! (<= alone (not (and (cell ?x) (cell ?y) (distinct ?x ?y))))
//! ```
//!
//! By the letter this is unsafe. Its meaning is that the conjunction has no instance, which negating each conjunct would
//! lose: the conjunction gets an auxiliary relation over the variables that it shares with the rest of the rule.

use std::mem;

use rustc_hash::FxHashMap;

use super::Program;
use super::report::Report;
use super::written::{Formula, WrittenAtom, WrittenRule};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Term, Variable};
use crate::source::Span;

/// Gives each negated conjunction with variables of its own a relation; its rules follow the rest.
pub(super) fn name_conjunctions(
    rules: Vec<WrittenRule>,
    program: &mut Program,
    report: &mut Report,
) -> Vec<WrittenRule> {
    let mut done = Vec::with_capacity(rules.len());
    let mut work: Vec<WrittenRule> = rules.into_iter().rev().collect();
    while let Some(mut rule) = work.pop() {
        if rule.body.iter().any(has_negated_conjunction) {
            let mut uses = FxHashMap::default();
            rule.head.variables(&mut |v| *uses.entry(v).or_default() += 1);
            rule.body.iter().for_each(|f| f.variables(&mut |v| *uses.entry(v).or_default() += 1));
            let mut body = mem::take(&mut rule.body);
            let mut naming = Naming { rule: &rule, uses, program, report, named: Vec::new() };
            body.iter_mut().for_each(|formula| naming.walk(formula, true));
            work.extend(naming.named);
            rule.body = body;
        }
        done.push(rule);
    }
    done
}

fn has_negated_conjunction(formula: &Formula) -> bool {
    match formula {
        Formula::Atom(_) | Formula::Distinct(..) => false,
        Formula::Not(inner, _) => matches!(**inner, Formula::And(_)) || has_negated_conjunction(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(has_negated_conjunction),
    }
}

struct Naming<'a> {
    rule: &'a WrittenRule,
    /// How often each variable occurs in the whole rule.
    uses: FxHashMap<Variable, usize>,
    program: &'a mut Program,
    report: &'a mut Report,
    /// The rules of the new relations.
    named: Vec<WrittenRule>,
}

impl Naming<'_> {
    fn walk(&mut self, formula: &mut Formula, asserted: bool) {
        match formula {
            Formula::Atom(_) | Formula::Distinct(..) => {}
            Formula::Not(inner, span) => {
                if asserted && matches!(**inner, Formula::And(_)) {
                    self.name(inner, *span);
                }
                self.walk(inner, !asserted);
            }
            Formula::And(parts) | Formula::Or(parts) => parts.iter_mut().for_each(|part| self.walk(part, asserted)),
        }
    }

    fn name(&mut self, conjunction: &mut Formula, span: Span) {
        let mut inside: FxHashMap<Variable, usize> = FxHashMap::default();
        conjunction.variables(&mut |v| *inside.entry(v).or_default() += 1);
        let own = inside.iter().any(|(v, count)| self.uses[v] == *count);
        if !own {
            return;
        }
        self.report.violation(
            Diagnostic::error(Code::Safety, "a negated conjunction has unbound variables")
                .at(span, "some variables occur only in here")
                .help("define a relation for the conjunction and negate that"),
        );
        let mut shared: Vec<Variable> = inside.keys().copied().filter(|v| self.uses[v] > inside[v]).collect();
        shared.sort();
        let relation = self.program.auxiliary(self.rule.head.relation, "some", shared.len());
        let atom = || WrittenAtom {
            relation,
            arguments: shared.iter().copied().map(Term::Variable).collect(),
            places: vec![span; shared.len()].into(),
            occurrences: shared.iter().map(|&v| (v, span)).collect(),
            name: span,
            span,
        };
        let body = vec![mem::replace(conjunction, Formula::Atom(atom()))];
        let variables = self.rule.variables.clone();
        self.named.push(WrittenRule { head: atom(), body, variables, span: self.rule.span });
    }
}
