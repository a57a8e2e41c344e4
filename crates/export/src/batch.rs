//! Some states of a solution, column by column.

use matrixgame::Expectation;

/// States of one layer with their values. Columns are lists of the same length, one entry per state.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StateBatch {
    /// The number of states.
    pub states: usize,
    /// The layer of all of them.
    pub layer: usize,
    /// For each variable, the value of each state.
    pub variables: Vec<Vec<u32>>,
    /// For each role, the reward in each state; empty if rewards are expected ones.
    pub rewards: Vec<Vec<i32>>,
    /// For each role, a lower and an upper bound of the expected reward in each state; otherwise empty.
    pub bounds: Vec<[Vec<f64>; 2]>,
    /// Plies to the end of each state; none if play never ends, or distances are not stored.
    pub distances: Vec<Option<u32>>,
    /// Whether each state is terminal; empty if that is unknown.
    pub ends: Vec<bool>,
}

impl StateBatch {
    /// An empty batch for so many variables.
    pub(crate) fn new(variables: usize, layer: usize) -> StateBatch {
        StateBatch { layer, variables: vec![Vec::new(); variables], ..StateBatch::default() }
    }

    /// Whether a state is known to be terminal.
    pub fn is_end(&self, state: usize) -> bool {
        self.ends.get(state).copied().unwrap_or(false)
    }

    /// Adds the values of a state's variables.
    pub(crate) fn push_state(&mut self, state: &[u32]) {
        self.variables.iter_mut().zip(state).for_each(|(column, &value)| column.push(value));
        self.states += 1;
    }

    /// Adds the outcome of the last state.
    pub(crate) fn push_outcome(&mut self, rewards: &[i32], distance: Option<u32>) {
        self.rewards.resize_with(rewards.len(), Vec::new);
        self.rewards.iter_mut().zip(rewards).for_each(|(column, &reward)| column.push(reward));
        self.distances.push(distance);
    }

    /// Adds the expected rewards of the last state.
    pub(crate) fn push_expected(&mut self, rewards: &[Expectation]) {
        self.bounds.resize_with(rewards.len(), Default::default);
        for ([lower, upper], reward) in self.bounds.iter_mut().zip(rewards) {
            let (least, most) = floats(*reward);
            lower.push(least);
            upper.push(most);
        }
    }
}

/// The bounds in floating point, rounded outwards unless they are whole numbers.
pub fn floats(reward: Expectation) -> (f64, f64) {
    match reward.exact() {
        Some(exact) if exact.denominator() == 1 => (reward.middle(), reward.middle()),
        _ => (reward.lower().to_f64().next_down(), reward.upper().to_f64().next_up()),
    }
}
