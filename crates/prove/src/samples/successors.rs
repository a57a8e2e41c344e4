//! States and the plies between them, by number.

/// For each state its successors, in one array.
pub struct Successors {
    starts: Vec<usize>,
    all: Vec<u32>,
}

impl Successors {
    /// The successors of the given number of states.
    pub fn new(states: usize, plies: impl Iterator<Item = (u32, u32)> + Clone) -> Successors {
        let mut starts = vec![0; states + 1];
        plies.clone().for_each(|(from, _)| starts[from as usize + 1] += 1);
        for state in 0..states {
            starts[state + 1] += starts[state];
        }
        let mut free = starts.clone();
        let mut all = vec![0; starts[states]];
        for (from, to) in plies {
            all[free[from as usize]] = to;
            free[from as usize] += 1;
        }
        Successors { starts, all }
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.starts.len() - 1
    }

    /// The successors of a state.
    pub fn of(&self, state: usize) -> &[u32] {
        &self.all[self.starts[state]..self.starts[state + 1]]
    }

    /// A state on a cycle. States that remain when those without predecessors are repeatedly removed are on a cycle or
    /// reachable from one; following them backwards closes a cycle.
    pub fn on_cycle(&self) -> Option<usize> {
        let mut entering = vec![0_u32; self.states()];
        self.all.iter().for_each(|&to| entering[to as usize] += 1);
        let mut free: Vec<usize> = (0..entering.len()).filter(|&state| entering[state] == 0).collect();
        while let Some(state) = free.pop() {
            for &to in self.of(state) {
                entering[to as usize] -= 1;
                if entering[to as usize] == 0 {
                    free.push(to as usize);
                }
            }
        }
        let mut before = vec![None; entering.len()];
        for state in (0..entering.len()).filter(|&state| entering[state] > 0) {
            self.of(state).iter().for_each(|&to| before[to as usize] = Some(state));
        }
        let mut state = (0..entering.len()).find(|&state| entering[state] > 0)?;
        let mut seen = vec![false; entering.len()];
        while !std::mem::replace(&mut seen[state], true) {
            state = before[state]?;
        }
        Some(state)
    }

    /// All pairs of a state and a ply at which it can be reached from state 0, the ply modulo `period`.
    pub fn phases(&self, period: usize) -> Vec<(usize, usize)> {
        let mut seen = vec![false; self.states() * period];
        let mut reached = vec![(0, 0)];
        seen[0] = true;
        let mut next = 0;
        while let Some(&(state, phase)) = reached.get(next) {
            next += 1;
            let after = (phase + 1) % period;
            for &to in self.of(state) {
                let slot = &mut seen[to as usize * period + after];
                if !std::mem::replace(slot, true) {
                    reached.push((to as usize, after));
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(states: usize, plies: &[(u32, u32)]) -> Successors {
        Successors::new(states, plies.iter().copied())
    }

    #[test]
    fn a_cycle_is_found_between_its_entry_and_exit() {
        assert_eq!(graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]).on_cycle(), None);
        let found = graph(5, &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)]).on_cycle();
        assert!(matches!(found, Some(1..=3)));
        assert_eq!(graph(2, &[(0, 1), (1, 1)]).on_cycle(), Some(1));
    }

    #[test]
    fn a_state_has_every_phase_in_which_it_is_reached() {
        let mut phases = graph(3, &[(0, 1), (1, 2), (0, 2)]).phases(2);
        phases.sort_unstable();
        assert_eq!(phases, [(0, 0), (1, 1), (2, 0), (2, 1)]);
    }
}
