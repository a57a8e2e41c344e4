//! Recomputes the values of all states by plain retrograde analysis on an explicit graph.
//!
//! Backwards from the terminal states: a state whose successors are all done has the value of the best one for its
//! mover. In an acyclic game that is all. If states remain, there are cycles, and values are found reward by reward:
//! the states from which the first role can force at least a given reward. This is an attractor to better terminal
//! states if infinite play is worse, and otherwise the complement of the other role's attractor to worse ones.
//! Distances are found in the same way, ply by ply, along the moves that keep the value.

use solution::Model;

use crate::preference::{compare, shortens};

/// A successor that the solution does not contain.
pub const MISSING: u32 = u32::MAX;

/// The states of a game by number, with their successors.
#[derive(Default)]
pub struct Graph {
    /// All reward vectors that occur, including that of infinite play if there is one.
    pub rewards: Vec<Vec<i32>>,
    /// For each terminal state, the number of its reward vector.
    pub over: Vec<Option<u32>>,
    /// For each state, the role that chooses.
    pub mover: Vec<Option<usize>>,
    /// For each state, the start of its successors in `next`; one more entry at the end.
    pub starts: Vec<usize>,
    /// Successors of all states.
    pub next: Vec<u32>,
    /// Whether some state has a missing successor or is defective: states that lead there have no value then.
    pub broken: bool,
}

/// For each state, the number of its reward vector; `None` if it cannot be determined.
pub type Values = Vec<Option<u32>>;

/// Why there are no values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Some state is on a cycle or leads to one, and infinite play has no value.
    Cycle(usize),
    /// There are cycles, and the rewards do not have a constant sum.
    GeneralRewards(usize),
}

impl Graph {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.over.len()
    }

    /// The successors of a state.
    pub fn successors(&self, state: usize) -> &[u32] {
        &self.next[self.starts[state]..self.starts[state + 1]]
    }

    /// The predecessors of all states: the start of each state's list, and all lists concatenated.
    fn predecessors(&self) -> (Vec<usize>, Vec<u32>) {
        let known = || (0..self.len()).flat_map(|state| self.successors(state).iter().map(move |&next| (state, next)));
        let mut starts = vec![0; self.len() + 1];
        known().filter(|&(_, next)| next != MISSING).for_each(|(_, next)| starts[next as usize + 1] += 1);
        for state in 0..self.len() {
            starts[state + 1] += starts[state];
        }
        let mut free = starts.clone();
        let mut all = vec![0; starts[self.len()]];
        for (state, next) in known().filter(|&(_, next)| next != MISSING) {
            all[free[next as usize]] = state as u32;
            free[next as usize] += 1;
        }
        (starts, all)
    }

    /// The best of some reward vectors for a role.
    fn best(&self, model: Model, role: usize, candidates: impl Iterator<Item = u32>) -> Option<u32> {
        candidates.max_by(|&a, &b| compare(model, role, &self.rewards[a as usize], &self.rewards[b as usize]))
    }

    /// The values of all states. `infinite` is the reward vector of infinite play by number.
    pub fn values(&self, model: Model, infinite: Option<u32>) -> Result<Values, Refused> {
        let (starts, predecessors) = self.predecessors();
        let mut waiting: Vec<usize> = (0..self.len()).map(|state| self.successors(state).len()).collect();
        let mut values: Values = self.over.clone();
        let mut done: Vec<u32> = (0..self.len() as u32).filter(|&state| values[state as usize].is_some()).collect();
        while let Some(state) = done.pop() {
            for &before in &predecessors[starts[state as usize]..starts[state as usize + 1]] {
                let before = before as usize;
                waiting[before] -= 1;
                if waiting[before] == 0 {
                    let worth = self.successors(before).iter().filter_map(|&next| values[next as usize]);
                    values[before] = self.best(model, self.mover[before].unwrap_or(0), worth);
                    done.push(before as u32);
                }
            }
        }
        let left = values.iter().position(Option::is_none);
        match left {
            Some(state) if !self.broken => {
                let one_role = self.rewards.first().is_some_and(|rewards| rewards.len() == 1);
                if infinite.is_none() && !one_role {
                    return Err(Refused::Cycle(state));
                }
                self.cyclic(infinite, (&starts, &predecessors)).ok_or(Refused::GeneralRewards(state))
            }
            _ => Ok(values),
        }
    }

    /// The values of a cyclic game, if it has one role, or two with a constant sum.
    fn cyclic(&self, infinite: Option<u32>, backwards: (&[usize], &[u32])) -> Option<Values> {
        let sum = |rewards: &Vec<i32>| rewards.iter().map(|&reward| i64::from(reward)).sum::<i64>();
        let roles = self.rewards.first()?.len();
        let constant = self.rewards.iter().all(|rewards| sum(rewards) == sum(&self.rewards[0]));
        if roles > 2 || (roles == 2 && !constant) {
            return None;
        }
        let first = |vector: u32| self.rewards[vector as usize][0];
        let mut thresholds: Vec<u32> = (0..self.rewards.len() as u32).collect();
        thresholds.sort_by_key(|&vector| first(vector));
        let mut values: Values = vec![None; self.len()];
        for vector in thresholds {
            let threshold = first(vector);
            let enough = |state: usize| self.over[state].is_some_and(|ends| first(ends) >= threshold);
            let too_little = |state: usize| self.over[state].is_some_and(|ends| first(ends) < threshold);
            let forced = match infinite.is_some_and(|endless| first(endless) >= threshold) {
                false => self.attractor(0, enough, backwards),
                true => self.attractor(1, too_little, backwards).into_iter().map(|escapes| !escapes).collect(),
            };
            for (value, forced) in values.iter_mut().zip(forced) {
                if forced {
                    *value = Some(vector);
                }
            }
        }
        Some(values)
    }

    /// The states from which a role can force the game into the given terminal states.
    fn attractor(&self, role: usize, ends: impl Fn(usize) -> bool, (starts, all): (&[usize], &[u32])) -> Vec<bool> {
        let mut waiting: Vec<usize> = (0..self.len()).map(|state| self.successors(state).len()).collect();
        let mut forced: Vec<bool> = (0..self.len()).map(ends).collect();
        let mut done: Vec<usize> = (0..self.len()).filter(|&state| forced[state]).collect();
        while let Some(state) = done.pop() {
            for &before in &all[starts[state]..starts[state + 1]] {
                let before = before as usize;
                waiting[before] -= 1;
                if !forced[before] && (self.mover[before] == Some(role) || waiting[before] == 0) {
                    forced[before] = true;
                    done.push(before);
                }
            }
        }
        forced
    }

    /// Plies to the end along moves that keep the values; `None` if play is infinite or the value is unknown.
    pub fn distances(&self, values: &Values, infinite: Option<&[i32]>) -> Vec<Option<u32>> {
        let (starts, predecessors) = self.predecessors();
        let keeps = |state: usize, next: u32| next != MISSING && values[next as usize] == values[state];
        let kept = |state: usize| self.successors(state).iter().filter(|&&next| keeps(state, next)).count();
        let mut waiting: Vec<usize> = (0..self.len()).map(kept).collect();
        let mut distances: Vec<Option<u32>> = self.over.iter().map(|ends| ends.map(|_| 0)).collect();
        let mut here: Vec<usize> = (0..self.len()).filter(|&state| self.over[state].is_some()).collect();
        let mut plies = 0;
        // Ply by ply, so that a role that shortens takes the first opportunity and a role that prolongs the last.
        while !here.is_empty() {
            plies += 1;
            let mut further = Vec::new();
            for state in here {
                for &before in &predecessors[starts[state]..starts[state + 1]] {
                    let before = before as usize;
                    let Some(value) = values[before].filter(|_| keeps(before, state as u32)) else { continue };
                    waiting[before] -= 1;
                    let mover = self.mover[before];
                    let mover_shortens =
                        mover.is_some_and(|role| shortens(role, &self.rewards[value as usize], infinite));
                    if distances[before].is_none() && (mover_shortens || waiting[before] == 0) {
                        distances[before] = Some(plies);
                        further.push(before);
                    }
                }
            }
            here = further;
        }
        distances
    }
}
