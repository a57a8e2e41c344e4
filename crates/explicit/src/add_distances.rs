//! Adds distances to a finished solution without them. Its states and values are stored, so nothing is searched and no
//! layer is recomputed.
//!
//! Layers are processed in the order in which they were solved. The outcomes of a layer follow from those of its
//! successors, which already have distances; their rewards must equal the stored ones. Each layer is committed beside
//! the old one, so the solution stays readable, and an interrupted run resumes after the last commit. At the end all
//! layers are replaced at once.

use task::{Algorithm, Error, Outcomes, Task};

use crate::Resources;
use crate::backward::{Solved, backward};
use crate::collect::TWO_LAYERS;
use crate::distances::Plain;
use crate::journal::{Journal, Values, bytes_of};
use crate::key::Key;
use crate::layered::all_states;
use crate::moves::Moves;
use crate::outcomes::{Class, UNKNOWN};
use crate::solve::States;

/// Adds distances to all layers.
pub fn add<const N: usize>(states: &mut States<'_, N>, task: &Task<'_>) -> Result<(), Error> {
    let States { moves, ref mut journal, resources, .. } = *states;
    let layers = journal.layers().len();
    let mut adding = Adding { moves, journal, task, resources, outcomes: Outcomes::default() };
    match task.algorithm {
        Algorithm::Layered if task.plies_are_layers() => adding.by_plies((0..layers).rev())?,
        Algorithm::Layered => adding.among_all((0..layers).rev())?,
        _ => adding.among_all(0..layers)?,
    }
    adding.journal.commits.finish_distances()
}

struct Adding<'a, 'j, const N: usize> {
    moves: &'a Moves<N>,
    journal: &'a mut Journal<'j>,
    task: &'a Task<'a>,
    resources: Resources<'a>,
    outcomes: Outcomes,
}

impl<const N: usize> Adding<'_, '_, N> {
    /// For layers whose successors are in the one before in this order.
    fn by_plies(&mut self, order: impl Iterator<Item = usize>) -> Result<(), Error> {
        let (done, left): (Vec<usize>, Vec<usize>) = order.partition(|&number| self.has_distances(number));
        let mut next = match done.last() {
            Some(&last) => self.journal.added(last, &mut self.outcomes, 0)?,
            None => None,
        };
        for number in left {
            let solved = next.take().unwrap_or(Values { keys: Vec::new(), classes: Vec::new() });
            let own = bytes_of(&self.journal.layers()[number], size_of::<Key<N>>() + 2 * size_of::<Class>());
            self.resources.check(solved.bytes().saturating_add(own), TWO_LAYERS)?;
            next = Some(self.layer(number, &solved)?);
        }
        Ok(())
    }

    /// For layers whose successors are in any of those before in this order.
    fn among_all(&mut self, order: impl Iterator<Item = usize>) -> Result<(), Error> {
        let keys = all_states(self.journal, self.resources)?;
        let mut solved = Values { classes: vec![UNKNOWN; keys.len()], keys };
        for number in order {
            let values = match self.journal.added(number, &mut self.outcomes, solved.bytes())? {
                Some(added) => added,
                None => self.layer(number, &solved)?,
            };
            solved.set(&values.keys, &values.classes);
        }
        Ok(())
    }

    fn has_distances(&self, number: usize) -> bool {
        self.journal.layers()[number].with_distances.is_some()
    }

    /// Adds distances to one layer whose successors have them, and commits it.
    fn layer(&mut self, number: usize, solved: &Values<N>) -> Result<Values<N>, Error> {
        let mut plain = Outcomes::default();
        let stored: Values<N> = self.journal.values(number, &mut plain, solved.bytes())?;
        let successors = Solved { keys: &solved.keys, classes: &solved.classes };
        let valuation = self.task.valuation(true);
        let threads = self.resources.threads;
        let classes = backward(self.moves, &stored.keys, successors, &mut self.outcomes, valuation, threads)?;
        let without = Plain::new(&self.outcomes, &mut plain)?;
        if stored.classes.iter().zip(&classes).any(|(&stored, &class)| stored != without.of(class)) {
            return Err(self.journal.commits.wrong_values(number));
        }
        let values = Values { keys: stored.keys, classes };
        let bytes = solved.bytes() + values.bytes();
        self.journal.add_distances(number, &values, &self.outcomes, bytes)?;
        Ok(values)
    }
}
