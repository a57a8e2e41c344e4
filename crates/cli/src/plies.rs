//! The progress of a search by plies: their growth, the expected total, and whether it looks hopeless.

use std::time::{Duration, Instant};

use operations::solve::growth::expected_states;

use crate::table::{count, grouped, roughly, rounded};

/// How long a search must have run for a meaningful speed.
const SETTLED: Duration = Duration::from_secs(5);

/// Seconds after which a search looks hopeless: a month.
const HOPELESS: f64 = 30.0 * 86_400.0;

/// Beyond this many expected states their number is meaningless.
const UNLIMITED: f64 = 1e30;

/// The plies found so far.
pub struct Plies {
    begun: Instant,
    /// The states of each.
    states: Vec<f64>,
}

impl Plies {
    /// A search that starts now.
    pub fn new() -> Plies {
        Plies { begun: Instant::now(), states: Vec::new() }
    }

    /// The elapsed time of the search.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Adds a ply.
    pub fn add(&mut self, states: u128) {
        self.states.push(states as f64);
    }

    /// The growth from the previous ply: `, 1.4 times the previous ply`.
    pub fn growth(&self) -> String {
        match self.states.as_slice() {
            [.., before, last] if *before > 0.0 => format!(", {:.1} times the previous ply", last / before),
            _ => String::new(),
        }
    }

    /// The states so far and expected, the speed, and the remaining time.
    pub fn outlook(&self, elapsed: Duration) -> String {
        let states: f64 = self.states.iter().sum();
        let rate = states / elapsed.as_secs_f64().max(1e-3);
        let so_far = format!("{} so far, {} per second", count(states as u128, "state"), grouped(rate as u64));
        let expected = expected_states(&self.states).filter(|_| elapsed >= SETTLED);
        let Some(expected) = expected.filter(|&expected| expected > 1.1 * states) else { return so_far };
        let seconds = (expected - states) / rate.max(1.0);
        let expected = match expected < UNLIMITED {
            true => format!("about {} expected", rounded(expected)),
            false => "growth is not slowing down".to_owned(),
        };
        match seconds > HOPELESS {
            true => format!("{so_far}; {expected}: looks hopeless"),
            false => format!("{so_far}; {expected}, {} left", roughly(seconds)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies(sizes: impl IntoIterator<Item = u128>) -> Plies {
        let mut plies = Plies::new();
        sizes.into_iter().for_each(|states| plies.add(states));
        plies
    }

    #[test]
    fn a_search_that_slows_down_has_an_estimated_end() {
        let found = plies([1, 5, 25, 95, 345, 1_075, 3_350, 9_355, 25_060, 60_842, 139_632, 299_764]);
        assert_eq!(found.growth(), ", 2.1 times the previous ply");
        let outlook = found.outlook(Duration::from_secs(10));
        assert!(outlook.starts_with("539,549 states so far, 53,954 per second; about "), "{outlook}");
        assert!(outlook.contains(" min left") || outlook.contains(" h left"), "{outlook}");
        assert!(!found.outlook(Duration::from_secs(1)).contains("expected"));
    }

    /// The plies of Othello on 8x8 grow by a factor of ten and more.
    #[test]
    fn unlimited_growth_looks_hopeless() {
        let outlook = plies((0..9).map(|ply| 9u128.pow(ply))).outlook(Duration::from_secs(60));
        assert!(outlook.ends_with("growth is not slowing down: looks hopeless"), "{outlook}");
    }

    #[test]
    fn the_first_plies_give_no_estimate() {
        assert_eq!(plies([1]).growth(), "");
        assert_eq!(plies([1, 9]).outlook(Duration::from_secs(10)), "10 states so far, 1 per second");
    }
}
