//! Which role shortens the game.
//!
//! If two roles have different rewards, the winner shortens and the loser prolongs; at equal rewards both prolong. If
//! infinite play has a different value, the role that gets more than by infinite play shortens. With any other number
//! of roles the shorter line is better.

/// Whether a role shortens the game, given its rewards and those of infinite play.
pub fn shortens(role: usize, rewards: &[i32], infinite: Option<&[i32]>) -> bool {
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
        assert!(shortens(0, &[100, 0], None) && !shortens(1, &[100, 0], None));
        assert!(shortens(1, &[0, 100], None) && !shortens(0, &[50, 50], None) && !shortens(1, &[50, 50], None));
        assert!(shortens(0, &[0], None) && shortens(2, &[100, 0, 0], None));
    }

    #[test]
    fn the_role_that_would_lose_by_infinite_play_shortens() {
        let infinite = Some(&[0, 100][..]);
        assert!(shortens(0, &[30, 70], infinite) && !shortens(1, &[30, 70], infinite));
        assert!(shortens(1, &[0, 100], infinite) && !shortens(0, &[0, 100], infinite));
    }
}
