//! Finds all reachable states, for the algorithms that need them before they solve any.
//!
//! Breadth-first, with every state in the first step that contains it. Visited states are kept in sorted runs whose
//! sizes at least double from one to the next, so that each state is merged only a few times. Each step is committed
//! when it is found, so that an interrupted search resumes after the last one.

use solution::manifest::Progress;
use task::Error;

use crate::Resources;
use crate::find::find;
use crate::forward::successors;
use crate::journal::Journal;
use crate::key::Key;
use crate::moves::Moves;
use crate::solve::States;
use crate::sort::union;

/// All reachable states as one unsolved layer, found now or by an earlier run.
pub fn reachable<const N: usize>(states: &mut States<'_, N>) -> Result<Vec<Key<N>>, Error> {
    let States { moves, initial, ref mut journal, resources } = *states;
    if *journal.commits.progress() != Progress::Forward {
        return journal.states(journal.solved(), 0);
    }
    let keys = search(moves, initial, Some(journal), resources)?;
    let terminal_states = journal.layers().iter().map(|step| step.terminal_states).sum();
    let mut all = [(terminal_states, keys)];
    journal.begin(&all)?;
    Ok(std::mem::take(&mut all[0].1))
}

/// Searches, or resumes a search if there is a journal. Returns all reachable states, ascending.
pub fn search<const N: usize>(
    moves: &Moves<N>,
    initial: Key<N>,
    mut journal: Option<&mut Journal<'_>>,
    resources: Resources<'_>,
) -> Result<Vec<Key<N>>, Error> {
    let mut visited = Visited::default();
    let mut new = vec![initial];
    let found = journal.as_ref().map_or(0, |journal| journal.layers().len());
    if let Some(journal) = journal.as_ref().filter(|_| found > 0) {
        for number in 0..found {
            new = journal.states(number, visited.bytes())?;
            visited.add(&new, resources)?;
        }
        new = visited.without(successors(moves, &new, resources, visited.bytes())?.keys);
    }
    while !new.is_empty() {
        visited.add(&new, resources)?;
        let next = successors(moves, &new, resources, visited.bytes())?;
        if let Some(journal) = &mut journal {
            journal.add_found(&new, &next, visited.bytes())?;
        }
        new = visited.without(next.keys);
    }
    Ok(visited.all(resources))
}

/// States seen so far.
#[derive(Default)]
pub struct Visited<const N: usize> {
    runs: Vec<Vec<Key<N>>>,
}

impl<const N: usize> Visited<N> {
    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        self.runs.iter().map(|run| run.len() * size_of::<Key<N>>()).sum()
    }

    /// Adds ascending states that are new, if they fit in memory beside their source.
    pub fn add(&mut self, states: &[Key<N>], resources: Resources<'_>) -> Result<(), Error> {
        let needed = self.bytes() + 2 * size_of_val(states);
        resources.check(needed, "all states")?;
        self.runs.push(states.to_vec());
        while let [.., before, last] = self.runs.as_slice()
            && before.len() < 2 * last.len()
            && needed + size_of_val(before.as_slice()) + size_of_val(last.as_slice()) <= resources.bytes
        {
            self.merge_last();
        }
        Ok(())
    }

    fn merge_last(&mut self) {
        if let (Some(last), Some(before)) = (self.runs.pop(), self.runs.pop()) {
            let mut merged = Vec::new();
            union(&before, &last, &mut merged);
            self.runs.push(merged);
        }
    }

    /// The states of an ascending list that are not in the set.
    pub fn without(&self, mut states: Vec<Key<N>>) -> Vec<Key<N>> {
        for run in &self.runs {
            let mut at = 0;
            states.retain(|state| {
                let found = find(run, at, state);
                let (Ok(position) | Err(position)) = found;
                at = position;
                found.is_err()
            });
        }
        states.shrink_to_fit();
        states
    }

    /// All of them, ascending. Merging takes twice the memory; if that is not available, they are sorted in place.
    pub fn all(mut self, resources: Resources<'_>) -> Vec<Key<N>> {
        if 2 * self.bytes() > resources.bytes {
            // The first run is the largest, so that the list grows once and not by much.
            let mut runs = std::mem::take(&mut self.runs).into_iter();
            let mut all = runs.next().unwrap_or_default();
            all.reserve_exact(runs.as_slice().iter().map(Vec::len).sum());
            runs.for_each(|run| all.extend_from_slice(&run));
            all.sort_unstable();
            return all;
        }
        while self.runs.len() > 1 {
            self.merge_last();
        }
        self.runs.pop().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn visited_states_are_a_set() {
        for bytes in [1 << 20, 9_000] {
            visit_within(bytes);
        }
    }

    fn visit_within(bytes: usize) {
        let folder = std::env::temp_dir();
        let resources = Resources { bytes, threads: 1, folder: &folder, give_back: || {} };
        let mut visited = Visited::<1>::default();
        let mut expected = BTreeSet::new();
        for step in 0..40u64 {
            let states: BTreeSet<Key<1>> = (0..step * 3).map(|i| Key([(i * 37 + step * 101) % 997])).collect();
            let new = visited.without(states.iter().copied().collect());
            assert!(new.iter().all(|state| states.contains(state) && !expected.contains(state)));
            expected.extend(states);
            visited.add(&new, resources).unwrap();
        }
        assert_eq!(visited.all(resources), expected.into_iter().collect::<Vec<_>>());
    }
}
