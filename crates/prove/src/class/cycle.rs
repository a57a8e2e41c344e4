//! Decides whether a state can repeat.

use number::all;

use crate::finding::Finding;
use crate::samples::Samples;

/// Whether no state can repeat, as far as samples and counters show. A progress measure shows more.
pub fn acyclic(samples: &Samples, ply_bound: Option<usize>) -> Finding {
    if let Some(state) = repeated(samples).or_else(|| samples.successors().on_cycle()) {
        return Finding::refuted("this state can repeat", &samples.states[state].state);
    }
    if samples.exhaustive {
        let listed = all(samples.states.len(), "reachable state");
        return Finding::proved(format!("no cycle among {listed}"));
    }
    match ply_bound {
        Some(_) => Finding::proved("a counter in the state ends every game"),
        None => Finding::unknown("neither a cycle nor a proof of acyclicity was found"),
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
