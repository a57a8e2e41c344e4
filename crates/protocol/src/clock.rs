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

/// The part of a clock that is not used: a fifth, at least 0.2 s and at most 1 s; more on a machine so busy that threads
/// wake up late.
#[derive(Clone, Copy, Default)]
pub struct Margin {
    /// The delays of recent wake-ups.
    delay: Duration,
}

/// The margin in delays: that many threads have to wake up, on both sides of the network, until an answer is read.
const DELAYS: u32 = 6;

impl Margin {
    /// Notes how late a thread woke up. Old delays fade.
    pub fn woke_late(&mut self, delay: Duration) {
        self.delay = delay.max(self.delay * 3 / 4);
    }

    /// The time of a clock for a search.
    pub fn usable(&self, clock: Duration) -> Duration {
        clock.saturating_sub(self.of(clock))
    }

    /// When an answer is sent regardless of the search: a quarter into the margin.
    pub fn last_call(&self, clock: Duration) -> Duration {
        clock.saturating_sub(self.of(clock) * 3 / 4)
    }

    fn of(&self, clock: Duration) -> Duration {
        let usual = clock.mul_f64(SHARE).clamp(SHORTEST, LONGEST);
        usual.max((self.delay * DELAYS).min(clock / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(margin: Margin, clock: u64) -> (u128, u128) {
        let clock = Duration::from_secs(clock);
        (margin.usable(clock).as_millis(), margin.last_call(clock).as_millis())
    }

    #[test]
    fn the_margin_is_a_fifth_within_bounds() {
        let usual = [0, 1, 2, 60].map(|clock| millis(Margin::default(), clock));
        assert_eq!(usual, [(0, 0), (800, 850), (1600, 1700), (59_000, 59_250)]);
    }

    #[test]
    fn late_wake_ups_widen_the_margin_for_a_while() {
        let mut margin = Margin::default();
        margin.woke_late(Duration::from_millis(100));
        assert_eq!([millis(margin, 2), millis(margin, 60)], [(1400, 1550), (59_000, 59_250)]);
        margin.woke_late(Duration::from_secs(5));
        assert_eq!(millis(margin, 2), (1000, 1250), "half of the clock is for the search");
        (0..30).for_each(|_| margin.woke_late(Duration::from_millis(1)));
        assert_eq!(millis(margin, 2), (1600, 1700));
    }
}
