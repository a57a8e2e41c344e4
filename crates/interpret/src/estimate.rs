//! Chooses the next goal of a body.
//!
//! Tests come as soon as their variables are bound, then the call with the fewest expected answers. For facts the
//! estimate comes from the data, for the rest from the number of unknown and known parts. A derived relation that
//! shares no variable with the known ones is postponed: it would be evaluated in full, although it is usually meant to
//! be queried for single values.

use gdl::rules::{RelationId, Term, Variable};
use rustc_hash::FxHashSet;

use crate::rule::{Definition, Goal, Source};

/// The number of goals at the front of a body that are compared, so that long rules compile fast. The first can always
/// be taken, as checked rules bind variables from left to right.
const WINDOW: usize = 64;

/// Costs in expected answers: of looking up a fact, of deriving a single atom, of a call for joint moves.
const LOOKUP: f64 = 0.1;
const DERIVED_TEST: f64 = 1.2;
const MOVE: f64 = 0.5;
/// Expected answers per unknown part, and the factors for derived relations, with and without a shared variable.
const PER_UNKNOWN: f64 = 3.0;
const DERIVING: f64 = 2.0;
const UNCONNECTED: f64 = 200.0;
/// Negation and `distinct` wait for their variables.
const LAST: f64 = f64::INFINITY;

/// Sizes of the relations that have only facts.
pub(crate) struct Estimates {
    /// For each relation, the number of facts and of distinct terms per argument.
    facts: Vec<(f64, Vec<f64>)>,
}

impl Estimates {
    pub(crate) fn new(definitions: &[Definition]) -> Estimates {
        let facts = definitions.iter().map(|definition| {
            let arity = definition.facts.first().map_or(0, Vec::len);
            let different = (0..arity).map(|i| definition.facts.iter().map(|f| f[i]).collect::<FxHashSet<_>>().len());
            (definition.facts.len() as f64, different.map(|n| n as f64).collect())
        });
        Estimates { facts: facts.collect() }
    }

    /// The position of the cheapest goal, the first of equals; `None` if there are no goals.
    pub(crate) fn cheapest<'a>(
        &self,
        goals: impl Iterator<Item = &'a Goal>,
        bound: impl Fn(Variable) -> bool,
    ) -> Option<usize> {
        let costs = goals.take(WINDOW).map(|g| self.cost(g, &bound)).enumerate();
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }

    fn cost(&self, goal: &Goal, bound: &impl Fn(Variable) -> bool) -> f64 {
        let (source, arguments, positive) = match goal {
            Goal::Call { source, arguments, positive } => (*source, arguments, *positive),
            Goal::Distinct(a, b) => return if Parts::of([a, b], bound).unknown == 0 { 0.0 } else { LAST },
        };
        let parts = Parts::of(arguments, bound);
        if parts.unknown == 0 {
            return if let Source::Rules(_) = source { DERIVED_TEST } else { LOOKUP };
        }
        if !positive {
            return LAST;
        }
        let guess = PER_UNKNOWN.powi(parts.unknown) / (1.0 + f64::from(parts.known) / 2.0);
        match source {
            Source::Rules(_) => guess * DERIVING * if parts.connected { 1.0 } else { UNCONNECTED },
            Source::Fluents => guess,
            Source::Moves => MOVE,
            Source::Facts(relation) => self.facts(relation, arguments, bound),
        }
    }

    /// The expected number of facts of a relation that match the known arguments.
    pub(crate) fn facts(&self, relation: RelationId, arguments: &[Term], bound: &impl Fn(Variable) -> bool) -> f64 {
        let (count, different) = &self.facts[relation.0 as usize];
        let known = arguments.iter().zip(different).filter(|(a, _)| Parts::of([*a], bound).unknown == 0);
        count / known.map(|(_, different)| different).product::<f64>().max(1.0)
    }
}

/// The leaves of some terms, by kind.
#[derive(Default)]
pub(crate) struct Parts {
    /// The number of unbound variables, with repetitions.
    pub(crate) unknown: i32,
    /// The number of bound variables and constants.
    known: i32,
    /// Whether there is a bound variable.
    connected: bool,
}

impl Parts {
    pub(crate) fn of<'a>(terms: impl IntoIterator<Item = &'a Term>, bound: &impl Fn(Variable) -> bool) -> Parts {
        let mut parts = Parts::default();
        let mut rest: Vec<&Term> = terms.into_iter().collect();
        while let Some(term) = rest.pop() {
            match term {
                Term::Variable(v) if bound(*v) => (parts.known, parts.connected) = (parts.known + 1, true),
                Term::Variable(_) => parts.unknown += 1,
                Term::Constant(_) => parts.known += 1,
                Term::Compound(_, arguments) => rest.extend(arguments),
            }
        }
        parts
    }
}
