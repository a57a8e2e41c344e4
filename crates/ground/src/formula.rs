//! Hash-consed conditions on the variables of one clause.
//!
//! Built from facts, equality, conjunction and disjunction in negation normal form. [`Formulas::substitute`] gives one
//! variable a value and simplifies. Equal remainders get equal numbers regardless of how they arose, which is what
//! [`crate::automaton`] relies on.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::clause::RelationId;
use crate::terms::TermId;

/// Number of a formula in [`Formulas`].
pub type FormulaId = u32;

/// A variable of the clause or a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Argument {
    /// A ground term.
    Value(TermId),
    /// A variable of the clause.
    Variable(u32),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Formula {
    /// A relation given by facts, or its negation.
    Fact { relation: RelationId, arguments: Vec<Argument>, negated: bool },
    /// Two arguments are equal, or not.
    Equal { left: Argument, right: Argument, negated: bool },
    /// Sorted parts, at least two or, for the constants, none.
    And(Vec<FormulaId>),
    /// Sorted parts, at least two or, for the constants, none.
    Or(Vec<FormulaId>),
}

/// All formulas of one clause.
#[derive(Debug)]
pub struct Formulas {
    nodes: Vec<Formula>,
    numbers: FxHashMap<Formula, FormulaId>,
    facts: FxHashMap<RelationId, FxHashSet<Vec<TermId>>>,
    /// Remaining steps.
    work: usize,
}

/// Work limit per clause: about a second.
const WORK: usize = 10_000_000;

/// The work limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMuch;

impl Formulas {
    /// The false formula.
    pub const FALSE: FormulaId = 0;
    /// The true formula.
    pub const TRUE: FormulaId = 1;

    /// Only the two constants.
    pub fn new() -> Formulas {
        let mut formulas =
            Formulas { nodes: Vec::new(), numbers: FxHashMap::default(), facts: FxHashMap::default(), work: WORK };
        formulas.intern(Formula::Or(Vec::new()));
        formulas.intern(Formula::And(Vec::new()));
        formulas
    }

    /// Defines the facts of a relation.
    pub fn define(&mut self, relation: RelationId, facts: FxHashSet<Vec<TermId>>) {
        self.facts.insert(relation, facts);
    }

    fn intern(&mut self, formula: Formula) -> FormulaId {
        if let Some(&number) = self.numbers.get(&formula) {
            return number;
        }
        let number = self.nodes.len() as FormulaId;
        self.nodes.push(formula.clone());
        self.numbers.insert(formula, number);
        number
    }

    fn step(&mut self, steps: usize) -> Result<(), TooMuch> {
        self.work = self.work.checked_sub(1 + steps).ok_or(TooMuch)?;
        Ok(())
    }

    fn constant(value: bool) -> FormulaId {
        if value { Formulas::TRUE } else { Formulas::FALSE }
    }

    /// A defined relation holds, or does not if `negated`.
    pub fn fact(&mut self, relation: RelationId, arguments: Vec<Argument>, negated: bool) -> FormulaId {
        let values: Option<Vec<TermId>> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(term) => Some(*term),
                Argument::Variable(_) => None,
            })
            .collect();
        match values {
            Some(values) => {
                let holds = self.facts.get(&relation).is_some_and(|facts| facts.contains(&values));
                Formulas::constant(holds != negated)
            }
            None => self.intern(Formula::Fact { relation, arguments, negated }),
        }
    }

    /// Two arguments are equal, or differ if `negated`.
    pub fn equal(&mut self, left: Argument, right: Argument, negated: bool) -> FormulaId {
        match (left, right) {
            (Argument::Value(left), Argument::Value(right)) => Formulas::constant((left == right) != negated),
            _ if left == right => Formulas::constant(!negated),
            _ => self.intern(Formula::Equal { left: left.min(right), right: left.max(right), negated }),
        }
    }

    /// The conjunction of the parts, or their disjunction if `disjunction`.
    pub fn join(&mut self, parts: Vec<FormulaId>, disjunction: bool) -> Result<FormulaId, TooMuch> {
        self.step(parts.len())?;
        let (neutral, absorbing) = (Formulas::constant(!disjunction), Formulas::constant(disjunction));
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match &self.nodes[part as usize] {
                Formula::And(inner) if !disjunction => flat.extend_from_slice(inner),
                Formula::Or(inner) if disjunction => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat.retain(|&part| part != neutral);
        flat.sort_unstable();
        flat.dedup();
        self.step(flat.len())?;
        Ok(match flat[..] {
            _ if flat.contains(&absorbing) => absorbing,
            [] => neutral,
            [part] => part,
            _ if disjunction => self.intern(Formula::Or(flat)),
            _ => self.intern(Formula::And(flat)),
        })
    }

    /// The remainder when a variable has a value. The nesting of formulas is bounded by the depth of definitions that
    /// [`crate::unfold`] expands.
    pub fn substitute(&mut self, formula: FormulaId, variable: u32, value: TermId) -> Result<FormulaId, TooMuch> {
        let put = |argument: Argument| match argument {
            Argument::Variable(v) if v == variable => Argument::Value(value),
            other => other,
        };
        self.step(1)?;
        match self.nodes[formula as usize].clone() {
            Formula::Fact { relation, arguments, negated } => {
                Ok(self.fact(relation, arguments.into_iter().map(put).collect(), negated))
            }
            Formula::Equal { left, right, negated } => Ok(self.equal(put(left), put(right), negated)),
            Formula::And(parts) => self.substitute_all(&parts, false, variable, value),
            Formula::Or(parts) => self.substitute_all(&parts, true, variable, value),
        }
    }

    fn substitute_all(
        &mut self,
        parts: &[FormulaId],
        disjunction: bool,
        variable: u32,
        value: TermId,
    ) -> Result<FormulaId, TooMuch> {
        let parts = parts.iter().map(|&part| self.substitute(part, variable, value)).collect::<Result<_, _>>()?;
        self.join(parts, disjunction)
    }

    /// Values outside which the formula never holds; `None` if there is no evident bound.
    pub fn domain(&self, formula: FormulaId, variable: u32) -> Option<BTreeSet<TermId>> {
        let this = Argument::Variable(variable);
        match &self.nodes[formula as usize] {
            Formula::Fact { relation, arguments, negated: false } => {
                let column = arguments.iter().position(|&argument| argument == this)?;
                Some(self.facts.get(relation)?.iter().map(|fact| fact[column]).collect())
            }
            Formula::Equal { left: Argument::Value(value), right, negated: false } if *right == this => {
                Some(BTreeSet::from([*value]))
            }
            Formula::And(parts) => {
                parts.iter().filter_map(|&part| self.domain(part, variable)).min_by_key(BTreeSet::len)
            }
            Formula::Or(parts) => {
                let mut union = BTreeSet::new();
                for &part in parts {
                    union.extend(self.domain(part, variable)?);
                }
                Some(union)
            }
            Formula::Fact { .. } | Formula::Equal { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_remainders_of_different_assignments_are_one_formula() {
        let mut formulas = Formulas::new();
        formulas.define(0, [vec![7], vec![8], vec![9]].into_iter().collect());
        let [x, y] = [Argument::Variable(0), Argument::Variable(1)];
        let parts = vec![
            formulas.fact(0, vec![x], false),
            formulas.fact(0, vec![y], false),
            formulas.equal(y, Argument::Value(7), true),
        ];
        let all = formulas.join(parts, false).unwrap();
        let [after_seven, after_eight] = [7, 8].map(|value| formulas.substitute(all, 0, value).unwrap());
        assert_eq!(after_seven, after_eight);
        assert_eq!(formulas.substitute(all, 0, 6), Ok(Formulas::FALSE));
        assert_eq!(formulas.substitute(after_seven, 1, 7), Ok(Formulas::FALSE));
        assert_eq!(formulas.substitute(after_seven, 1, 9), Ok(Formulas::TRUE));
        assert_eq!(formulas.domain(all, 1), Some(BTreeSet::from([7, 8, 9])));
        let same = formulas.equal(x, y, false);
        let either = formulas.join(vec![all, same], true).unwrap();
        assert_eq!(formulas.domain(either, 1), None);
    }
}
