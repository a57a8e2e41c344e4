//! Figures that are exact, or sampled with an interval.

use serde::Serialize;

/// A figure with its 95 % interval. If it is exact, both bounds equal the figure.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct IntervalEstimate {
    /// The figure, or its best estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The quantile of the normal distribution for 95 %.
const Z: f64 = 1.959_964;

impl IntervalEstimate {
    /// An exact figure.
    pub fn exact(value: f64) -> IntervalEstimate {
        IntervalEstimate { value, low: value, high: value }
    }

    /// An exact fraction of a total.
    pub fn part(of: u128, all: u128) -> IntervalEstimate {
        IntervalEstimate::exact(if all == 0 { 0.0 } else { of as f64 / all as f64 })
    }

    /// A sampled fraction with Wilson's interval (Wilson 1927), which stays between 0 and 1 and is correct for small
    /// samples.
    pub fn share(hits: u64, trials: u64) -> IntervalEstimate {
        if trials == 0 {
            return IntervalEstimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, p) = (trials as f64, hits as f64 / trials as f64);
        let scale = 1.0 + Z * Z / n;
        let middle = (p + Z * Z / (2.0 * n)) / scale;
        let margin = Z / scale * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        // At the ends rounding may push the figure out of its interval.
        IntervalEstimate { value: p, low: (middle - margin).clamp(0.0, p), high: (middle + margin).clamp(p, 1.0) }
    }

    /// A sampled mean, with the normal approximation.
    pub fn mean(sample: impl IntoIterator<Item = f64>) -> IntervalEstimate {
        let (mut n, mut mean, mut squares) = (0.0, 0.0, 0.0);
        for value in sample {
            // Welford 1962: one pass without loss of precision.
            n += 1.0;
            let before = value - mean;
            mean += before / n;
            squares += before * (value - mean);
        }
        let margin = if n > 1.0 { Z * (squares / (n - 1.0) / n).sqrt() } else { 0.0 };
        IntervalEstimate { value: mean, low: mean - margin, high: mean + margin }
    }

    /// Whether it is exact rather than sampled.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known figures of Wilson's interval.
    #[test]
    fn shares_have_the_interval_of_wilson() {
        let IntervalEstimate { value, low, high } = IntervalEstimate::share(8, 10);
        assert!((value, (low * 1e3).round(), (high * 1e3).round()) == (0.8, 490.0, 943.0), "{low} {high}");
        assert_eq!(IntervalEstimate::share(0, 10).low, 0.0);
        assert!((IntervalEstimate::share(0, 10).high - 0.2775).abs() < 1e-3);
        assert_eq!(IntervalEstimate::share(10, 10).high, 1.0);
    }

    #[test]
    fn means_have_an_interval_around_them() {
        let mean = IntervalEstimate::mean([1.0, 2.0, 3.0, 4.0]);
        assert_eq!(mean.value, 2.5);
        assert!((mean.high - 2.5 - 1.959_964 * (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-9);
        assert!(IntervalEstimate::mean([7.0]).is_exact());
    }
}
