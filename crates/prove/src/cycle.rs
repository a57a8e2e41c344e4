//! Whether a game can come back to a state.

use number::grouped;

use crate::finding::Finding;
use crate::samples::Samples;

/// Whether no state can be reached again from itself, as far as samples and counters tell. A progress measure tells more.
pub fn acyclic(samples: &Samples, ply_bound: Option<usize>) -> Finding {
    if let Some(state) = repeated(samples).or_else(|| on_cycle(samples)) {
        return Finding::refuted("play can come back to this state", &samples.states[state].state);
    }
    if samples.exhaustive {
        return Finding::proved(format!(
            "no cycle among all {} reachable states",
            grouped(samples.states.len() as u64)
        ));
    }
    match ply_bound {
        Some(_) => Finding::proved("a counter in the state ends every game"),
        None => Finding::unknown("no cycle was found, nor a reason why there is none"),
    }
}

/// A state that a playout visited twice.
fn repeated(samples: &Samples) -> Option<usize> {
    let mut last = vec![usize::MAX; samples.states.len()];
    for (number, playout) in samples.playouts.iter().enumerate() {
        for &state in playout {
            if std::mem::replace(&mut last[state as usize], number) == number {
                return Some(state as usize);
            }
        }
    }
    None
}

/// A state on a cycle of the plies seen: what is left when states without predecessors are taken away again and again, followed
/// forward until a state comes back.
fn on_cycle(samples: &Samples) -> Option<usize> {
    let successors = samples.successors();
    let mut entering = vec![0_u32; samples.states.len()];
    samples.plies.iter().for_each(|ply| entering[ply.to as usize] += 1);
    let mut free: Vec<usize> = (0..entering.len()).filter(|&state| entering[state] == 0).collect();
    while let Some(state) = free.pop() {
        for &to in &successors[state] {
            entering[to as usize] -= 1;
            if entering[to as usize] == 0 {
                free.push(to as usize);
            }
        }
    }
    // Whatever still has a predecessor has one that has one: walking backwards must close a cycle.
    let mut before = vec![None; entering.len()];
    for ply in samples.plies.iter().filter(|ply| entering[ply.from as usize] > 0) {
        before[ply.to as usize] = Some(ply.from as usize);
    }
    let mut state = (0..entering.len()).find(|&state| entering[state] > 0)?;
    let mut seen = vec![false; entering.len()];
    while !std::mem::replace(&mut seen[state], true) {
        state = before[state]?;
    }
    Some(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Ply;

    fn graph(states: usize, plies: &[(u32, u32)]) -> Samples {
        let visited = crate::samples::Visited {
            state: game::State::empty(1),
            terminal: false,
            stuck: None,
            choice: vec![],
            rewards: vec![],
        };
        let plies = plies.iter().map(|&(from, to)| Ply { from, to }).collect();
        Samples { states: vec![visited; states], plies, playouts: vec![], exhaustive: true }
    }

    #[test]
    fn a_cycle_is_found_behind_its_entry_and_before_its_exit() {
        assert_eq!(on_cycle(&graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)])), None);
        let found = on_cycle(&graph(5, &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)]));
        assert!(matches!(found, Some(1..=3)));
        assert_eq!(on_cycle(&graph(2, &[(0, 1), (1, 1)])), Some(1));
    }
}
