//! Games for one: the best reward that can be reached from every state (Edelkamp & Kissmann 2007, Algorithm 2).
//!
//! From the largest reward down, all states that can reach an end with it and have no better value yet. The round in
//! which a state is found is the length of a shortest way to that reward, so a plan is a walk along falling distances.
//! Infinite play takes its place among the rewards: the states from which the game need not end can reach it. With its
//! default, the lowest reward, it is the value of the states that can reach no end.

use diagram::Set;
use task::{Outcome, Valuation};

use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::journal::Journal;
use crate::rounds::Rounds;

/// Solves a game of one role. Distances are always kept: they are the rounds.
pub fn solve(
    engine: &mut DiagramEngine<'_>,
    journal: &mut Journal<'_>,
    all: &Set,
    valuation: Valuation,
    infinite: &[i32],
) -> Result<(), Error> {
    let (mut rounds, ends) = Rounds::begin(engine, journal, all, valuation)?;
    let mut left = ends.open;
    let mut endless = Some(infinite);
    for (rewards, states) in ends.classes {
        if let Some(infinite) = endless.take_if(|infinite| **infinite > rewards[..]) {
            left = play_on(engine, journal, &mut rounds, left, infinite)?;
        }
        let mut new = states;
        for distance in 1.. {
            let outcome = Outcome { rewards: rewards.clone(), distance: Some(distance) };
            let leading = |engine: &mut DiagramEngine<'_>| Ok(engine.predecessors(&left, &new)?);
            let Some(found) = rounds.round(engine, journal, outcome, leading)? else { break };
            left = engine.store().difference(&left, &found)?;
            new = found;
        }
    }
    if let Some(infinite) = endless {
        play_on(engine, journal, &mut rounds, left, infinite)?;
    }
    Ok(())
}

/// Gives the states that can play on for ever the reward of that, and returns the others.
fn play_on(
    engine: &mut DiagramEngine<'_>,
    journal: &mut Journal<'_>,
    rounds: &mut Rounds,
    left: Set,
    infinite: &[i32],
) -> Result<Set, Error> {
    let endless = Outcome { rewards: infinite.to_vec(), distance: None };
    let found = rounds.round(engine, journal, endless, |engine| forever(engine, &left))?;
    Ok(match found {
        Some(found) => engine.store().difference(&left, &found)?,
        None => left,
    })
}

/// The states from which the play can stay among `states` for ever.
fn forever(engine: &mut DiagramEngine<'_>, states: &Set) -> Result<Set, Error> {
    let mut staying = states.clone();
    loop {
        let fewer = engine.predecessors(&staying, &staying)?;
        if fewer == staying {
            return Ok(staying);
        }
        staying = fewer;
    }
}
