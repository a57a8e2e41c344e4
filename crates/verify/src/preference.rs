//! What a role prefers, a second time from its description: by the opponent model, and among equal rewards by distance.

use std::cmp::Ordering;

/// Compares rewards for a role: greater is better.
pub fn compare(model: &str, role: usize, first: &[i32], second: &[i32]) -> Ordering {
    let lead = |rewards: &[i32]| {
        let most = (0..rewards.len()).filter(|&other| other != role).map(|other| rewards[other]).max();
        i64::from(rewards[role]) - i64::from(most.unwrap_or(0))
    };
    let by_lead = if model == "difference" { lead(first).cmp(&lead(second)) } else { Ordering::Equal };
    let by_own = first[role].cmp(&second[role]);
    // What is left: the less for the others, the earlier roles first.
    let others = (0..first.len()).filter(|&other| other != role).map(|other| second[other].cmp(&first[other]));
    by_lead.then(by_own).then(others.fold(Ordering::Equal, Ordering::then))
}

/// Whether a role wants the end soon: of two, who gets more; with another number of roles, everybody.
pub fn hurries(role: usize, rewards: &[i32]) -> bool {
    rewards.len() != 2 || rewards[role] > rewards[1 - role]
}
