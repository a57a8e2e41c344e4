//! General rewards: whoever chooses takes what the opponent model prefers, compared exactly.

use std::cmp::Ordering;

use matrixgame::{Expectation, Rational, average};
use solution::Model;

use super::matrices::{Edge, Solved, Solver, Unsolvable};

/// The values of a state in which at most one role chooses.
pub fn solve(solver: &Solver<'_>, edges: &[Edge], values: &[Expectation]) -> Result<Solved, Unsolvable> {
    let width = solver.values_per_state();
    let mut sorted: Vec<(&[u32], u32)> =
        edges.iter().map(|&(joint, state)| (solver.choices.moves(joint), state)).collect();
    sorted.sort_unstable();
    let first = sorted[0].0;
    let choosing = |player: &usize| sorted.iter().any(|(moves, _)| moves[*player] != first[*player]);
    let mut choosers = (0..width).filter(choosing);
    let chooser = choosers.next().unwrap_or(0);
    if choosers.next().is_some() {
        return Err(Unsolvable::Simultaneous);
    }
    let mut best: Option<Vec<Rational>> = None;
    for same in sorted.chunk_by(|a, b| a.0 == b.0) {
        let expected = |player: usize| {
            let drawn: Vec<Expectation> =
                same.iter().map(|(_, state)| values[*state as usize * width + player]).collect();
            average(&drawn).and_then(Expectation::exact).ok_or(Unsolvable::Long)
        };
        let vector = (0..width).map(expected).collect::<Result<Vec<Rational>, Unsolvable>>()?;
        let better = match &best {
            None => true,
            Some(best) => prefers(solver.task.model, chooser, &vector, best).ok_or(Unsolvable::Long)?,
        };
        if better {
            best = Some(vector);
        }
    }
    let values = best.unwrap_or_default().into_iter().map(Expectation::Exact).collect();
    Ok(Solved { values, ..Solved::default() })
}

/// Whether a role prefers the first of two vectors; none if their differences are not short.
fn prefers(model: Model, role: usize, one: &[Rational], other: &[Rational]) -> Option<bool> {
    let lead = |rewards: &[Rational]| -> Option<Rational> {
        let best = rewards.iter().enumerate().filter(|(index, _)| *index != role).map(|(_, &reward)| reward).max();
        best.map_or(Some(rewards[role]), |best| difference(rewards[role], best))
    };
    let first = match model {
        Model::Own => Ordering::Equal,
        Model::Difference => lead(one)?.cmp(&lead(other)?),
    };
    let others = || (0..one.len()).filter(|index| *index != role);
    let less_for_others = || others().map(|index| other[index].cmp(&one[index])).find(|order| order.is_ne());
    let order = first.then(one[role].cmp(&other[role])).then_with(|| less_for_others().unwrap_or(Ordering::Equal));
    Some(order.is_gt())
}

fn difference(one: Rational, other: Rational) -> Option<Rational> {
    let [a, b, c, d] = [one.numerator(), one.denominator(), other.numerator(), other.denominator()].map(i128::from);
    Rational::new((a * d).checked_sub(c * b)?, b.checked_mul(d)?)
}
