//! Rewards of terminal states: exactly one per role, and whether they have a constant sum.

use game::Game;

use super::turns::{both, either};
use crate::finding::Finding;
use crate::induction::everywhere::Premises;
use crate::samples::Visited;
use crate::sat::Lit;
use crate::sat::unrolling::{Sense, Unrolling};

/// The maximum number of reward combinations considered.
const COMBINATIONS: usize = 20_000;

/// Why everything holds of the ends of a game without any.
pub const NO_END: &str = "no reachable state is terminal";

/// Whether every role has exactly one reward in every terminal state.
pub fn rewarded(premises: &Premises, unrolling: &mut Unrolling) -> Finding {
    let game = premises.game;
    if premises.samples.exhaustive && !premises.samples.states.iter().any(|visited| visited.terminal) {
        return Finding::proved(NO_END);
    }
    premises.everywhere(
        unrolling,
        |visited| {
            let role = game.players().find(|&role| visited.terminal && visited.rewards[role].len() != 1)?;
            let count = if visited.rewards[role].is_empty() { "no reward" } else { "several rewards" };
            Some(format!("{} has {count} at the end", game.roles[role]))
        },
        |unrolling, frame| {
            let mut wrong = Vec::new();
            for role in game.players() {
                let several: Vec<Lit> =
                    game.goals[role].iter().map(|goal| unrolling.literal(frame, goal.holds, Sense::True)).collect();
                wrong.push(unrolling.solver.at_least_two(&several));
                wrong.push(without_reward(unrolling, frame, role));
            }
            let someone = either(unrolling, &wrong);
            let over = unrolling.literal(frame, game.terminal, Sense::True);
            both(unrolling, someone, over)
        },
    )
}

/// Whether the rewards have the same sum in every terminal state, and the sum.
pub fn constant_sum(premises: &Premises, unrolling: &mut Unrolling, rewarded: &Finding) -> (Finding, Option<i32>) {
    let game = premises.game;
    if let Some(witness) = rewarded.witness.as_ref() {
        return (Finding::refuted("not every role has exactly one reward at the end", witness), None);
    }
    let Some(sum) = premises.samples.states.iter().find_map(|visited| total(premises.game, visited)) else {
        return match premises.samples.exhaustive {
            true => (Finding::proved(NO_END), None),
            false => (Finding::unknown("no terminal state was seen"), None),
        };
    };
    if !premises.samples.exhaustive
        && game
            .players()
            .map(|role| game.goals[role].len())
            .try_fold(1_usize, |all, n| all.checked_mul(n))
            .is_none_or(|n| n > COMBINATIONS)
    {
        return (Finding::unknown("there are too many combinations of rewards"), None);
    }
    let finding = premises.everywhere(
        unrolling,
        |visited| {
            let other = total(game, visited).filter(|&other| other != sum)?;
            Some(format!("the rewards sum to {other} here and to {sum} elsewhere"))
        },
        |unrolling, frame| {
            let mut wrong = Vec::new();
            for combination in other_sums(premises, sum) {
                let literal = unrolling.solver.fresh();
                for (role, goal) in game.players().zip(combination) {
                    let holds = unrolling.literal(frame, game.goals[role][goal].holds, Sense::True);
                    unrolling.solver.clause([!literal, holds]);
                }
                wrong.push(literal);
            }
            let some = either(unrolling, &wrong);
            let over = unrolling.literal(frame, game.terminal, Sense::True);
            both(unrolling, some, over)
        },
    );
    match finding.is_proved() && !rewarded.is_proved() {
        true => (Finding::unknown("it is not known whether every role has exactly one reward at the end"), None),
        false => {
            let proved = finding.is_proved();
            (finding, proved.then_some(sum))
        }
    }
}

/// The sum of the rewards of a terminal state in which each role has one.
fn total(game: &Game, visited: &Visited) -> Option<i32> {
    let one = |role: usize| if let [reward] = visited.rewards[role][..] { Some(reward) } else { None };
    if visited.terminal { game.players().map(one).sum() } else { None }
}

/// The combinations of goals, one index per role that does not move by chance, with another sum.
fn other_sums(premises: &Premises, sum: i32) -> Vec<Vec<usize>> {
    let mut combinations: Vec<(i32, Vec<usize>)> = vec![(0, Vec::new())];
    for goals in premises.game.players().map(|role| &premises.game.goals[role]) {
        let extended = combinations.iter().flat_map(|(total, chosen)| {
            goals.iter().enumerate().map(move |(index, goal)| {
                (total.saturating_add(goal.reward), chosen.iter().copied().chain([index]).collect())
            })
        });
        combinations = extended.collect();
    }
    combinations.into_iter().filter(|(total, _)| *total != sum).map(|(_, chosen)| chosen).collect()
}

/// A literal that implies that no reward holds for a role at a frame.
fn without_reward(unrolling: &mut Unrolling, frame: usize, role: usize) -> Lit {
    let none = unrolling.solver.fresh();
    for goal in 0..unrolling.game.goals[role].len() {
        let holds = unrolling.literal(frame, unrolling.game.goals[role][goal].holds, Sense::False);
        unrolling.solver.clause([!none, !holds]);
    }
    none
}
