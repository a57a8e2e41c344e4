//! Best responses: what one side gets at best while the other always plays by the same strategy.
//!
//! What is left is a decision process of one side. Its maximal end components, in which it can stay for ever, become one
//! state each, with staying as a further action; then every policy ends, and policy iteration finds the best one.

use crate::expected::{JointGraph, eliminate};

/// Moves of a side by number, with their probabilities.
pub type Mixture = Vec<(usize, f64)>;

/// An action: states that may follow, with their probabilities.
type Action = Vec<(usize, f64)>;

/// Gains below this are taken for rounding.
const NOISE: f64 = 1e-10;

impl JointGraph {
    /// What a role gets in each state if one side always plays by a strategy and the other replies as well as it can.
    ///
    /// The strategy is that of the role itself, or of all others together if `others` is set.
    pub fn against_best_response(
        &self,
        role: usize,
        others: bool,
        strategy: impl Fn(usize) -> Mixture,
        infinite: i32,
    ) -> Vec<f64> {
        let actions: Vec<Vec<Action>> = (0..self.states.len())
            .map(|state| match self.states[state].rewards {
                Some(_) => Vec::new(),
                None => {
                    let cells = self.cells(state, role);
                    let mixture = strategy(state);
                    let replies = if others { cells.len() } else { cells[0].len() };
                    let cell = |own: usize, reply: usize| if others { &cells[reply][own] } else { &cells[own][reply] };
                    let action = |reply: usize| -> Action {
                        let drawn = |&(own, weight): &(usize, f64)| {
                            let drawn = cell(own, reply);
                            drawn.iter().map(move |&next| (next, weight / drawn.len() as f64)).collect::<Action>()
                        };
                        mixture.iter().flat_map(drawn).collect()
                    };
                    (0..replies).map(action).collect()
                }
            })
            .collect();
        let reward = |state: usize| self.states[state].rewards.as_ref().map(|rewards| f64::from(rewards[role]));
        best(&actions, reward, f64::from(infinite), if others { 1.0 } else { -1.0 })
    }
}

/// The best that a decision process promises: the most for a positive sign, the least for a negative one.
fn best(actions: &[Vec<Action>], reward: impl Fn(usize) -> Option<f64>, stay: f64, sign: f64) -> Vec<f64> {
    let group = end_components(actions);
    // Per group the actions that may leave it; with no action, it is staying.
    let mut ways: Vec<Vec<Action>> = vec![Vec::new(); actions.len()];
    for (state, actions) in actions.iter().enumerate() {
        let to_groups =
            |action: &Action| action.iter().map(|&(next, chance)| (group[next], chance)).collect::<Action>();
        let leaves = |action: &Action| action.iter().any(|&(next, _)| next != group[state]);
        ways[group[state]].extend(actions.iter().map(to_groups).filter(leaves));
    }
    let stays: Vec<bool> = (0..actions.len())
        .map(|state| {
            let inside = |action: &Action| action.iter().all(|&(next, _)| group[next] == group[state]);
            actions[state].iter().any(inside)
        })
        .collect();
    let stays: Vec<bool> = (0..actions.len())
        .map(|number| (0..actions.len()).any(|state| group[state] == number && stays[state]))
        .collect();
    let start = |number: usize| if stays[number] { None } else { Some(0) };
    let mut policy: Vec<Option<usize>> = (0..ways.len()).map(start).collect();
    loop {
        let values = evaluate(&ways, &policy, &reward, stay);
        let worth = |action: &Action| action.iter().map(|&(next, chance)| chance * values[next]).sum::<f64>();
        let mut better = false;
        for number in (0..ways.len()).filter(|&number| group[number] == number && reward(number).is_none()) {
            let mut held = sign * values[number] + NOISE;
            let options = ways[number].iter().enumerate().map(|(way, action)| (Some(way), worth(action)));
            for (option, value) in options.chain(stays[number].then_some((None, stay))) {
                if sign * value > held {
                    (held, policy[number], better) = (sign * value, option, true);
                }
            }
        }
        if !better {
            return group.iter().map(|&number| values[number]).collect();
        }
    }
}

/// The values of groups under a policy by which all play ends.
fn evaluate(
    ways: &[Vec<Action>],
    policy: &[Option<usize>],
    reward: impl Fn(usize) -> Option<f64>,
    stay: f64,
) -> Vec<f64> {
    let row = |number: usize| {
        let mut row = vec![0.0; ways.len() + 1];
        row[number] = 1.0;
        match (reward(number), policy[number]) {
            (Some(reward), _) => row[ways.len()] = reward,
            (None, None) => row[ways.len()] = stay,
            (None, Some(way)) => {
                let action = ways[number].get(way).map_or(&[][..], Vec::as_slice);
                action.iter().for_each(|&(next, chance)| row[next] -= chance);
            }
        }
        row
    };
    eliminate((0..ways.len()).map(row).collect())
}

/// Per state the first state of its maximal end component, or itself.
fn end_components(actions: &[Vec<Action>]) -> Vec<usize> {
    let mut group: Vec<Option<usize>> = actions.iter().map(|actions| (!actions.is_empty()).then_some(0)).collect();
    loop {
        let inside = |state: usize, action: &Action| action.iter().all(|&(next, _)| group[next] == group[state]);
        let kept = |state: usize| actions[state].iter().filter(move |action| inside(state, action));
        let reached: Vec<Vec<bool>> = (0..actions.len())
            .map(|state| {
                let (mut reached, mut queue) = (vec![false; actions.len()], vec![state]);
                while let Some(at) = queue.pop().filter(|_| group[state].is_some()) {
                    for &(next, _) in kept(at).flatten() {
                        if !std::mem::replace(&mut reached[next], true) {
                            queue.push(next);
                        }
                    }
                }
                reached
            })
            .collect();
        let first = |state: usize| (0..actions.len()).find(|&other| reached[state][other] && reached[other][state]);
        let next: Vec<Option<usize>> = (0..actions.len()).map(first).collect();
        if next == group {
            return (0..actions.len()).map(|state| group[state].unwrap_or(state)).collect();
        }
        group = next;
    }
}
