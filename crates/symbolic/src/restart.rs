//! The matrix with forbidden lists and restarts (Edelkamp & Kissmann 2007, Algorithms 4 to 6), for comparison.
//!
//! A bucket per reward vector holds the states that are assumed to have that value, initially the terminal states. The
//! roles take turns: the predecessors of each bucket by moves of the current role join it. A state that is then in two
//! buckets is removed from the one that is worse for the role and forbidden there, with the number of the step. Since
//! its predecessors may be in the wrong bucket by now, everything restarts; and since earlier exclusions may have been
//! wrong themselves, states forbidden in smaller steps are allowed again. When no predecessors change anything, all
//! states are in the buckets of their values.
//!
//! As printed, Algorithm 5 overwrites buckets and does nothing if nothing is forbidden; the intention is that
//! predecessors are added, except forbidden ones. It restarts so often that it finishes only on small games
//! (single-heap Nim with 40 matches took its authors 80 minutes), and on cycles it may prefer a losing end to infinite
//! play, so cyclic games are refused.

use std::collections::BTreeMap;

use diagram::{Set, Values};
use task::{Model, Outcome, Outcomes, Valuation};

use crate::backward::Choosers;
use crate::cycle::refuse_cycles;
use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::journal::Journal;
use crate::rounds::{Ended, classes, ended};

/// The result of a step, for comparison with the tables of the paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RestartStep {
    /// Number of the step since the last restart, from 1.
    pub step: usize,
    /// The role whose moves were followed backwards.
    pub role: usize,
    /// States per bucket, including those in several.
    pub buckets: BTreeMap<Vec<i32>, u128>,
    /// States per bucket that are removed from it; if there are any, the algorithm restarts.
    pub deleted: BTreeMap<Vec<i32>, u128>,
}

/// Solves a small acyclic game. `follow` receives every step.
pub fn solve(
    engine: &mut DiagramEngine<'_>,
    journal: &mut Journal<'_>,
    all: &Set,
    valuation: Valuation,
    follow: &mut dyn FnMut(RestartStep),
) -> Result<(), Error> {
    if journal.solved() > 0 {
        return Ok(());
    }
    refuse_cycles(engine, all, valuation)?;
    let mut outcomes = Outcomes::default();
    let Ended { values: ended, open, terminal_states } = ended(engine, all, &mut outcomes, valuation)?;
    let ends = classes(engine, &ended, &outcomes)?;
    let choosers = engine.choosers(&open)?;
    let mut search = Search { open, choosers, model: valuation.model, ends, forbidden: BTreeMap::new() };
    let matrix = loop {
        if let Some(matrix) = search.attempt(engine, follow)? {
            break matrix;
        }
    };
    let values = values(engine, &matrix, &mut outcomes)?;
    journal.add_round(engine, &values, terminal_states, &outcomes)
}

type Matrix = BTreeMap<Vec<i32>, Set>;

struct Search {
    open: Set,
    choosers: Choosers,
    model: Model,
    ends: Vec<(Vec<i32>, Set)>,
    /// For each bucket, the forbidden states, with the step that forbade them.
    forbidden: BTreeMap<Vec<i32>, Vec<(usize, Set)>>,
}

impl Search {
    /// Runs until nothing changes, or until states must be forbidden: then there is no matrix yet.
    fn attempt(
        &mut self,
        engine: &mut DiagramEngine<'_>,
        follow: &mut dyn FnMut(RestartStep),
    ) -> Result<Option<Matrix>, Error> {
        let roles = engine.game().roles.len();
        let mut matrix: Matrix = self.ends.iter().cloned().collect();
        let mut unchanged = 0;
        let mut step = 0;
        while unchanged < roles {
            let role = step % roles;
            let before = matrix.clone();
            self.add_predecessors(engine, &mut matrix, role)?;
            step += 1;
            unchanged = if matrix == before { unchanged + 1 } else { 0 };
            let deleted = self.duplicates(engine, &matrix, role)?;
            follow(RestartStep { step, role, buckets: counts(engine, &matrix)?, deleted: counts(engine, &deleted)? });
            if !deleted.is_empty() {
                self.forbid(deleted, step);
                return Ok(None);
            }
        }
        Ok(Some(matrix))
    }

    fn add_predecessors(&self, engine: &mut DiagramEngine<'_>, matrix: &mut Matrix, role: usize) -> Result<(), Error> {
        for (rewards, bucket) in matrix {
            let target = bucket.clone();
            engine.visit_choices(&self.open, role, &self.choosers, &mut |store, legal, relation| {
                let mut part = store.pre_image(legal, &target, relation)?;
                for (_, forbidden) in self.forbidden.get(rewards).into_iter().flatten() {
                    part = store.difference(&part, forbidden)?;
                }
                *bucket = store.union(bucket, &part)?;
                Ok(())
            })?;
        }
        Ok(())
    }

    /// For each bucket, the states that are also in a better one for the role.
    fn duplicates(&self, engine: &mut DiagramEngine<'_>, matrix: &Matrix, role: usize) -> Result<Matrix, Error> {
        let mut buckets: Vec<(&Vec<i32>, &Set)> = matrix.iter().collect();
        buckets.sort_by_key(|(rewards, _)| self.model.rank(role, rewards));
        let mut better = engine.store().none();
        let mut duplicates = Matrix::new();
        for (rewards, bucket) in buckets {
            let twice = engine.store().intersection(&better, bucket)?;
            if !twice.is_empty() {
                duplicates.insert(rewards.clone(), twice);
            }
            better = engine.store().union(&better, bucket)?;
        }
        Ok(duplicates)
    }

    /// Forbids states in buckets, and allows those forbidden in smaller steps.
    fn forbid(&mut self, deleted: Matrix, step: usize) {
        for items in self.forbidden.values_mut() {
            items.retain(|(since, _)| *since >= step);
        }
        for (rewards, states) in deleted {
            self.forbidden.entry(rewards).or_default().push((step, states));
        }
    }
}

fn counts(engine: &mut DiagramEngine<'_>, matrix: &Matrix) -> Result<BTreeMap<Vec<i32>, u128>, Error> {
    let count = |(rewards, states): (&Vec<i32>, &Set)| Ok((rewards.clone(), engine.store().count(states)?));
    matrix.iter().map(count).collect()
}

fn values(engine: &mut DiagramEngine<'_>, matrix: &Matrix, outcomes: &mut Outcomes) -> Result<Values, Error> {
    let mut values: Values = engine.store().none().into();
    for (rewards, states) in matrix {
        let terminal = outcomes.terminal(Outcome { rewards: rewards.clone(), distance: None })?;
        let part = engine.store().constant(states, terminal)?;
        values = engine.store().override_with(&values, &part)?;
    }
    Ok(values)
}
