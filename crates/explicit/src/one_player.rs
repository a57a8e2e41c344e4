//! One-player games: the best reward reachable from every state (Edelkamp & Kissmann 2007, Algorithm 2).
//!
//! From the largest reward down, finds all states that can reach a terminal state with it and have no better value yet.
//! The round in which a state is found is the length of a shortest path to that reward. Infinite play is ranked among
//! the rewards: it is reachable from states in which the game need not end. With its default, the lowest reward, it is
//! the value of the states that cannot reach a terminal state.

use task::{Error, Outcome, Valuation};

use crate::graph::Number;
use crate::reachable::reachable;
use crate::rounds::Rounds;
use crate::solve::States;

/// Solves a game of one role. Distances are always kept: they are the rounds.
pub fn solve<const N: usize>(states: &mut States<'_, N>, valuation: Valuation, infinite: &[i32]) -> Result<(), Error> {
    let all = reachable(states)?;
    let mut rounds = Rounds::begin(states, all, valuation)?;
    let classes = rounds.classes();
    let ends: Vec<Number> = rounds.graph.states().filter(|&state| !rounds.graph.is_open(state)).collect();
    rounds.ends(&ends)?;
    let mut left: Vec<bool> = rounds.graph.states().map(|state| rounds.graph.is_open(state)).collect();
    let mut endless = Some(infinite);
    for (rewards, states) in classes {
        if let Some(infinite) = endless.take_if(|infinite| **infinite > rewards[..]) {
            play_on(&mut rounds, &mut left, infinite)?;
        }
        let mut new = states;
        for distance in 1.. {
            let leading = new.iter().flat_map(|&state| rounds.graph.predecessors(state));
            let mut found: Vec<Number> =
                leading.copied().filter(|&state| std::mem::take(&mut left[state as usize])).collect();
            if found.is_empty() {
                break;
            }
            rounds.round(&mut found, Outcome { rewards: rewards.clone(), distance: Some(distance) })?;
            new = found;
        }
    }
    endless.map_or(Ok(()), |infinite| play_on(&mut rounds, &mut left, infinite))
}

/// Gives the states from which infinite play is possible its reward, and removes them from `left`.
fn play_on<const N: usize>(rounds: &mut Rounds<'_, '_, N>, left: &mut [bool], infinite: &[i32]) -> Result<(), Error> {
    let mut found = forever(rounds, left);
    if found.is_empty() {
        return Ok(());
    }
    found.iter().for_each(|&state| left[state as usize] = false);
    rounds.round(&mut found, Outcome { rewards: infinite.to_vec(), distance: None })
}

/// The states from which play can stay within `left` forever: states without such a move are removed repeatedly.
fn forever<const N: usize>(rounds: &Rounds<'_, '_, N>, left: &[bool]) -> Vec<Number> {
    let graph = &rounds.graph;
    let mut staying = vec![0u32; left.len()];
    for state in graph.states().filter(|&state| left[state as usize]) {
        graph.predecessors(state).iter().for_each(|&before| staying[before as usize] += 1);
    }
    let ends = |state: &Number| left[*state as usize] && staying[*state as usize] == 0;
    let mut away: Vec<Number> = graph.states().filter(ends).collect();
    while let Some(state) = away.pop() {
        for &before in graph.predecessors(state) {
            staying[before as usize] -= 1;
            if staying[before as usize] == 0 && left[before as usize] {
                away.push(before);
            }
        }
    }
    graph.states().filter(|&state| left[state as usize] && staying[state as usize] > 0).collect()
}
