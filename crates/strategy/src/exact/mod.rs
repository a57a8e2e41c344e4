//! Exact minimisation by SAT: the fewest rules, then the fewest literals, with refutations of smaller sizes.
//!
//! Whether there is a strongly optimal list with a given number of ground rules and literals is one formula. Lists are
//! read from models and checked by following them. That there is none is reported only if two different solvers agree,
//! and the proof of the second is checked step by step.

mod formula;
mod solvers;

use std::time::Instant;

use game::Random;
use serde::Serialize;

use crate::arena::Arena;
use crate::cases::Cases;
use crate::follow::Optimality;
use crate::list::List;
use crate::options::{Order, Over};
use crate::rule::Rule;
use crate::scene::ground_rules;
use crate::simplify::{simplify, thin};
use crate::strategy::Strategy;

use formula::Formula;
use solvers::{Answer, refute, satisfy};

/// The smallest list found, and what is proved about it.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The smallest list found.
    pub strategy: Strategy,
    /// Sizes for which there is no list.
    pub refutations: Vec<Refutation>,
    /// Whether the list is proved to have the fewest rules, and the fewest literals for that number of rules.
    pub minimal: bool,
}

/// A size for which there is no strongly optimal list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refutation {
    /// The maximum number of rules.
    pub rules: usize,
    /// The maximum number of literals in total; `None` for any number.
    pub literals: Option<usize>,
    /// The solvers that agree.
    pub solvers: Vec<String>,
    /// The number of variables in the formula.
    pub variables: usize,
    /// The number of clauses in the formula.
    pub clauses: usize,
    /// Seconds.
    pub seconds: f64,
}

/// The maximum number of pairs of a rule and a case for which the formula is built.
const MOST: usize = 400_000;

/// Reduces a strongly optimal list of ground rules until all smaller sizes are refuted or time is up; `None` if the
/// game is too large.
pub fn minimise(arena: &Arena<'_>, cases: &Cases, known: Vec<Rule>, over: Over<'_>) -> Option<Exact> {
    let size: usize = cases.tables.iter().map(|table| table.states.len()).sum();
    if size * known.len() > MOST {
        return None;
    }
    let mut best = known;
    let mut refutations = Vec::new();
    let mut settled = [false, false];
    for (stage, settled) in settled.iter_mut().enumerate() {
        loop {
            let literals: usize = best.iter().map(|rule| rule.literals.len()).sum();
            let (rules, literals) = match stage {
                0 => (best.len().checked_sub(1), None),
                _ => (Some(best.len()), literals.checked_sub(1)),
            };
            // Nothing is smaller than no rules, or than no literals.
            let Some(rules) = rules.filter(|_| stage == 0 || literals.is_some()) else {
                *settled = true;
                break;
            };
            let clock = Instant::now();
            let formula = Formula::new(arena, cases, rules, literals);
            match satisfy(&formula, over) {
                Answer::Model(model) => best = checked(arena, cases, &formula.rules(&model))?,
                Answer::None => {
                    let refutation = Refutation::new(&formula, rules, literals, clock, over);
                    *settled = refutation.solvers.len() == 2;
                    refutations.push(refutation);
                    break;
                }
                Answer::Unknown => break,
            }
        }
    }
    Some(Exact { strategy: Strategy::of(best), refutations, minimal: settled == [true, true] })
}

/// The refutation of a size, if it succeeds in time.
pub fn refutation(
    arena: &Arena<'_>,
    cases: &Cases,
    rules: usize,
    literals: Option<usize>,
    over: Over<'_>,
) -> Option<Refutation> {
    let clock = Instant::now();
    let formula = Formula::new(arena, cases, rules, literals);
    match satisfy(&formula, over) {
        Answer::None => Some(Refutation::new(&formula, rules, literals, clock, over)),
        Answer::Model(_) | Answer::Unknown => None,
    }
}

impl Refutation {
    /// Asks the second solver too, after the first found no model.
    fn new(formula: &Formula<'_>, rules: usize, literals: Option<usize>, clock: Instant, over: Over<'_>) -> Refutation {
        let solvers = refute(formula, over);
        let (variables, clauses) = (formula.variables, formula.clauses.len());
        Refutation { rules, literals, solvers, variables, clauses, seconds: clock.elapsed().as_secs_f64() }
    }
}

/// A list from a model without its unneeded parts, if following it confirms that it is strongly optimal. A model
/// contains unneeded literals; without them there is less to refute.
fn checked(arena: &Arena<'_>, cases: &Cases, rules: &[Rule]) -> Option<Vec<Rule>> {
    let mut list = List::new(arena, cases);
    list.extend(rules);
    if !list.is_advancing(Optimality::Strong) {
        return None;
    }
    list.require(Optimality::Strong);
    let random = &mut Random::stream(1, 0);
    simplify(&mut list, Order::Random, random);
    while thin(&mut list, Order::Random, random) {
        simplify(&mut list, Order::Random, random);
    }
    ground_rules(&list.strategy()).ok()
}
