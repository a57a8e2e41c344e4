//! One-player games: the best reward reachable from every state (Edelkamp & Kissmann 2007, Algorithm 2).
//!
//! From the largest reward down, finds all states that can reach a terminal state with it and have no better value yet.
//! The round in which a state is found is the length of a shortest path to that reward, so a plan follows decreasing
//! distances. Infinite play is ranked among the rewards: it is reachable from states in which the game need not end.
//! With its default, the lowest reward, it is the value of the states that cannot reach a terminal state.

use diagram::Set;
use task::{Outcome, Valuation};

use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::rounds::Rounds;
use crate::solve::Diagrams;

/// Solves a game of one role. Distances are always kept: they are the rounds.
pub fn solve(diagrams: &mut Diagrams<'_>, all: &Set, valuation: Valuation, infinite: &[i32]) -> Result<(), Error> {
    let (mut rounds, ends) = Rounds::begin(diagrams, all, valuation)?;
    let mut left = ends.open;
    let mut endless = Some(infinite);
    for (rewards, states) in ends.classes {
        if let Some(infinite) = endless.take_if(|infinite| **infinite > rewards[..]) {
            left = play_on(&mut rounds, left, infinite)?;
        }
        let mut new = states;
        for distance in 1.. {
            let outcome = Outcome { rewards: rewards.clone(), distance: Some(distance) };
            let leading = |engine: &mut DiagramEngine<'_>| Ok(engine.predecessors(&left, &new)?);
            let Some(found) = rounds.round(outcome, leading)? else { break };
            left = rounds.engine.store().difference(&left, &found)?;
            new = found;
        }
    }
    if let Some(infinite) = endless {
        play_on(&mut rounds, left, infinite)?;
    }
    Ok(())
}

/// Gives the states from which infinite play is possible its reward, and returns the others.
fn play_on(rounds: &mut Rounds<'_, '_>, left: Set, infinite: &[i32]) -> Result<Set, Error> {
    let endless = Outcome { rewards: infinite.to_vec(), distance: None };
    let found = rounds.round(endless, |engine| forever(engine, &left))?;
    Ok(match found {
        Some(found) => rounds.engine.store().difference(&left, &found)?,
        None => left,
    })
}

/// The states from which play can stay among `states` forever.
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
