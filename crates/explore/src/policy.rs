//! How players choose moves.

use serde::Serialize;

use crate::play_graph::{GraphPosition, PlayGraph};

/// A way to choose moves. Among moves that it considers equal, each has the same probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Any legal move.
    Random,
    /// The move after which uniformly random play by all roles has the highest expected reward for the mover.
    Greedy,
    /// A move that keeps the value and, if the game is decided and distances are stored, also the distance.
    Perfect,
}

/// Expected rewards that differ by less are equal: they are sums of rounded numbers.
pub(crate) const EQUAL: f64 = 1e-6;

impl Policy {
    /// The indices of the moves that it chooses from.
    pub(crate) fn moves(self, graph: &PlayGraph, position: &GraphPosition, random: &[Vec<f64>]) -> Vec<usize> {
        let Some(role) = position.mover else { return (0..position.next.len()).collect() };
        match self {
            Policy::Random => (0..position.next.len()).collect(),
            Policy::Greedy => {
                let score = |place: usize| random[position.next[place] as usize][role];
                let best = (0..position.next.len()).map(score).fold(f64::NEG_INFINITY, f64::max);
                (0..position.next.len()).filter(|&place| score(place) > best - EQUAL).collect()
            }
            Policy::Perfect => {
                let optimal: Vec<usize> = graph.optimal(position).collect();
                let distance = |place: usize| graph.positions[position.next[place] as usize].distance;
                let keeping = |place: &usize| match (position.distance, distance(*place)) {
                    (Some(own), Some(next)) => next + 1 == own,
                    (own, next) => own == next,
                };
                match graph.has_distances && !is_even(&position.value) {
                    true => optimal.into_iter().filter(keeping).collect(),
                    false => optimal,
                }
            }
        }
    }
}

/// Whether two roles get the same reward.
pub(crate) fn is_even(value: &[i32]) -> bool {
    matches!(value, [first, second] if first == second)
}

/// The role with the highest reward, if it is unique; a single role never leads.
pub(crate) fn leader(value: &[i32]) -> Option<usize> {
    let most = value.iter().max()?;
    let mut leading = (0..value.len()).filter(|&role| value[role] == *most);
    leading.next().filter(|_| leading.next().is_none() && value.len() > 1)
}
