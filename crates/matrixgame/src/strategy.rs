//! Mixed strategies as integer weights.

use crate::rational::gcd;

/// The approximate sum of the weights of a floating-point proposal.
pub const SCALE: f64 = (1u64 << 50) as f64;

/// The maximum weight of a short strategy.
const HEAVIEST: i128 = 1 << 53;

/// The probability of each row, or column, is proportional to its weight. At least one weight is not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MixedStrategy {
    weights: Vec<u64>,
}

impl MixedStrategy {
    /// Always the same pick among `of`.
    pub fn pure(pick: usize, of: usize) -> MixedStrategy {
        MixedStrategy { weights: (0..of).map(|other| u64::from(other == pick)).collect() }
    }

    /// From weights; `None` if all are zero or one is too large.
    pub fn new(weights: Vec<u64>) -> Option<MixedStrategy> {
        let fits = weights.iter().all(|&weight| i128::from(weight) <= HEAVIEST);
        (fits && weights.iter().any(|&weight| weight > 0)).then_some(MixedStrategy { weights })
    }

    /// From integer weights, which are reduced; `None` if they are too large.
    pub(crate) fn reduced(weights: &[i128]) -> Option<MixedStrategy> {
        let divisor = weights.iter().fold(0, |divisor, weight| gcd(divisor, weight.unsigned_abs())).max(1) as i128;
        let short = |weight: &i128| u64::try_from(weight / divisor).ok();
        MixedStrategy::new(weights.iter().map(short).collect::<Option<Vec<u64>>>()?)
    }

    /// From floating-point probabilities; negative ones and NaN count as zero.
    pub(crate) fn rounded(probabilities: &[f64]) -> Option<MixedStrategy> {
        let total: f64 = probabilities.iter().filter(|p| **p > 0.0).sum();
        // Conversion from floating point to integers saturates.
        MixedStrategy::new(probabilities.iter().map(|p| (p / total * SCALE).round() as u64).collect())
    }

    /// The weights.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// The pick that is always made, if there is one.
    pub fn only(&self) -> Option<usize> {
        let mut picked = self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0);
        match (picked.next(), picked.next()) {
            (Some((pick, _)), None) => Some(pick),
            _ => None,
        }
    }

    /// The probability of a pick, rounded.
    pub fn probability(&self, pick: usize) -> f64 {
        let total: f64 = self.weights.iter().map(|&weight| weight as f64).sum();
        self.weights.get(pick).map_or(0.0, |&weight| weight as f64 / total)
    }

    /// The same strategy among `of` picks; the picks of this one are those listed.
    pub(crate) fn spread(&self, known: &[usize], of: usize) -> MixedStrategy {
        let mut weights = vec![0; of];
        for (&pick, &weight) in known.iter().zip(&self.weights) {
            weights[pick] = weight;
        }
        MixedStrategy { weights }
    }
}
