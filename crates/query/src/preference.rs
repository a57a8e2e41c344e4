//! Who wants the end soon.
//!
//! Among equal rewards of two roles, the winner shortens and the loser prolongs; at equal rewards both prolong. Where
//! infinite play is worth something else, the role that gets more than by infinite play shortens. With another number
//! of roles the shorter way is better.

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
