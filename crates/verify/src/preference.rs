//! The preferences of a role, a second implementation from their description: by the opponent model, and among equal
//! rewards by distance.

use std::cmp::Ordering;

use solution::{Model, Reduction};

/// Compares rewards for a role: greater is better.
pub fn compare(model: Model, role: usize, first: &[i32], second: &[i32]) -> Ordering {
    let lead = |rewards: &[i32]| {
        let most = (0..rewards.len()).filter(|&other| other != role).map(|other| rewards[other]).max();
        i64::from(rewards[role]) - i64::from(most.unwrap_or(0))
    };
    let by_lead = match model {
        Model::Difference => lead(first).cmp(&lead(second)),
        Model::Own => Ordering::Equal,
    };
    let by_own = first[role].cmp(&second[role]);
    // Ties: less for the others is better, earlier roles first.
    let others = (0..first.len()).filter(|&other| other != role).map(|other| second[other].cmp(&first[other]));
    by_lead.then(by_own).then(others.fold(Ordering::Equal, Ordering::then))
}

/// Whether a role shortens the game. With one role or more than two, everybody does. Of two roles, the one with the
/// higher reward does. If infinite play has a different value, the role that gets more than by infinite play does: the
/// other has no reason to end the game.
pub fn shortens(role: usize, rewards: &[i32], infinite: Option<&[i32]>) -> bool {
    if rewards.len() != 2 {
        return true;
    }
    match infinite {
        Some(infinite) if infinite != rewards => rewards[role] > infinite[role],
        _ => rewards[role] > rewards[1 - role],
    }
}

/// Rewards as the solution reads them: unchanged, or as win, draw or loss.
pub fn reduced(rewards: Vec<i32>, reduction: Option<Reduction>) -> Vec<i32> {
    let sign = match (reduction, rewards.as_slice()) {
        (Some(Reduction::Sign), [first, second]) => (first > second) as i32 - (first < second) as i32,
        (Some(Reduction::Thresholds { loss, win }), [first, _]) => (*first > win) as i32 - (*first < loss) as i32,
        _ => return rewards,
    };
    vec![50 + 50 * sign, 50 - 50 * sign]
}
