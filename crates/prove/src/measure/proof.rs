//! The proof that weights are a progress measure.
//!
//! Adding up two whole states and comparing the sums would be hard for a solver. Instead it runs over the variables once and keeps the
//! difference so far: where a variable keeps its value, and a move leaves nearly all of them alone, the difference stays. Each
//! possible difference after each variable is a literal, forced by the one before and by what this variable does, so fixing a move
//! fixes nearly the whole chain by propagation.

use game::{Evaluator, Signal, State, Variable};
use std::collections::BTreeMap;

use super::{Demands, value};
use crate::everywhere::CONFLICTS;
use crate::sat::{Answer, Lit};
use crate::unrolling::{Sense, Unrolling};

/// How a proof ended.
pub enum Attempt {
    /// The weights are a measure.
    Proved,
    /// They are not: this ply, between states that the invariants allow, does not meet the demand.
    Failed(State, State),
    /// A limit was reached.
    Unknown,
}

/// Tries to prove that every ply meets the demands.
pub fn attempt(
    unrolling: &mut Unrolling,
    evaluator: &Evaluator,
    variables: &[Variable],
    weights: &[i64],
    demands: &Demands,
) -> Attempt {
    let chain = Chain::new(unrolling, variables, weights);
    let ply = unrolling.ply(0);
    for (reading, demand) in &demands.phases {
        // The negated demand: the difference at the end is not forced to be one that the demand admits.
        let mut assumptions = vec![ply, chain.active];
        assumptions.extend(reading.iter().flat_map(|reading| reading.literals(unrolling, 0)));
        assumptions.extend(chain.last.iter().filter(|(difference, _)| demand.met_by(**difference)).map(|(_, &at)| !at));
        match unrolling.solver.solve(&assumptions, CONFLICTS) {
            Answer::Unsat => {}
            Answer::Unknown => return Attempt::Unknown,
            Answer::Sat => {
                let from = unrolling.model_state();
                let Some(to) = unrolling.model_successor(evaluator) else { return Attempt::Unknown };
                let failed = !demand.met_by(total(variables, weights, &to) - total(variables, weights, &from));
                return if failed { Attempt::Failed(from, to) } else { Attempt::Unknown };
            }
        }
    }
    Attempt::Proved
}

/// Weight of a state by fluents.
fn total(variables: &[Variable], weights: &[i64], state: &State) -> i64 {
    let of_value = |variable: &Variable| {
        let fluent = variable.fluents.get(value(variable, state));
        fluent.map_or(0, |fluent| weights[fluent.0 as usize])
    };
    variables.iter().map(of_value).sum()
}

/// Differences beyond this are not told apart: they count as failures.
const RANGE: i64 = 400;

/// The running difference of the weights of frames 0 and 1.
struct Chain {
    /// Switches the chain on.
    active: Lit,
    /// Per difference at the end, a literal that is forced if that is the difference.
    last: BTreeMap<i64, Lit>,
}

impl Chain {
    fn new(unrolling: &mut Unrolling, variables: &[Variable], weights: &[i64]) -> Chain {
        let active = unrolling.solver.fresh();
        let mut differences = BTreeMap::from([(0, active)]);
        let mut range = 0;
        for variable in variables {
            let spread = spread(variable, weights);
            if spread == 0 {
                continue;
            }
            // A ply that changes more than a few variables by their whole spread is not expected.
            range = (range + spread).min(RANGE.min(4 * widest(variables, weights) + 4));
            let changes = changes(unrolling, variable, weights);
            let mut next: BTreeMap<i64, Lit> = BTreeMap::new();
            for (&before, &at) in &differences {
                for (&change, &by) in &changes {
                    let after = before + change;
                    if after.abs() <= range {
                        let there = *next.entry(after).or_insert_with(|| unrolling.solver.fresh());
                        unrolling.solver.clause([!at, !by, there]);
                    }
                }
            }
            differences = next;
        }
        Chain { active, last: differences }
    }
}

/// Largest difference between two weights of a variable.
fn spread(variable: &Variable, weights: &[i64]) -> i64 {
    let all = || variable.fluents.iter().map(|f| weights[f.0 as usize]).chain(variable.none.then_some(0));
    all().max().unwrap_or(0) - all().min().unwrap_or(0)
}

fn widest(variables: &[Variable], weights: &[i64]) -> i64 {
    variables.iter().map(|variable| spread(variable, weights)).max().unwrap_or(0)
}

/// Per change of a variable's weight, a literal that is forced if that is the change.
fn changes(unrolling: &mut Unrolling, variable: &Variable, weights: &[i64]) -> BTreeMap<i64, Lit> {
    let (before, after) = (classes(unrolling, variable, weights, 0), classes(unrolling, variable, weights, 1));
    let mut changes: BTreeMap<i64, Lit> = BTreeMap::new();
    for (from, &was) in &before {
        for (to, &is) in &after {
            let change = *changes.entry(to - from).or_insert_with(|| unrolling.solver.fresh());
            unrolling.solver.clause([!was, !is, change]);
        }
    }
    changes
}

/// Per weight of a variable, a literal that is forced if the variable has a value of that weight at a frame.
fn classes(unrolling: &mut Unrolling, variable: &Variable, weights: &[i64], frame: usize) -> BTreeMap<i64, Lit> {
    let mut classes: BTreeMap<i64, Lit> = BTreeMap::new();
    let mut none = Vec::new();
    for &fluent in &variable.fluents {
        let class = *classes.entry(weights[fluent.0 as usize]).or_insert_with(|| unrolling.solver.fresh());
        let input: Signal = unrolling.game.fluent_input(fluent);
        let holds = unrolling.literal(frame, input, Sense::False);
        unrolling.solver.clause([!holds, class]);
        none.push(unrolling.literal(frame, input, Sense::True));
    }
    if variable.none {
        none.push(*classes.entry(0).or_insert_with(|| unrolling.solver.fresh()));
    }
    // Where some fluent always holds, the clause is part of what is proved about the variable.
    unrolling.solver.clause(none);
    classes
}
