//! Which goal of a body to take next.
//!
//! Tests come as soon as their variables are bound; among calls that bind variables, the one with the fewest
//! expected answers. For facts the expectation comes from the data, for the rest from the number of unknown and
//! known parts. A derived relation that shares no variable with what is known waits: it would be evaluated in full,
//! where its author mostly meant it to be asked about one thing.

use gdl::rules::{Term, Variable};
use rustc_hash::FxHashSet;

use crate::rule::{Definition, Goal, Source};

/// So many goals at the front of a body compete: rules stay cheap to compile, however long. The first can always be
/// taken, as checked rules bind variables from left to right.
const WINDOW: usize = 64;

/// Costs in expected answers: of looking a fact up, of deriving whether one thing holds, of a call for joint moves.
const LOOKUP: f64 = 0.1;
const DERIVED_TEST: f64 = 1.2;
const MOVE: f64 = 0.5;
/// Expected answers per unknown part; how much dearer deriving is, and that without a shared variable.
const PER_UNKNOWN: f64 = 3.0;
const DERIVING: f64 = 2.0;
const UNCONNECTED: f64 = 200.0;
/// Negation and `distinct` wait for their variables.
const LAST: f64 = f64::INFINITY;

/// Sizes of the relations that have only facts.
pub(crate) struct Estimates {
    /// Per relation: number of facts, and of different terms per argument.
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

    /// The position of the goal to take next, the first of equals; `None` if there is none left.
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
            Source::Facts(relation) => {
                let (count, different) = &self.facts[relation.0 as usize];
                let known = arguments.iter().zip(different).filter(|(a, _)| Parts::of([*a], bound).unknown == 0);
                count / known.map(|(_, different)| different).product::<f64>().max(1.0)
            }
        }
    }
}

/// What the leaves of some terms are.
#[derive(Default)]
struct Parts {
    /// Unbound variables, with repetitions.
    unknown: i32,
    /// Bound variables and constants.
    known: i32,
    /// Whether there is a bound variable.
    connected: bool,
}

impl Parts {
    fn of<'a>(terms: impl IntoIterator<Item = &'a Term>, bound: &impl Fn(Variable) -> bool) -> Parts {
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
