//! Constant-sum games of two roles by attractors, one reward threshold at a time; cycles are allowed.
//!
//! For one threshold the game is won or lost for the first role: it gets at least that much, or not. The attractor of a
//! player to a set of terminal states contains the states from which the player can force the play there: states in
//! which that player has a move into it, and states in which the other has no move out of it, repeatedly (Edelkamp
//! 2002; 2007, Algorithm 3). States from which nobody can force a better outcome than infinite play have the value of
//! infinite play. Its reward is given, never assumed: it decides which player needs to force an end.
//!
//! The terminal states that are better for a player than infinite play are processed from the best down, and the
//! attractor to those so far only grows. So a state has its final value when it joins, and the round in which it joins
//! is its distance: the forcing player shortens and the forced one prolongs, since a worse move of the latter leads to
//! an earlier round. Among states with the value of infinite play, rounds follow moves that keep that value; play from
//! states that no round reaches is infinite.

use diagram::Set;
use task::{Outcome, Valuation, one_sum};

use crate::backward::Choosers;
use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::rounds::{Ends, Rounds};
use crate::solve::Diagrams;

/// Solves a game of two roles with a constant sum. Distances are always kept: they are the rounds.
pub fn solve(diagrams: &mut Diagrams<'_>, all: &Set, valuation: Valuation, infinite: &[i32]) -> Result<(), Error> {
    let (mut rounds, ends) = Rounds::begin(diagrams, all, valuation)?;
    one_sum(ends.classes.iter().map(|(rewards, _)| rewards.as_slice()), infinite)?;
    let positions = Positions::new(rounds.engine, &ends.open)?;
    let mut rest = ends.open.clone();
    for role in 0..2 {
        let forced = force(&mut rounds, &positions, &ends, (role, infinite))?;
        rest = rounds.engine.store().difference(&rest, &forced)?;
    }
    play_on(&mut rounds, &positions, rest, &ends, infinite)
}

/// The states from which a role can force a terminal state that is better for it than infinite play, with their values.
fn force(
    rounds: &mut Rounds<'_, '_>,
    positions: &Positions,
    ends: &Ends,
    (role, infinite): (usize, &[i32]),
) -> Result<Set, Error> {
    let mut better: Vec<&(Vec<i32>, Set)> =
        ends.classes.iter().filter(|(rewards, _)| rewards[role] > infinite[role]).collect();
    better.sort_by_key(|(rewards, _)| std::cmp::Reverse(rewards[role]));
    let mut inside = rounds.engine.store().none();
    for (rewards, states) in better {
        inside = rounds.engine.store().union(&inside, states)?;
        let mut new = states.clone();
        for distance in 1.. {
            let outcome = Outcome { rewards: rewards.clone(), distance: Some(distance) };
            let joining = |engine: &mut DiagramEngine<'_>| {
                let outside = engine.store().complement(&inside)?;
                positions.joining(engine, &outside, &new, |player| player == role)
            };
            let Some(joined) = rounds.round(outcome, joining)? else { break };
            inside = rounds.engine.store().union(&inside, &joined)?;
            new = joined;
        }
    }
    Ok(inside)
}

/// Gives the remaining states the value of infinite play, with a distance if optimal play still ends.
fn play_on(
    rounds: &mut Rounds<'_, '_>,
    positions: &Positions,
    mut rest: Set,
    ends: &Ends,
    infinite: &[i32],
) -> Result<(), Error> {
    let even = ends.classes.iter().find(|(rewards, _)| rewards == infinite);
    let mut new = even.map_or_else(|| rounds.engine.store().none(), |(_, states)| states.clone());
    // The winner shortens; at equal rewards nobody does.
    let shortens = |player: usize| infinite[player] > infinite[1 - player];
    for distance in 1.. {
        let outcome = Outcome { rewards: infinite.to_vec(), distance: Some(distance) };
        let joining = |engine: &mut DiagramEngine<'_>| positions.joining(engine, &rest, &new, shortens);
        let Some(joined) = rounds.round(outcome, joining)? else { break };
        rest = rounds.engine.store().difference(&rest, &joined)?;
        new = joined;
    }
    let endless = Outcome { rewards: infinite.to_vec(), distance: None };
    rounds.round(endless, |_| Ok(rest))?;
    Ok(())
}

/// The states in which each role chooses.
struct Positions {
    of: [Set; 2],
    choosers: Choosers,
}

impl Positions {
    fn new(engine: &mut DiagramEngine<'_>, open: &Set) -> Result<Positions, Error> {
        let choosers = engine.choosers(open)?;
        let everywhere = engine.store().all();
        let mut of = [engine.store().none(), engine.store().none()];
        for (role, own) in of.iter_mut().enumerate() {
            engine.visit_choices(open, role, &choosers, &mut |store, legal, relation| {
                let part = store.pre_image(legal, &everywhere, relation)?;
                *own = store.union(own, &part)?;
                Ok(())
            })?;
        }
        Ok(Positions { of, choosers })
    }

    /// The states of `outside` that a round adds, given those that the round before added: a player who wants in has a
    /// move there, or a player who does not has one there and none that stays outside.
    fn joining(
        &self,
        engine: &mut DiagramEngine<'_>,
        outside: &Set,
        new: &Set,
        wants_in: impl Fn(usize) -> bool,
    ) -> Result<Set, Error> {
        let mut joining = engine.store().none();
        for (player, own) in self.of.iter().enumerate() {
            let candidates = engine.store().intersection(own, outside)?;
            let mut states = self.with_move_into(engine, &candidates, player, new)?;
            if !wants_in(player) {
                let staying = self.with_move_into(engine, &states, player, outside)?;
                states = engine.store().difference(&states, &staying)?;
            }
            joining = engine.store().union(&joining, &states)?;
        }
        Ok(joining)
    }

    fn with_move_into(
        &self,
        engine: &mut DiagramEngine<'_>,
        states: &Set,
        role: usize,
        target: &Set,
    ) -> Result<Set, Error> {
        let mut found = engine.store().none();
        engine.visit_choices(states, role, &self.choosers, &mut |store, legal, relation| {
            let legal = store.intersection(legal, states)?;
            let part = store.pre_image(&legal, target, relation)?;
            found = store.union(&found, &part)?;
            Ok(())
        })?;
        Ok(found)
    }
}
