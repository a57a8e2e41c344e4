//! Value iteration: initially every non-terminal state has the value of infinite play; then each gets the value of its
//! best successor, until nothing changes. After as many rounds as there are states, every forced outcome has been
//! found.

use std::cmp::Reverse;

use solution::Model;
use task::Outcome;

use crate::Setup;
use crate::graph::{Graph, ReachableState};

/// The values of all states.
pub fn values(graph: &Graph, question: &Setup) -> Vec<Outcome> {
    let roles = graph.roles.len();
    let infinite = question.infinite.clone().unwrap_or(vec![i32::MIN; roles]);
    let reduced = |rewards: &Vec<i32>| question.reduction.map_or(rewards.clone(), |reduce| reduce.apply(rewards));
    let start = |state: &ReachableState| state.rewards.as_ref().map_or_else(|| infinite.clone(), reduced);
    let mut rewards: Vec<Vec<i32>> = graph.states.iter().map(start).collect();
    repeat(graph, &mut rewards, |rewards, state| {
        let best = state.successors.iter().map(|&next| &rewards[next]);
        best.min_by_key(|rewards| rank(question.model, state.mover.unwrap_or(0), rewards)).cloned()
    });
    let start = |state: &ReachableState| state.rewards.as_ref().map_or(u32::MAX, |_| 0);
    let mut plies: Vec<u32> = graph.states.iter().map(start).collect();
    let own: Vec<Vec<i32>> = rewards.clone();
    repeat(graph, &mut plies, |plies, state| {
        let worth = state.successors.iter().map(|&next| &own[next]);
        let best = worth.min_by_key(|rewards| rank(question.model, state.mover.unwrap_or(0), rewards))?;
        let kept = state.successors.iter().filter(|&&next| own[next] == *best).map(|&next| plies[next]);
        let plies = if shortens(state.mover.unwrap_or(0), best, question) { kept.min() } else { kept.max() };
        plies.map(|plies| plies.saturating_add(1))
    });
    let value = |(rewards, plies)| Outcome { rewards, distance: Some(plies).filter(|&plies| plies < u32::MAX) };
    rewards.into_iter().zip(plies).map(value).collect()
}

/// Of two roles, the one that gets more than by infinite play shortens; if the value is the same, the one that gets
/// more than the other. With any other number of roles everybody does.
fn shortens(role: usize, rewards: &[i32], question: &Setup) -> bool {
    let [first, second] = *rewards else { return true };
    let (own, other) = if role == 0 { (first, second) } else { (second, first) };
    match &question.infinite {
        Some(infinite) if infinite != rewards => own > infinite[role],
        _ => own > other,
    }
}

/// Recomputes the value of every non-terminal state until nothing changes.
fn repeat<T: Clone + PartialEq>(graph: &Graph, values: &mut Vec<T>, best: impl Fn(&[T], &ReachableState) -> Option<T>) {
    for _ in 0..=graph.states.len() + 1 {
        let new = |(state, value): (&ReachableState, &T)| best(values, state).unwrap_or_else(|| value.clone());
        let next: Vec<T> = graph.states.iter().zip(values.iter()).map(new).collect();
        if next == *values {
            return;
        }
        *values = next;
    }
}

/// A sort key; smaller is better for the role.
fn rank(model: Model, role: usize, rewards: &[i32]) -> Vec<Reverse<i32>> {
    let own = rewards[role];
    let others: Vec<i32> = (0..rewards.len()).filter(|&other| other != role).map(|other| rewards[other]).collect();
    let lead = others.iter().max().map_or(own, |most| own.saturating_sub(*most));
    let first = match model {
        Model::Difference => vec![lead, own],
        Model::Own => vec![own],
    };
    first.into_iter().chain(others.iter().map(|&other| -other.max(-i32::MAX))).map(Reverse).collect()
}
