//! What a role prefers, by the opponent model of the solution.
//!
//! *own*: the larger own reward, then the smaller rewards of the others in the order of the roles; *difference*: the larger lead over the
//! best of the others, then the larger own reward. Among equal rewards of two roles, who gets more hurries and the other delays, and
//! at equal rewards both delay; where infinite play is worth something else, who gets more than by that hurries. With another number of
//! roles the shorter way is better.

use std::cmp::{Ordering, Reverse};

/// What a role tries to get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Maximise the own reward, then minimise the others'.
    Own,
    /// Maximise the lead over the others, then the own reward.
    Difference,
}

impl Model {
    /// The model with this name, as manifests write it.
    pub fn named(name: &str) -> Option<Model> {
        match name {
            "own" => Some(Model::Own),
            "difference" => Some(Model::Difference),
            _ => None,
        }
    }

    /// Orders rewards from the best for a role to the worst.
    pub fn compare(self, role: usize, first: &[i32], second: &[i32]) -> Ordering {
        self.rank(role, first).cmp(&self.rank(role, second))
    }

    fn rank(self, role: usize, rewards: &[i32]) -> Vec<Reverse<i64>> {
        let own = rewards.get(role).copied().map_or(0, i64::from);
        let others = rewards.iter().enumerate().filter(|(other, _)| *other != role).map(|(_, &r)| i64::from(r));
        let lead = own - others.clone().max().unwrap_or(0);
        let first = match self {
            Model::Own => vec![own],
            Model::Difference => vec![lead, own],
        };
        first.into_iter().chain(others.map(|reward| -reward)).map(Reverse).collect()
    }
}

/// Whether a role wants the end soon, given the rewards it leads to and those of infinite play.
pub fn hurries(role: usize, rewards: &[i32], infinite: Option<&[i32]>) -> bool {
    let [first, second] = *rewards else { return true };
    let (own, other) = if role == 0 { (first, second) } else { (second, first) };
    match infinite {
        Some(infinite) if infinite != rewards => own > infinite.get(role).copied().unwrap_or(other),
        _ => own > other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_models_differ_where_the_larger_reward_leaves_the_other_more() {
        let (rich, ahead) = ([60, 70], [50, 0]);
        assert_eq!(Model::Own.compare(0, &rich, &ahead), Ordering::Less);
        assert_eq!(Model::Difference.compare(0, &rich, &ahead), Ordering::Greater);
        assert_eq!(Model::Own.compare(1, &[0, 50], &[10, 50]), Ordering::Less, "ties: the less for the other");
        assert_eq!(Model::Own.compare(0, &[50, 0, 50], &[50, 10, 0]), Ordering::Less, "in the order of the roles");
    }

    #[test]
    fn who_gets_more_hurries() {
        assert!(hurries(0, &[100, 0], None) && !hurries(1, &[100, 0], None));
        assert!(hurries(1, &[0, 100], None) && !hurries(0, &[50, 50], None) && !hurries(1, &[50, 50], None));
        assert!(hurries(0, &[0], None) && hurries(2, &[100, 0, 0], None));
    }

    #[test]
    fn who_would_get_less_by_playing_on_hurries() {
        let infinite = Some(&[0, 100][..]);
        assert!(hurries(0, &[30, 70], infinite) && !hurries(1, &[30, 70], infinite));
        assert!(hurries(1, &[0, 100], infinite) && !hurries(0, &[0, 100], infinite));
    }
}
