//! Exact minimisation by SAT: the fewest rules, then the fewest literals, with refutations of what is smaller.
//!
//! Whether there is a strongly optimal list of so many ground rules with so many literals is one formula. Lists are
//! taken from models and checked by following them; that there is none is said only if two different solvers say so, of
//! which the second also has its proof checked step by step.

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

/// What is known of the smallest strategies.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The smallest list found.
    pub strategy: Strategy,
    /// Sizes of which there is none.
    pub refutations: Vec<Refutation>,
    /// Whether the list is proved to have the fewest rules, and with so many rules the fewest literals.
    pub minimal: bool,
}

/// A size of which there is no strongly optimal list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refutation {
    /// With at most so many rules.
    pub rules: usize,
    /// And at most so many literals in all; none for any number.
    pub literals: Option<usize>,
    /// Who says so.
    pub solvers: Vec<String>,
    /// Variables of the formula.
    pub variables: usize,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Seconds.
    pub seconds: f64,
}

/// Pairs of a rule and a case beyond which the formula is not built.
const MOST: usize = 400_000;

/// Makes a strongly optimal list of ground rules smaller until what is smaller is refuted or time is up; none if the
/// game is too large for this.
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
            // There is nothing smaller than no rules, or than no literals.
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

/// The refutation of a size, if it can be refuted in time.
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
    /// Asks the second solver too, the first having said that there is no model.
    fn new(formula: &Formula<'_>, rules: usize, literals: Option<usize>, clock: Instant, over: Over<'_>) -> Refutation {
        let solvers = refute(formula, over);
        let (variables, clauses) = (formula.variables, formula.clauses.len());
        Refutation { rules, literals, solvers, variables, clauses, seconds: clock.elapsed().as_secs_f64() }
    }
}

/// A list from a model without what it does not need, if following it confirms that it is strongly optimal. A model has
/// literals that nothing asks for; without these there is less to refute.
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
