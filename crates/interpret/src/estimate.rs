//! Which goal of a body to take next.
//!
//! Tests come as soon as their variables are bound; among calls that bind variables, the one with the fewest
//! expected answers. For facts the expectation comes from the data, for the rest from the number of unknown parts.

use gdl::rules::{Term, Variable};
use rustc_hash::FxHashSet;

use crate::rule::{Definition, Goal, Source};

/// Sizes of the relations that have only facts.
pub(crate) struct Estimates {
    /// Per relation: number of facts, and of different terms per argument.
    facts: Vec<(f64, Vec<f64>)>,
}

/// Costs of the kinds of tests, in expected answers. Looking up beats deriving.
const LOOKUP: f64 = 0.1;
const DERIVED_TEST: f64 = 1.2;
/// Joint moves are few.
const MOVE: f64 = 0.5;
/// Expected answers per unknown part of a fluent, and how much dearer deriving is.
const PER_UNKNOWN: f64 = 3.0;
const DERIVING: f64 = 2.0;
/// Negation and `distinct` wait for their variables until nothing else is left.
const LAST: f64 = 1e300;

impl Estimates {
    pub(crate) fn new(definitions: &[Definition]) -> Estimates {
        let facts = definitions.iter().map(|definition| {
            let arity = definition.facts.first().map_or(0, Vec::len);
            let different = (0..arity).map(|i| definition.facts.iter().map(|f| f[i]).collect::<FxHashSet<_>>().len());
            (definition.facts.len() as f64, different.map(|n| n as f64).collect())
        });
        Estimates { facts: facts.collect() }
    }

    /// The position of the goal to take next, the first of equals; `None` if there is none left.
    pub(crate) fn cheapest(&self, goals: &[Goal], bound: impl Fn(Variable) -> bool) -> Option<usize> {
        let costs = goals.iter().map(|g| self.cost(g, &bound)).enumerate();
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }

    fn cost(&self, goal: &Goal, bound: &impl Fn(Variable) -> bool) -> f64 {
        let (source, arguments, positive) = match goal {
            Goal::Distinct(a, b) => return if unknown(a, bound) + unknown(b, bound) == 0 { 0.0 } else { LAST },
            Goal::Call { source, arguments, positive } => (*source, arguments, *positive),
        };
        let unknown: Vec<i32> = arguments.iter().map(|a| unknown(a, bound)).collect();
        let total: i32 = unknown.iter().sum();
        if total > 0 && !positive {
            return LAST;
        }
        match source {
            Source::Rules(_) if total == 0 => DERIVED_TEST,
            _ if total == 0 => LOOKUP,
            Source::Rules(_) => DERIVING * PER_UNKNOWN.powi(total),
            Source::Fluents => PER_UNKNOWN.powi(total) / 2.0,
            Source::Moves => MOVE,
            Source::Facts(relation) => {
                let (count, different) = &self.facts[relation.0 as usize];
                let known = unknown.iter().zip(different).filter(|(u, _)| **u == 0).map(|(_, d)| *d);
                count / known.product::<f64>().max(1.0)
            }
        }
    }
}

/// Number of unbound variables in a term, with repetitions.
fn unknown(term: &Term, bound: &impl Fn(Variable) -> bool) -> i32 {
    match term {
        Term::Variable(v) => i32::from(!bound(*v)),
        Term::Constant(_) => 0,
        Term::Compound(_, arguments) => arguments.iter().map(|a| unknown(a, bound)).sum(),
    }
}
