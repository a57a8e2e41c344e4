//! Outcomes and preferences: rewards for all roles and, if distances are kept, the plies to the end.
//!
//! The opponent model orders reward vectors for the role that chooses:
//!
//! - *own*: the larger own reward; ties are broken by smaller rewards of the others, in the order of the roles;
//! - *difference*: the larger difference between the own reward and the best of the others; ties are broken by the
//!   larger own reward.
//!
//! Among equal rewards distance decides: the winner shortens, the loser prolongs, and at equal rewards both prolong. In
//! games with one or more than two roles the shorter line is better.

use layer::Terminal;
use number::grouped;
use rustc_hash::FxHashMap;
use solution::Model;

use crate::error::Limit;
use crate::refusal::Refusal;

/// A value of a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Reward per role.
    pub rewards: Vec<i32>,
    /// Plies to the end, if they are kept.
    pub distance: Option<u32>,
}

/// The outcomes seen so far; the terminal with number `i + 1` represents outcome `i`.
#[derive(Clone, Default, Debug)]
pub struct Outcomes {
    list: Vec<Outcome>,
    index: FxHashMap<Outcome, u32>,
}

impl Outcomes {
    /// Outcomes as an earlier run numbered them.
    pub fn from_list(list: Vec<Outcome>) -> Outcomes {
        let index = list.iter().cloned().zip(0..).collect();
        Outcomes { list, index }
    }

    /// All of them.
    pub fn list(&self) -> &[Outcome] {
        &self.list
    }

    /// The terminal of an outcome, added if it is new.
    pub fn terminal(&mut self, outcome: Outcome) -> Result<Terminal, Limit> {
        if let Some(&number) = self.index.get(&outcome) {
            return numbered(number);
        }
        let number = self.list.len() as u32;
        let terminal = numbered(number)?;
        self.list.push(outcome.clone());
        self.index.insert(outcome, number);
        Ok(terminal)
    }

    /// The outcome of a terminal.
    pub fn outcome(&self, terminal: Terminal) -> Option<&Outcome> {
        self.list.get(terminal.number() as usize - 1)
    }

    /// Whether distances are kept.
    pub fn have_distances(&self) -> bool {
        self.list.iter().any(|outcome| outcome.distance.is_some())
    }

    /// For each outcome seen so far, the same one a ply further from the end. Without distances nothing changes.
    pub fn one_ply_further(&mut self) -> Result<Vec<Terminal>, Limit> {
        let later =
            |outcome: &Outcome| Outcome { distance: outcome.distance.map(|plies| plies + 1), ..outcome.clone() };
        let outcomes: Vec<Outcome> = self.list.iter().map(later).collect();
        outcomes.into_iter().map(|outcome| self.terminal(outcome)).collect()
    }

    /// The indices of all outcomes seen so far, in the order of `role`'s preference.
    pub fn best_first(&self, model: Model, role: usize) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..self.list.len()).collect();
        indices.sort_by_key(|&index| {
            let outcome = &self.list[index];
            (model.rank(role, &outcome.rewards), length_rank(role, outcome))
        });
        indices
    }
}

/// The terminal of the outcome with this number.
fn numbered(number: u32) -> Result<Terminal, Limit> {
    Terminal::new(number + 1).ok_or_else(|| Limit::outcomes(Terminal::MOST))
}

/// A sort key among outcomes of equal rewards; smaller is better.
fn length_rank(role: usize, outcome: &Outcome) -> i64 {
    let plies = i64::from(outcome.distance.unwrap_or(0));
    match outcome.rewards[..] {
        [first, second] => {
            let (own, other) = if role == 0 { (first, second) } else { (second, first) };
            if own > other { plies } else { -plies }
        }
        _ => plies,
    }
}

/// The message that a game of so many reachable states never ends.
pub fn never_ends(states: u128) -> String {
    match states {
        1 => "the game never ends: its only reachable state is not terminal".to_owned(),
        _ => format!("the game never ends: none of its {} reachable states is terminal", grouped(states)),
    }
}

/// The sum of the rewards of two roles, if there is a terminal state and it is the same in all of them.
pub fn common_sum<'r>(ends: impl IntoIterator<Item = &'r [i32]>) -> Option<i32> {
    let sum = |rewards: &[i32]| match *rewards {
        [first, second] => first.checked_add(second),
        _ => None,
    };
    let mut sums = ends.into_iter().map(sum);
    let first = sums.next()??;
    sums.all(|other| other == Some(first)).then_some(first)
}

/// Fails if the rewards of some terminal state have another sum than infinite play. A constant sum is proved for states
/// that are terminal by the rules; a stuck state may end the game with other rewards.
pub fn one_sum<'r>(ends: impl Iterator<Item = &'r [i32]>, infinite: &[i32]) -> Result<(), Refusal> {
    let sum = |rewards: &[i32]| rewards.iter().map(|&reward| i64::from(reward)).sum::<i64>();
    let expected = sum(infinite);
    match ends.map(sum).find(|&found| found != expected) {
        Some(found) => Err(Refusal::OtherSum { found, expected }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(model: Model, role: usize, outcomes: &[(&[i32], u32)]) -> usize {
        let outcome = |(rewards, plies): &(&[i32], u32)| Outcome { rewards: rewards.to_vec(), distance: Some(*plies) };
        Outcomes::from_list(outcomes.iter().map(outcome).collect()).best_first(model, role)[0]
    }

    #[test]
    fn models_differ_if_the_larger_reward_gives_the_other_more() {
        let outcomes: [(&[i32], u32); 2] = [(&[60, 70], 1), (&[50, 0], 1)];
        assert_eq!(best(Model::Own, 0, &outcomes), 0);
        assert_eq!(best(Model::Difference, 0, &outcomes), 1);
    }

    #[test]
    fn terminal_states_with_other_sums_are_refused() {
        assert!(one_sum([&[100, 0][..], &[50, 50], &[0, 100]].into_iter(), &[50, 50]).is_ok());
        for ends in [vec![&[100, 0][..], &[0, 0]], vec![&[0, 0][..]]] {
            let refused = one_sum(ends.into_iter(), &[50, 50]);
            assert_eq!(refused, Err(Refusal::OtherSum { found: 0, expected: 100 }));
        }
    }

    #[test]
    fn a_common_sum_needs_two_roles_and_a_terminal_state() {
        assert_eq!(common_sum([&[100, 0][..], &[50, 50]]), Some(100));
        assert_eq!(common_sum([&[100, 0][..], &[50, 49]]), None);
        assert_eq!(common_sum([&[100][..]]), None);
        assert_eq!(common_sum([]), None);
    }

    #[test]
    fn among_equal_own_rewards_the_other_gets_less() {
        assert_eq!(best(Model::Own, 1, &[(&[40, 50], 1), (&[10, 50], 1), (&[20, 50], 1)]), 1);
    }

    #[test]
    fn the_winner_shortens_and_the_loser_prolongs() {
        assert_eq!(best(Model::Own, 0, &[(&[100, 0], 9), (&[100, 0], 3)]), 1);
        assert_eq!(best(Model::Own, 1, &[(&[100, 0], 9), (&[100, 0], 3)]), 0);
        assert_eq!(best(Model::Own, 0, &[(&[50, 50], 9), (&[50, 50], 3)]), 0);
        assert_eq!(best(Model::Own, 0, &[(&[50], 9), (&[50], 3)]), 1);
    }
}
