//! Games for one: the best reward that can be reached from every state (Edelkamp & Kissmann 2007, Algorithm 2).
//!
//! From the largest reward down, all states that can reach a terminal state with it and have no better value yet. The round in which a
//! state is found is the length of a shortest way to that reward, so a plan is a walk along falling distances. Cycles do no harm:
//! a state from which no terminal state can be reached plays on for ever, and its reward is given.

use diagram::{Set, Values};
use solution::manifest::Progress;

use crate::engine::Engine;
use crate::error::Error;
use crate::journal::Journal;
use crate::layered::{Valuation, complete, reachable};
use crate::outcome::{Outcome, Outcomes};
use crate::rewards::rewards;

/// Solves a game of one role.
pub fn solve(
    engine: &mut Engine<'_>,
    journal: &mut Journal<'_>,
    valuation: Valuation,
    infinite: Option<&[i32]>,
) -> Result<(), Error> {
    let all = reachable(engine)?;
    let (open, over) = engine.split(&all)?;
    let terminal_states = engine.store().count(&over)?;
    let mut ends = Outcomes::default();
    let without_distances = Valuation { distances: false, ..valuation };
    let ended = rewards(engine, &over, &mut ends, false, valuation.defects)?;
    let everywhere = engine.store().all();
    let moving = engine.predecessors(&open, &everywhere)?;
    let stuck = engine.store().difference(&open, &moving)?;
    let ended = complete(engine, &stuck, ended, &mut ends, without_distances)?;

    let mut classes = Vec::new();
    for (terminal, _) in engine.store().count_by_terminal(&ended)? {
        let states = engine.store().states_with(&ended, terminal)?;
        classes.extend(ends.outcome(terminal).map(|outcome| (outcome.rewards.clone(), states)));
    }
    classes.sort_by(|a, b| b.0.cmp(&a.0));

    let mut outcomes = Outcomes::default();
    let mut values: Values = engine.store().none().into();
    let mut left = all;
    for (rewards, states) in classes {
        let mut round = engine.store().intersection(&states, &left)?;
        let mut rank = 0;
        while !round.is_empty() {
            left = engine.store().difference(&left, &round)?;
            let distance = valuation.distances.then_some(rank);
            let terminal = outcomes.terminal(Outcome { rewards: rewards.clone(), distance });
            let part = engine.store().constant(&round, terminal)?;
            values = engine.store().override_with(&values, &part)?;
            let candidates = engine.store().intersection(&left, &open)?;
            round = engine.predecessors(&candidates, &round)?;
            rank += 1;
        }
    }
    if !left.is_empty() {
        values = play_on(engine, values, &left, &mut outcomes, infinite)?;
    }
    journal.set_progress(Progress::Backward)?;
    journal.add_values(engine, &values, terminal_states, &outcomes)
}

/// Gives the states from which the game never ends their reward.
fn play_on(
    engine: &mut Engine<'_>,
    values: Values,
    left: &Set,
    outcomes: &mut Outcomes,
    infinite: Option<&[i32]>,
) -> Result<Values, Error> {
    let Some(infinite) = infinite else {
        let state = engine.example(left)?;
        let what = "from some states the game never ends; say with --infinite what that is worth".to_owned();
        return Err(Error::Cyclic { what, state });
    };
    let terminal = outcomes.terminal(Outcome { rewards: infinite.to_vec(), distance: None });
    let part = engine.store().constant(left, terminal)?;
    Ok(engine.store().override_with(&values, &part)?)
}
