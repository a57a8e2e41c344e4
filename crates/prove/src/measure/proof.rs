//! Proves that weights are a progress measure.
//!
//! Summing two whole states and comparing the sums would be hard for a solver. Instead the encoding goes over the
//! variables once and keeps a lower bound on the difference so far. "The difference is at least `d` after `k`
//! variables" is a literal, implied by a bound before and a bound on the contribution of this variable, so an
//! undetermined variable need not stop the chain: fixing a move fixes nearly all of it by propagation. An exact
//! difference is two bounds, one for the weights and one for their negatives.

use game::{Evaluator, Fluent, State, StateVariable};
use std::collections::BTreeMap;

use super::{Demand, Demands, value};
use crate::sat::unrolling::{Sense, Unrolling};
use crate::sat::{Answer, Lit};

/// The result of a proof attempt.
pub enum Attempt {
    /// The weights are a measure.
    Proved,
    /// They are not: this ply, between states that the invariants allow, violates the requirement.
    Failed(State, State),
    /// A limit was reached.
    Unknown,
}

/// The conflict limit of a proof.
const CONFLICTS: u64 = 30_000;
/// The conflict limit for the lemma that a single variable never decreases.
const LEMMA_CONFLICTS: u64 = 500;

/// Tries to prove that every ply satisfies the requirements.
pub fn attempt(
    unrolling: &mut Unrolling,
    evaluator: &Evaluator,
    variables: &[StateVariable],
    weights: &[i64],
    demands: &Demands,
) -> Attempt {
    let ply = unrolling.ply(0);
    for sign in [1, -1] {
        let signed: Vec<i64> = weights.iter().map(|weight| sign * weight).collect();
        let mut chain = None;
        for (reading, demand) in &demands.phases {
            let bound = match (demand, sign) {
                (Demand::AtLeast(_), -1) => continue,
                (Demand::AtLeast(wanted) | Demand::Exactly(wanted), _) => sign * wanted,
            };
            let bounds = chain.get_or_insert_with(|| bounds(unrolling, ply, variables, &signed));
            let mut assumptions = vec![ply];
            assumptions.extend(reading.iter().flat_map(|reading| reading.literals(unrolling, 0)));
            assumptions.extend(bounds.range(bound..).map(|(_, &at_least)| !at_least));
            match unrolling.solver.solve(&assumptions, CONFLICTS) {
                Answer::Unsat => {}
                Answer::Unknown => return Attempt::Unknown,
                Answer::Sat => {
                    let from = unrolling.model_state();
                    let Some(to) = unrolling.model_successor(evaluator) else { return Attempt::Unknown };
                    let change = total(variables, weights, &to) - total(variables, weights, &from);
                    return if demand.met_by(change) { Attempt::Unknown } else { Attempt::Failed(from, to) };
                }
            }
        }
    }
    Attempt::Proved
}

/// The weight of a state.
fn total(variables: &[StateVariable], weights: &[i64], state: &State) -> i64 {
    let of_value = |variable: &StateVariable| {
        let fluent = variable.fluents.get(value(variable, state));
        fluent.map_or(0, |fluent| weights[fluent.0 as usize])
    };
    variables.iter().map(of_value).sum()
}

/// For each number, a literal that is implied if the weight of frame 1 exceeds that of frame 0 by at least that much. A
/// bound below the range is dropped, which can only make a proof fail, and one above it is reduced to the range, which
/// keeps it a lower bound.
fn bounds(unrolling: &mut Unrolling, ply: Lit, variables: &[StateVariable], weights: &[i64]) -> BTreeMap<i64, Lit> {
    let spread = |variable: &&StateVariable| {
        let levels = levels(variable, weights);
        levels[levels.len() - 1] - levels[0]
    };
    let range = 4 * variables.iter().map(|variable| spread(&variable)).max().unwrap_or(0) + 8;
    let mut bounds = BTreeMap::from([(0, unrolling.solver.truth())]);
    for variable in variables.iter().filter(|variable| spread(variable) > 0) {
        let changes = changes(unrolling, variable, weights);
        if let Some(&steady) = changes.get(&0) {
            // A variable that never decreases is the most useful lemma.
            if unrolling.solver.solve(&[ply, !steady], LEMMA_CONFLICTS) == Answer::Unsat {
                unrolling.solver.clause([!ply, steady]);
            }
        }
        let mut next: BTreeMap<i64, Lit> = BTreeMap::new();
        for (&before, &so_far) in &bounds {
            for (&change, &by) in &changes {
                let after = (before + change).min(range);
                if after >= -range {
                    let at_least = *next.entry(after).or_insert_with(|| unrolling.solver.fresh());
                    unrolling.solver.clause([!so_far, !by, at_least]);
                }
            }
        }
        bounds = next;
    }
    bounds
}

/// The distinct weights of a variable's values, ascending.
fn levels(variable: &StateVariable, weights: &[i64]) -> Vec<i64> {
    let none = variable.none.then_some(0);
    let mut levels: Vec<i64> = variable.fluents.iter().map(|f| weights[f.0 as usize]).chain(none).collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

/// For each number, a literal that is implied if a variable's weight grows by at least that much.
fn changes(unrolling: &mut Unrolling, variable: &StateVariable, weights: &[i64]) -> BTreeMap<i64, Lit> {
    let levels = levels(variable, weights);
    let mut changes: BTreeMap<i64, Lit> = BTreeMap::new();
    let at_most: Vec<Lit> =
        levels.iter().map(|&level| level_literal(unrolling, 0, variable, weights, &|weight| weight <= level)).collect();
    let at_least: Vec<Lit> =
        levels.iter().map(|&level| level_literal(unrolling, 1, variable, weights, &|weight| weight >= level)).collect();
    for (from, &was) in levels.iter().zip(&at_most) {
        for (to, &is) in levels.iter().zip(&at_least) {
            let change = *changes.entry(to - from).or_insert_with(|| unrolling.solver.fresh());
            unrolling.solver.clause([!was, !is, change]);
        }
    }
    changes
}

/// A literal that is implied if the weight of the variable's value at a frame satisfies `fits`.
fn level_literal(
    unrolling: &mut Unrolling,
    frame: usize,
    variable: &StateVariable,
    weights: &[i64],
    fits: &dyn Fn(i64) -> bool,
) -> Lit {
    let (inside, outside): (Vec<Fluent>, Vec<Fluent>) =
        variable.fluents.iter().partition(|fluent| fits(weights[fluent.0 as usize]));
    let none_outside = variable.none && !fits(0);
    if outside.is_empty() && !none_outside {
        return unrolling.solver.truth();
    }
    let literal = unrolling.solver.fresh();
    for fluent in inside {
        let holds = unrolling.literal(frame, unrolling.game.fluent_input(fluent), Sense::False);
        unrolling.solver.clause([!holds, literal]);
    }
    if !none_outside {
        // If it has none of the values outside, it has one inside, since the variable always has one of its values.
        let mut clause = vec![literal];
        for fluent in outside {
            clause.push(unrolling.literal(frame, unrolling.game.fluent_input(fluent), Sense::True));
        }
        unrolling.solver.clause(clause);
    }
    literal
}
