//! Solving in rounds: the common part of the algorithms on the graph of all states.
//!
//! Every round is a layer of the solution and is committed when it is complete. The order of rounds depends only on the
//! game, so after an interruption the committed rounds are recomputed but not written again.

use task::{Bounds, Error, Outcome, Outcomes, Valuation};

use crate::distances::{Plain, drop_if_costly};
use crate::graph::{Graph, Number};
use crate::journal::Journal;
use crate::key::Key;
use crate::outcomes::{Class, check_number};
use crate::solve::States;

/// The rounds of a solution.
pub struct Rounds<'r, 'j, const N: usize> {
    /// All states and moves.
    pub graph: Graph<N>,
    /// The outcomes so far.
    pub outcomes: Outcomes,
    journal: &'r mut Journal<'j>,
    /// Rounds that an earlier run committed and this one has not reached yet.
    known: usize,
}

impl<'r, 'j, const N: usize> Rounds<'r, 'j, N> {
    /// Finds the moves between all states.
    pub fn begin(
        states: &'r mut States<'j, N>,
        all: Vec<Key<N>>,
        valuation: Valuation,
    ) -> Result<Rounds<'r, 'j, N>, Error> {
        let States { moves, journal, resources, .. } = states;
        let mut outcomes = Outcomes::default();
        let graph = Graph::new(moves, all, &mut outcomes, valuation, *resources)?;
        graph.refuse_endless(moves)?;
        let known = journal.solved();
        Ok(Rounds { graph, outcomes, journal, known })
    }

    /// A round of terminal states, whose outcomes are given by the rules.
    pub fn ends(&mut self, ends: &[Number]) -> Result<(), Error> {
        let classes: Vec<Class> = ends.iter().map(|&state| self.graph.ends[state as usize]).collect();
        let terminal_states = ends.iter().filter(|&&state| self.graph.terminal[state as usize]).count();
        self.commit(ends, &classes, terminal_states as u64)
    }

    /// A round whose states all have one outcome. Sorts them.
    pub fn round(&mut self, states: &mut [Number], outcome: Outcome) -> Result<(), Error> {
        let class = self.outcomes.terminal(outcome)?.number() as Class;
        check_number(&self.outcomes)?;
        states.sort_unstable();
        self.commit(states, &vec![class; states.len()], 0)
    }

    /// A round of ascending states with their outcomes.
    pub fn commit(&mut self, states: &[Number], classes: &[Class], terminal_states: u64) -> Result<(), Error> {
        if self.known > 0 {
            self.known -= 1;
            return Ok(());
        }
        let keys: Vec<Key<N>> = states.iter().map(|&state| self.graph.keys[state as usize]).collect();
        self.journal.add_round(&keys, classes, terminal_states, &self.outcomes, self.graph.bytes())
    }

    /// Drops the distances of all rounds so far if the last one shows that they are too costly. If later rounds are
    /// known, an earlier run has measured them.
    pub fn drop_if_costly(&mut self, bounds: Bounds) -> Result<Option<Plain>, Error> {
        match (self.known, self.journal.solved().checked_sub(1)) {
            (0, Some(last)) => {
                drop_if_costly::<N>(self.journal, last, &mut self.outcomes, (bounds, self.graph.bytes()))
            }
            _ => Ok(None),
        }
    }

    /// The terminal states by their rewards, the largest reward of the first role first.
    pub fn classes(&self) -> Vec<(Vec<i32>, Vec<Number>)> {
        let mut classes: Vec<(Vec<i32>, Vec<Number>)> =
            self.outcomes.list().iter().map(|outcome| (outcome.rewards.clone(), Vec::new())).collect();
        for state in self.graph.states().filter(|&state| !self.graph.is_open(state)) {
            classes[usize::from(self.graph.ends[state as usize]) - 1].1.push(state);
        }
        classes.sort_by(|a, b| b.0.cmp(&a.0));
        classes
    }
}
