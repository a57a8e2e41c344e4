//! Constant-sum games of two roles by attractors, one reward threshold at a time; cycles allowed.
//!
//! For one threshold the game is won or lost for the first role: it gets at least so much, or not. The states from which a player can force the
//! play into a set of terminal states are its attractor: states where that player has a move into it, and states where the other has no
//! move out of it, over and over (Edelkamp 2002; 2007, Algorithm 3). What is in neither player's attractor is infinite play. Its reward is
//! given, never assumed: it decides who needs to force the end, and who may be content with going round.
//!
//! The value of a state is the largest threshold that the first role can secure. Distances are not kept: the round in which a state joins an
//! attractor counts moves that give away part of the value as delay, which distances do not.

use diagram::{Set, Values};
use solution::manifest::Progress;

use crate::backward::Choosers;
use crate::engine::Engine;
use crate::error::Error;
use crate::journal::Journal;
use crate::layered::{Valuation, complete, reachable};
use crate::outcome::{Outcome, Outcomes};
use crate::rewards::rewards;

/// Solves a game in which the rewards of the two roles have a constant sum.
pub fn solve(
    engine: &mut Engine<'_>,
    journal: &mut Journal<'_>,
    valuation: Valuation,
    infinite: &[i32],
) -> Result<(), Error> {
    let all = reachable(engine)?;
    let (open, over) = engine.split(&all)?;
    let mut ends = Outcomes::default();
    let ended = rewards(engine, &over, &mut ends, false, valuation.defects)?;
    let ended = complete_stuck(engine, &open, ended, &mut ends, valuation)?;
    let open = without(engine, &open, &ended)?;
    let positions = Positions::new(engine, open)?;
    let classes = classes(engine, &ended, &ends)?;

    let mut outcomes = Outcomes::default();
    let mut values: Values = engine.store().none().into();
    let mut left = all;
    let mut thresholds: Vec<i32> = classes.iter().map(|(rewards, _)| rewards[0]).chain([infinite[0]]).collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    // From the largest threshold down: a state gets the first that the first role can secure.
    for &threshold in thresholds.iter().rev() {
        let sum = infinite[0] + infinite[1];
        let secured = secure(engine, &positions, &classes, threshold, infinite[0])?;
        let rewards = vec![threshold, sum - threshold];
        let new = engine.store().intersection(&secured, &left)?;
        left = engine.store().difference(&left, &new)?;
        let terminal = outcomes.terminal(Outcome { rewards, distance: None });
        let part = engine.store().constant(&new, terminal)?;
        values = engine.store().override_with(&values, &part)?;
    }
    let terminal_states = engine.store().count(&over)?;
    journal.set_progress(Progress::Backward)?;
    journal.add_values(engine, &values, terminal_states, &outcomes)
}

/// The states at which the first role can secure at least `threshold`.
fn secure(
    engine: &mut Engine<'_>,
    positions: &Positions,
    classes: &[(Vec<i32>, Set)],
    threshold: i32,
    infinite: i32,
) -> Result<Set, Error> {
    let mut good = engine.store().none();
    let mut bad = engine.store().none();
    for (rewards, states) in classes {
        let side = if rewards[0] >= threshold { &mut good } else { &mut bad };
        *side = engine.store().union(side, states)?;
    }
    if infinite < threshold {
        return attractor(engine, positions, &good, 0);
    }
    // Going round is good enough: all that the other cannot force into the bad ends.
    let lost = attractor(engine, positions, &bad, 1)?;
    let ends_well = engine.store().union(&positions.open, &good)?;
    Ok(engine.store().difference(&ends_well, &lost)?)
}

/// The states from which a role can force the play into `target`.
fn attractor(engine: &mut Engine<'_>, positions: &Positions, target: &Set, role: usize) -> Result<Set, Error> {
    let mut inside = target.clone();
    loop {
        let mut new = engine.store().none();
        for player in 0..2 {
            let candidates = engine.store().difference(&positions.of[player], &inside)?;
            let joining = if player == role {
                positions.some_move_into(engine, &candidates, player, &inside)?
            } else {
                positions.every_move_into(engine, &candidates, player, &inside)?
            };
            new = engine.store().union(&new, &joining)?;
        }
        if new.is_empty() {
            return Ok(inside);
        }
        inside = engine.store().union(&inside, &new)?;
    }
}

/// Who chooses where.
struct Positions {
    open: Set,
    of: Vec<Set>,
    choosers: Choosers,
}

impl Positions {
    fn new(engine: &mut Engine<'_>, open: Set) -> Result<Positions, Error> {
        let choosers = engine.choosers(&open)?;
        let mut of = Vec::new();
        for role in 0..2 {
            let mut own = engine.store().none();
            for (legal, relation) in engine.choices(&open, role, &choosers)? {
                let all = engine.store().all();
                let part = engine.store().pre_image(&legal, &all, &relation)?;
                own = engine.store().union(&own, &part)?;
            }
            of.push(own);
        }
        Ok(Positions { open, of, choosers })
    }

    fn some_move_into(&self, engine: &mut Engine<'_>, states: &Set, role: usize, target: &Set) -> Result<Set, Error> {
        let mut found = engine.store().none();
        for (legal, relation) in engine.choices(states, role, &self.choosers)? {
            let legal = engine.store().intersection(&legal, states)?;
            let part = engine.store().pre_image(&legal, target, &relation)?;
            found = engine.store().union(&found, &part)?;
        }
        Ok(found)
    }

    fn every_move_into(&self, engine: &mut Engine<'_>, states: &Set, role: usize, target: &Set) -> Result<Set, Error> {
        let outside = engine.store().complement(target)?;
        let escaping = self.some_move_into(engine, states, role, &outside)?;
        Ok(engine.store().difference(states, &escaping)?)
    }
}

/// The terminal states by their rewards.
fn classes(engine: &mut Engine<'_>, ended: &Values, ends: &Outcomes) -> Result<Vec<(Vec<i32>, Set)>, Error> {
    let mut classes = Vec::new();
    for (terminal, _) in engine.store().count_by_terminal(ended)? {
        let states = engine.store().states_with(ended, terminal)?;
        let rewards = ends.outcome(terminal).map(|outcome| outcome.rewards.clone()).unwrap_or_default();
        classes.push((rewards, states));
    }
    Ok(classes)
}

/// Stuck states end the game, or are refused.
fn complete_stuck(
    engine: &mut Engine<'_>,
    open: &Set,
    ended: Values,
    ends: &mut Outcomes,
    valuation: Valuation,
) -> Result<Values, Error> {
    let all = engine.store().all();
    let moving = engine.predecessors(open, &all)?;
    let stuck = engine.store().difference(open, &moving)?;
    complete(engine, &stuck, ended, ends, Valuation { distances: false, ..valuation })
}

fn without(engine: &mut Engine<'_>, open: &Set, ended: &Values) -> Result<Set, Error> {
    let ended = engine.store().support_set(ended)?;
    Ok(engine.store().difference(open, &ended)?)
}
