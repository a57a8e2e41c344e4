//! The stored strategies must attain the bounds of states on cycles, which must not rest on each other alone.
//!
//! Let the maximiser play by the stored strategy, which keeps the lower bounds. Then the lower bound of the state reached
//! is a submartingale, and it bounds the payoff if play, should it not end, comes again and again through states whose
//! lower bound is at most what infinite play is worth. That is so if from every state there is a chance of getting to
//! such a state or to an end, whatever the minimiser does: an attractor. Likewise for upper bounds. Where no strategy is
//! stored, this must hold for every move that keeps the bound, so that a reader may make any of them.

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
                findings.fail_at(
                    layer,
                    format!("its {side} bound is not attained: by the stored strategy play may go round for ever"),
                    || text(state),
                );
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

/// What may follow a state, as states of which one must lead on in each set: whatever the other side does, and, where no
/// strategy is stored, whichever move that keeps the bound is made.
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
    let picks = stored.strategies.get(valued).map_or(&[][..], |pair| pair[usize::from(above)].as_slice());
    if own == 1 || !picks.is_empty() {
        let picks: Vec<usize> = if own == 1 { vec![0] } else { picks.iter().map(|pick| usize::from(pick.0)).collect() };
        let made = |theirs: usize| picks.iter().filter(|&&mine| mine < own).flat_map(move |&mine| cell(mine, theirs));
        return (0..others).map(|theirs| made(theirs).copied().collect()).collect();
    }
    let keeps = |drawn: &Vec<u32>| {
        let number = |&state: &u32| found[state as usize].1.and_then(|stored| stored.values.get(valued).copied());
        let entry = average(&drawn.iter().filter_map(number).collect::<Vec<Number>>());
        match above {
            true => entry.upper().compare(value.upper()).is_le(),
            false => entry.lower().compare(value.lower()).is_ge(),
        }
    };
    (0..own).map(|mine| cell(mine, 0)).filter(|drawn| keeps(drawn)).cloned().collect()
}
