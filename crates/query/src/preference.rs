//! Which role shortens the game.
//!
//! If two roles have different rewards, the winner shortens and the loser prolongs; at equal rewards both prolong. If
//! infinite play has a different value, the role that gets more than by infinite play shortens. With any other number
//! of roles the shorter line is better.

/// Whether a role shortens the game, given its rewards and those of infinite play.
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
    fn the_role_with_the_higher_reward_shortens() {
        assert!(hurries(0, &[100, 0], None) && !hurries(1, &[100, 0], None));
        assert!(hurries(1, &[0, 100], None) && !hurries(0, &[50, 50], None) && !hurries(1, &[50, 50], None));
        assert!(hurries(0, &[0], None) && hurries(2, &[100, 0, 0], None));
    }

    #[test]
    fn the_role_that_would_lose_by_infinite_play_shortens() {
        let infinite = Some(&[0, 100][..]);
        assert!(hurries(0, &[30, 70], infinite) && !hurries(1, &[30, 70], infinite));
        assert!(hurries(1, &[0, 100], infinite) && !hurries(0, &[0, 100], infinite));
    }
}
