//! Expected rewards: exact, or between two proved bounds.

use std::fmt;

use crate::fixed::Fixed;
use crate::rational::{Rational, common_denominator};

/// An expected reward.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expectation {
    /// Exactly this number.
    Exact(Rational),
    /// A number between `lower` and `upper`.
    Between {
        /// A lower bound of the expectation.
        lower: Fixed,
        /// An upper bound of it.
        upper: Fixed,
    },
}

impl Expectation {
    /// A reward whose magnitude is at most [`crate::LARGEST`].
    pub const fn integer(reward: i32) -> Expectation {
        Expectation::Exact(Rational::integer(reward))
    }

    /// A proved lower bound.
    pub fn lower(self) -> Fixed {
        match self {
            Expectation::Exact(exact) => Fixed::floor(exact.numerator(), exact.denominator()),
            Expectation::Between { lower, .. } => lower,
        }
    }

    /// A proved upper bound.
    pub fn upper(self) -> Fixed {
        match self {
            Expectation::Exact(exact) => Fixed::ceil(exact.numerator(), exact.denominator()),
            Expectation::Between { upper, .. } => upper,
        }
    }

    /// The same as an exact number if the bounds are equal.
    pub fn settled(self) -> Expectation {
        match self {
            Expectation::Between { lower, upper } if lower == upper => {
                lower.to_rational().map_or(self, Expectation::Exact)
            }
            _ => self,
        }
    }

    /// The number, if it is exact.
    pub fn exact(self) -> Option<Rational> {
        match self {
            Expectation::Exact(exact) => Some(exact),
            Expectation::Between { .. } => None,
        }
    }

    /// The distance between the bounds: 0 for an exact number.
    pub fn width(self) -> f64 {
        match self {
            Expectation::Exact(_) => 0.0,
            Expectation::Between { lower, upper } => Fixed::from_units(upper.units() - lower.units()).to_f64(),
        }
    }

    /// The number, or the midpoint of the bounds, rounded.
    pub fn middle(self) -> f64 {
        match self {
            Expectation::Exact(exact) => exact.numerator() as f64 / exact.denominator() as f64,
            Expectation::Between { lower, upper } => (lower.to_f64() + upper.to_f64()) / 2.0,
        }
    }

    /// A total minus this expectation.
    pub fn subtracted_from(self, total: i32) -> Expectation {
        let bounds = || {
            let rest = |bound: Fixed| Fixed::from_units(Fixed::integer(total).units() - bound.units());
            Expectation::Between { lower: rest(self.upper()), upper: rest(self.lower()) }
        };
        let exact = self.exact().and_then(|exact| exact.subtracted_from(total));
        exact.map_or_else(bounds, Expectation::Exact)
    }
}

/// Exact numbers as fractions, others as decimals with their bounds.
impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Exact(exact) => exact.fmt(f),
            Expectation::Between { lower, upper } => write!(f, "{:.10}..{:.10}", lower.to_f64(), upper.to_f64()),
        }
    }
}

/// The maximum of some expectations.
pub fn largest(all: impl Iterator<Item = Expectation>) -> Option<Expectation> {
    all.reduce(|one, other| match (one, other) {
        (Expectation::Exact(a), Expectation::Exact(b)) => Expectation::Exact(a.max(b)),
        // One that is certainly not larger does not affect the maximum.
        _ if one.upper() <= other.lower() => other,
        _ if other.upper() <= one.lower() => one,
        _ => Expectation::Between { lower: one.lower().max(other.lower()), upper: one.upper().max(other.upper()) },
    })
}

/// The minimum of some expectations.
pub fn smallest(all: impl Iterator<Item = Expectation>) -> Option<Expectation> {
    all.reduce(|one, other| match (one, other) {
        (Expectation::Exact(a), Expectation::Exact(b)) => Expectation::Exact(a.min(b)),
        _ if one.upper() <= other.lower() => one,
        _ if other.upper() <= one.lower() => other,
        _ => Expectation::Between { lower: one.lower().min(other.lower()), upper: one.upper().min(other.upper()) },
    })
}

/// The average of some expectations, all equally likely.
pub fn average(all: &[Expectation]) -> Option<Expectation> {
    match all {
        [] => None,
        [only] => Some(*only),
        _ => Some(exact_average(all).map_or_else(|| bounded_average(all), Expectation::Exact)),
    }
}

fn exact_average(all: &[Expectation]) -> Option<Rational> {
    if !all.iter().all(|one| matches!(one, Expectation::Exact(_))) {
        return None;
    }
    let exact = || all.iter().filter_map(|one| one.exact());
    let common = common_denominator(exact().map(Rational::denominator), i128::from(i64::MAX))?;
    let scaled = |one: Rational| i128::from(one.numerator()).checked_mul(common / i128::from(one.denominator()));
    let sum = exact().try_fold(0i128, |sum, one| sum.checked_add(scaled(one)?))?;
    Rational::new(sum, common.checked_mul(all.len() as i128)?)
}

fn bounded_average(all: &[Expectation]) -> Expectation {
    let count = all.len() as i128;
    let sum = |bound: fn(Expectation) -> Fixed| all.iter().map(|&one| i128::from(bound(one).units())).sum::<i128>();
    let lower = sum(Expectation::lower).div_euclid(count);
    let upper = -(-sum(Expectation::upper)).div_euclid(count);
    Expectation::Between { lower: Fixed::from_units(lower as i64), upper: Fixed::from_units(upper as i64) }
}
