//! Constant-sum games of two roles by attractors; cycles are allowed (Edelkamp 2002).
//!
//! The terminal states that are better for a player than infinite play are processed from the best down. A state joins
//! the player's attractor when the player has a move into it, or when the other has no move left out of it, which is
//! tracked by a counter per state. The round in which it joins is its distance. States that neither player can force
//! have the value of infinite play. Among these, rounds follow moves that keep that value, and play from states that no
//! round reaches is infinite.

use task::{Error, Outcome, Valuation, one_sum};

use crate::graph::Number;
use crate::reachable::reachable;
use crate::rounds::Rounds;
use crate::solve::States;

/// Solves a game of two roles with a constant sum. Distances are always kept: they are the rounds.
pub fn solve<const N: usize>(
    states: &mut States<'_, N>,
    valuation: Valuation,
    infinite: [i32; 2],
) -> Result<(), Error> {
    let all = reachable(states)?;
    let mut rounds = Rounds::begin(states, all, valuation)?;
    let classes = rounds.classes();
    one_sum(classes.iter().map(|(rewards, _)| rewards.as_slice()), &infinite)?;
    let ends: Vec<Number> = rounds.graph.states().filter(|&state| !rounds.graph.is_open(state)).collect();
    rounds.ends(&ends)?;
    let mut rest: Vec<bool> = rounds.graph.states().map(|state| rounds.graph.is_open(state)).collect();
    for role in 0..2 {
        force(&mut rounds, &classes, role, infinite, &mut rest)?;
    }
    play_on(&mut rounds, &classes, infinite, rest)
}

/// Finds the states from which a role can force a terminal state that is better for it than infinite play, and removes
/// them from `rest`.
fn force<const N: usize>(
    rounds: &mut Rounds<'_, '_, N>,
    classes: &[(Vec<i32>, Vec<Number>)],
    role: usize,
    infinite: [i32; 2],
    rest: &mut [bool],
) -> Result<(), Error> {
    let mut better: Vec<&(Vec<i32>, Vec<Number>)> =
        classes.iter().filter(|(rewards, _)| rewards[role] > infinite[role]).collect();
    better.sort_by_key(|(rewards, _)| std::cmp::Reverse(rewards[role]));
    let mut outward = rounds.graph.degrees.clone();
    for (rewards, states) in better {
        let mut new = states.clone();
        for distance in 1.. {
            let mut joined = Vec::new();
            for &state in &new {
                for &before in rounds.graph.predecessors(state) {
                    let index = before as usize;
                    outward[index] -= 1;
                    let joins = usize::from(rounds.graph.choosers[index]) == role || outward[index] == 0;
                    if joins && std::mem::take(&mut rest[index]) {
                        joined.push(before);
                    }
                }
            }
            if joined.is_empty() {
                break;
            }
            rounds.round(&mut joined, Outcome { rewards: rewards.clone(), distance: Some(distance) })?;
            new = joined;
        }
    }
    Ok(())
}

/// Gives the remaining states the value of infinite play, with a distance if optimal play still ends.
fn play_on<const N: usize>(
    rounds: &mut Rounds<'_, '_, N>,
    classes: &[(Vec<i32>, Vec<Number>)],
    infinite: [i32; 2],
    mut rest: Vec<bool>,
) -> Result<(), Error> {
    // For each state, the moves to other remaining states.
    let mut staying = vec![0u32; rest.len()];
    for state in rounds.graph.states().filter(|&state| rest[state as usize]) {
        rounds.graph.predecessors(state).iter().for_each(|&before| staying[before as usize] += 1);
    }
    // The winner shortens; at equal rewards nobody does.
    let shortens = |player: u8| infinite[usize::from(player)] > infinite[1 - usize::from(player)];
    let even = classes.iter().find(|(rewards, _)| *rewards == infinite);
    let mut new = even.map_or_else(Vec::new, |(_, states)| states.clone());
    for distance in 1.. {
        let leading = new.iter().flat_map(|&state| rounds.graph.predecessors(state)).copied();
        let joins = |state: &Number| {
            let index = *state as usize;
            rest[index] && (shortens(rounds.graph.choosers[index]) || staying[index] == 0)
        };
        let mut joined: Vec<Number> = leading.filter(joins).collect();
        joined.sort_unstable();
        joined.dedup();
        if joined.is_empty() {
            break;
        }
        for &state in &joined {
            rest[state as usize] = false;
            rounds.graph.predecessors(state).iter().for_each(|&before| staying[before as usize] -= 1);
        }
        rounds.round(&mut joined, Outcome { rewards: infinite.to_vec(), distance: Some(distance) })?;
        new = joined;
    }
    let mut endless: Vec<Number> = rounds.graph.states().filter(|&state| rest[state as usize]).collect();
    if endless.is_empty() {
        return Ok(());
    }
    rounds.round(&mut endless, Outcome { rewards: infinite.to_vec(), distance: None })
}
