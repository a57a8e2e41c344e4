//! Solving without layers (Edelkamp & Kissmann 2008): repeatedly solves the states whose successors are all solved.
//!
//! Works for every acyclic game, with or without a measure. The states solved in one round become a layer of the
//! solution. If a round finds nothing and states remain, they are on cycles or lead only to cycles, and the game is
//! refused.

use task::{Error, Task};

use crate::backward::{Solved, backward};
use crate::graph::Number;
use crate::key::Key;
use crate::outcomes::{Class, UNKNOWN};
use crate::reachable::reachable;
use crate::rounds::Rounds;
use crate::solve::States;

/// Solves an acyclic game round by round.
pub fn solve<const N: usize>(states: &mut States<'_, N>, task: &Task<'_>) -> Result<(), Error> {
    let (moves, threads) = (states.moves, states.resources.threads);
    let all = reachable(states)?;
    let mut valuation = task.valuation_of(all.len() as u128, states.journal.layers());
    let mut rounds = Rounds::begin(states, all, valuation)?;
    let (terminal, mut ready): (Vec<Number>, Vec<Number>) = rounds
        .graph
        .states()
        .filter(|&state| rounds.graph.degrees[state as usize] == 0)
        .partition(|&state| rounds.graph.terminal[state as usize]);
    let mut classes = vec![UNKNOWN; rounds.graph.keys.len()];
    terminal.iter().for_each(|&state| classes[state as usize] = rounds.graph.ends[state as usize]);
    rounds.ends(&terminal)?;
    let mut waiting = rounds.graph.degrees.clone();
    let mut solved = terminal.len();
    let mut new = terminal;
    loop {
        for &state in &new {
            for &before in rounds.graph.predecessors(state) {
                waiting[before as usize] -= 1;
                if waiting[before as usize] == 0 {
                    ready.push(before);
                }
            }
        }
        if ready.is_empty() {
            break;
        }
        let measures = task.measures_distances(classes.len() as u128, (solved - new.len()) as u128, new.len() as u128);
        if valuation.distances
            && measures
            && let Some(plain) = rounds.drop_if_costly(task.bounds)?
        {
            classes.iter_mut().for_each(|class| *class = plain.of(*class));
            valuation.distances = false;
        }
        ready.sort_unstable();
        let keys: Vec<Key<N>> = ready.iter().map(|&state| rounds.graph.keys[state as usize]).collect();
        let before = Solved { keys: &rounds.graph.keys, classes: &classes };
        let values: Vec<Class> = backward(moves, &keys, before, &mut rounds.outcomes, valuation, threads)?;
        ready.iter().zip(&values).for_each(|(&state, &class)| classes[state as usize] = class);
        rounds.commit(&ready, &values, 0)?;
        solved += ready.len();
        new = std::mem::take(&mut ready);
    }
    if solved < classes.len() {
        let left: Vec<bool> = classes.iter().map(|&class| class == UNKNOWN).collect();
        return Err(rounds.graph.cyclic(moves, &left, &rounds.outcomes));
    }
    Ok(())
}
