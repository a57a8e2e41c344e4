//! Solving in rounds, each of which gives some states one outcome: the common part of attractors and one-player games.
//!
//! Every round is a layer of the solution and is committed when it is complete. The order of rounds depends only on the
//! game, so after an interruption the committed ones are read back in that order instead of being recomputed.

use std::collections::VecDeque;

use diagram::{Set, Values};
use task::{Outcome, Outcomes, Valuation};

use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::journal::Journal;
use crate::layered::complete;
use crate::rewards::rewards;
use crate::solve::Diagrams;

/// The rounds of a solution.
pub struct Rounds<'r, 'd> {
    /// The game on diagrams.
    pub engine: &'r mut DiagramEngine<'d>,
    journal: &'r mut Journal<'d>,
    outcomes: Outcomes,
    /// Rounds that an earlier run committed and this one has not reached yet.
    known: VecDeque<(Outcome, Set)>,
}

/// The terminal states: the first round.
pub struct Ends {
    /// The terminal states, by their rewards.
    pub classes: Vec<(Vec<i32>, Set)>,
    /// The non-terminal states.
    pub open: Set,
}

impl<'r, 'd> Rounds<'r, 'd> {
    /// Sets the rewards of the terminal states, and reads the committed rounds.
    pub fn begin(
        diagrams: &'r mut Diagrams<'d>,
        all: &Set,
        valuation: Valuation,
    ) -> Result<(Rounds<'r, 'd>, Ends), Error> {
        let Diagrams { engine, journal } = diagrams;
        let mut outcomes = journal.commits.outcomes();
        let ended = ended(engine, all, &mut outcomes, valuation)?;
        let Ended { values, open, terminal_states } = ended;
        refuse_endless(engine, all, &open)?;
        if journal.solved() == 0 {
            journal.add_round(engine, &values, terminal_states, &outcomes)?;
        }
        let classes = classes(engine, &values, &outcomes)?;
        let mut known = VecDeque::new();
        for number in 1..journal.solved() {
            let Some(values) = journal.values(engine.store(), number, &mut outcomes)? else { continue };
            for (terminal, _) in engine.store().count_by_terminal(&values)? {
                let states = engine.store().states_with(&values, terminal)?;
                known.extend(outcomes.outcome(terminal).map(|outcome| (outcome.clone(), states)));
            }
        }
        Ok((Rounds { engine, journal, outcomes, known }, Ends { classes, open }))
    }

    /// The states of the round with this outcome, read, or computed and committed; `None` if there are no such states.
    pub fn round(
        &mut self,
        outcome: Outcome,
        compute: impl FnOnce(&mut DiagramEngine<'_>) -> Result<Set, Error>,
    ) -> Result<Option<Set>, Error> {
        match self.known.front() {
            Some((known, _)) if *known == outcome => return Ok(self.known.pop_front().map(|(_, states)| states)),
            // A later round is known, so this one was found to be empty.
            Some(_) => return Ok(None),
            None => {}
        }
        let states = compute(self.engine)?;
        if states.is_empty() {
            return Ok(None);
        }
        let terminal = self.outcomes.terminal(outcome)?;
        let values = self.engine.store().constant(&states, terminal)?;
        self.journal.add_round(self.engine, &values, 0, &self.outcomes)?;
        Ok(Some(states))
    }
}

/// The states that end the game.
pub struct Ended {
    /// Their rewards.
    pub values: Values,
    /// The non-terminal states.
    pub open: Set,
    /// The number of terminal states; in lenient mode, stuck states also end the game.
    pub terminal_states: u128,
}

/// Refuses a game of several roles without a terminal state.
pub fn refuse_endless(engine: &mut DiagramEngine<'_>, all: &Set, open: &Set) -> Result<(), Error> {
    match engine.game().roles.len() > 1 && open == all {
        true => Err(task::Error::NeverEnds(engine.store().count(all)?).into()),
        false => Ok(()),
    }
}

/// Finds the states that end the game.
pub fn ended(
    engine: &mut DiagramEngine<'_>,
    all: &Set,
    outcomes: &mut Outcomes,
    valuation: Valuation,
) -> Result<Ended, Error> {
    let (unfinished, over) = engine.split(all)?;
    let terminal = rewards(engine, &over, outcomes, valuation)?;
    let everywhere = engine.store().all();
    let open = engine.predecessors(&unfinished, &everywhere)?;
    let stuck = engine.store().difference(&unfinished, &open)?;
    let none = engine.store().none().into();
    let stuck = complete(engine, &stuck, none, outcomes, valuation)?;
    let values = engine.store().override_with(&terminal, &stuck)?;
    Ok(Ended { values, open, terminal_states: engine.store().count(&over)? })
}

/// States by their rewards, the largest reward of the first role first.
pub fn classes(
    engine: &mut DiagramEngine<'_>,
    values: &Values,
    outcomes: &Outcomes,
) -> Result<Vec<(Vec<i32>, Set)>, Error> {
    let mut classes = Vec::new();
    for (terminal, _) in engine.store().count_by_terminal(values)? {
        let states = engine.store().states_with(values, terminal)?;
        classes.extend(outcomes.outcome(terminal).map(|outcome| (outcome.rewards.clone(), states)));
    }
    classes.sort_by(|a, b| b.0.cmp(&a.0));
    Ok(classes)
}
