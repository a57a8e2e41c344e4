//! The clocks of a match, and the safety margin of a player.

use std::time::Duration;

/// The fraction of a clock reserved for the network and for a busy machine, and its bounds.
const SHARE: f64 = 0.2;
const SHORTEST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(1);

/// The clocks of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// Before the first move.
    pub start: Duration,
    /// For each move.
    pub play: Duration,
}

/// The time of a clock that a player uses. The rest is a margin of a fifth, at least 0.2 s and at most 1 s.
pub fn usable(clock: Duration) -> Duration {
    clock.saturating_sub(margin(clock))
}

/// When an answer is sent regardless of the search: a quarter into the margin.
pub fn last_call(clock: Duration) -> Duration {
    clock.saturating_sub(margin(clock) * 3 / 4)
}

fn margin(clock: Duration) -> Duration {
    clock.mul_f64(SHARE).clamp(SHORTEST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_a_fifth_within_bounds() {
        let millis =
            |clock| (usable(Duration::from_secs(clock)).as_millis(), last_call(Duration::from_secs(clock)).as_millis());
        assert_eq!([0, 1, 2, 60].map(millis), [(0, 0), (800, 850), (1600, 1700), (59_000, 59_250)]);
    }
}
