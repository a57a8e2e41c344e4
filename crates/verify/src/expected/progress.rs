//! Bounds of states on cycles must not rest on each other alone.
//!
//! Let the maximiser keep to moves that keep the lower bounds. Then the lower bound of the state reached is a
//! submartingale, and it bounds the payoff if play, should it not end, comes again and again through states whose lower
//! bound is at most what infinite play is worth. That is so if from every state there is a chance of getting to such a
//! state or to an end, whatever the minimiser does: an attractor. Likewise for upper bounds.

use super::certificate::Certifier;
use super::number::{Bound, Number, average};
use super::{Found, Node};
use crate::report::Findings;

/// Checks both sides of all values.
pub fn check(
    nodes: &[Node],
    found: &Found<'_>,
    certifier: &Certifier,
    findings: &mut Findings,
    text: impl Fn(usize) -> String,
) {
    for valued in 0..certifier.valued() {
        for above in [false, true] {
            if let Some(state) = unsupported(nodes, found, certifier, valued, above) {
                let layer = found[state].1.map_or(0, |stored| stored.layer);
                let side = if above { "upper" } else { "lower" };
                findings.fail_at(layer, format!("its {side} bound rests on a cycle alone"), || text(state));
            }
        }
    }
}

/// A state without a chance of getting anywhere that supports its bound.
fn unsupported(nodes: &[Node], found: &Found<'_>, certifier: &Certifier, valued: usize, above: bool) -> Option<usize> {
    let stay = certifier.infinite.as_ref().and_then(|infinite| infinite.get(valued)).copied();
    let value = |state: usize| found[state].1.and_then(|stored| stored.values.get(valued).copied());
    let supported = |state: usize| match (&nodes[state], stay, value(state)) {
        (Node::Over(_), _, _) | (_, _, None) => true,
        (_, Some(stay), Some(number)) if above => number.upper().compare(Bound::Fraction(i64::from(stay), 1)).is_ge(),
        (_, Some(stay), Some(number)) => number.lower().compare(Bound::Fraction(i64::from(stay), 1)).is_le(),
        (_, None, _) => false,
    };
    let mut reached: Vec<bool> = (0..nodes.len()).map(supported).collect();
    let actions: Vec<Vec<Vec<u32>>> = (0..nodes.len())
        .map(|state| if reached[state] { vec![] } else { lines(nodes, found, certifier, (state, valued), above) })
        .collect();
    loop {
        let mut grown = false;
        for state in (0..nodes.len()).rev() {
            let progresses = |line: &Vec<u32>| line.iter().any(|&next| reached[next as usize]);
            if !reached[state] && !actions[state].is_empty() && actions[state].iter().all(progresses) {
                reached[state] = true;
                grown = true;
            }
        }
        if !grown {
            return reached.iter().position(|reached| !reached);
        }
    }
}

/// What the other side can do in a state, each as the states that then may follow by the own side's moves that keep the
/// bound. Where only the own side chooses, that is one line with all such states.
fn lines(
    nodes: &[Node],
    found: &Found<'_>,
    certifier: &Certifier,
    (state, valued): (usize, usize),
    above: bool,
) -> Vec<Vec<u32>> {
    let (Node::Goes(legal, next), Some(stored)) = (&nodes[state], found[state].1) else { return Vec::new() };
    if legal.is_empty() {
        return Vec::new();
    }
    let cells = certifier.cells(legal, next, valued);
    let value = stored.values[valued];
    let (own, others) = if above { (cells.columns, cells.rows) } else { (cells.rows, cells.columns) };
    let cell = |mine: usize, theirs: usize| {
        let (row, column) = if above { (theirs, mine) } else { (mine, theirs) };
        &cells.drawn[row * cells.columns + column]
    };
    let keeps = |mine: usize, theirs: usize| {
        let number = |&state: &u32| found[state as usize].1.and_then(|stored| stored.values.get(valued).copied());
        let drawn: Vec<Number> = cell(mine, theirs).iter().filter_map(number).collect();
        let entry = average(&drawn);
        match above {
            true => entry.upper().compare(value.upper()).is_le(),
            false => entry.lower().compare(value.lower()).is_ge(),
        }
    };
    let mixed: Option<Vec<usize>> = stored
        .strategies
        .get(valued)
        .map(|pair| pair[usize::from(above)].iter().map(|&(pick, _)| usize::from(pick)).collect());
    (0..others)
        .map(|theirs| {
            let picks: Vec<usize> = match &mixed {
                Some(picks) if own > 1 && others > 1 => picks.clone(),
                _ if own == 1 => vec![0],
                _ => (0..own).filter(|&mine| keeps(mine, theirs)).collect(),
            };
            picks.into_iter().filter(|&mine| mine < own).flat_map(|mine| cell(mine, theirs).clone()).collect()
        })
        .collect()
}
