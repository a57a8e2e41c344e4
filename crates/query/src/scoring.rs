//! Decides whether a game is scored in points, or only won, drawn and lost.
//!
//! Between two roles the rewards may say only who wins: each vector is then a win, the same win for the other role, or
//! one draw between them. All other games are scored in points: 55 and 40 are not both "a win". A single role has no
//! opponent, and the second of three roles is not simply a loser.

use std::collections::BTreeSet;

use game::Goal;
use serde::Serialize;

/// A value from a role's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WinDrawLoss {
    /// It gets more than the other, or the most possible.
    Win,
    /// Neither.
    Draw,
    /// It gets less than the other, or the least possible.
    Loss,
}

impl WinDrawLoss {
    /// A value from a role's point of view: of two roles the one with more wins; otherwise the highest goal is a win
    /// and the lowest a loss.
    pub fn of(value: &[i32], role: usize, goals: &[Vec<Goal>]) -> Option<WinDrawLoss> {
        let own = *value.get(role)?;
        let (is_win, is_loss) = match *value {
            [first, second] => {
                let other = if role == 0 { second } else { first };
                (own > other, own < other)
            }
            _ => {
                let rewards = || goals[role].iter().map(|goal| goal.reward);
                (own >= rewards().max()?, own <= rewards().min()?)
            }
        };
        Some(match (is_win, is_loss) {
            (true, _) => WinDrawLoss::Win,
            (false, true) => WinDrawLoss::Loss,
            (false, false) => WinDrawLoss::Draw,
        })
    }
}

/// Whether reward vectors, one entry per role, say more than who wins.
pub fn are_points<'v>(vectors: impl IntoIterator<Item = &'v [i32]>) -> bool {
    let mut decided = BTreeSet::new();
    let mut draws = BTreeSet::new();
    for vector in vectors {
        match *vector {
            [first, second] if first == second => draws.insert(first),
            [first, second] => decided.insert((first.max(second), first.min(second))),
            _ => return true,
        };
    }
    let is_between = |draw: &i32| decided.iter().all(|(win, loss)| loss < draw && draw < win);
    decided.len() > 1 || draws.len() > 1 || !draws.iter().all(is_between)
}

/// The same before a game is solved. It is not known then which rewards occur together: if both roles have the same
/// ones, the best for one is assumed to be the worst for the other.
pub fn goals_are_points(goals: &[Vec<Goal>]) -> bool {
    let rewards = |goals: &[Goal]| goals.iter().map(|goal| goal.reward).collect::<BTreeSet<i32>>();
    match goals {
        [first, second] if rewards(first) == rewards(second) => {
            let ladder = rewards(first);
            let vectors: Vec<[i32; 2]> = ladder.iter().zip(ladder.iter().rev()).map(|(&a, &b)| [a, b]).collect();
            are_points(vectors.iter().map(|vector| &vector[..]))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(vectors: &[&[i32]]) -> bool {
        are_points(vectors.iter().copied())
    }

    #[test]
    fn a_win_its_mirror_and_a_draw_are_not_points() {
        assert!(!points(&[&[100, 0], &[50, 50], &[0, 100]]));
        assert!(!points(&[&[0, 100], &[100, 0]]));
        assert!(!points(&[&[90, 10], &[10, 90]]));
        assert!(!points(&[&[50, 50]]));
    }

    #[test]
    fn all_other_rewards_are_points() {
        assert!(points(&[&[55, 45], &[40, 60]]));
        assert!(points(&[&[100, 0], &[75, 25], &[0, 100]]));
        assert!(points(&[&[100, 0], &[30, 70]]), "two wins of different size");
        assert!(points(&[&[100, 0], &[0, 0]]), "a draw that is as bad as a loss");
        assert!(points(&[&[100, 0], &[30, 30], &[50, 50]]), "two draws");
        assert!(points(&[&[100, 0, 0], &[0, 100, 0]]), "three roles");
        assert!(points(&[&[100], &[0]]), "one role");
    }

    #[test]
    fn goals_are_classified_before_a_game_is_solved() {
        let goal = |reward| Goal { reward, holds: game::Signal::TRUE };
        let goals = |rewards: &[i32]| rewards.iter().map(|&reward| goal(reward)).collect::<Vec<Goal>>();
        assert!(!goals_are_points(&[goals(&[100, 50, 0]), goals(&[0, 50, 100])]));
        assert!(goals_are_points(&[goals(&[100, 75, 50, 25, 0]), goals(&[100, 75, 50, 25, 0])]));
        assert!(goals_are_points(&[goals(&[100, 0]), goals(&[90, 10])]));
        assert!(goals_are_points(&[goals(&[100, 0])]));
    }
}
