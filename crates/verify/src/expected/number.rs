//! Expected rewards as the format has them, and arithmetic of its own: fractions and multiples of 2^-44, in integers.

use std::cmp::Ordering;

use solution::manifest::ExpectedReward;

/// Bits behind the point of a bound.
const FRACTION: u32 = 44;

/// A stored value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// Exactly this fraction, with a positive denominator.
    Exact(i64, i64),
    /// From the first to the second, in units.
    Between(i64, i64),
}

/// A bound: a fraction, or units.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    Fraction(i64, i64),
    Units(i64),
}

impl Number {
    /// A reward.
    pub fn integer(reward: i32) -> Number {
        Number::Exact(i64::from(reward), 1)
    }

    pub fn lower(self) -> Bound {
        match self {
            Number::Exact(numerator, denominator) => Bound::Fraction(numerator, denominator),
            Number::Between(lower, _) => Bound::Units(lower),
        }
    }

    pub fn upper(self) -> Bound {
        match self {
            Number::Exact(numerator, denominator) => Bound::Fraction(numerator, denominator),
            Number::Between(_, upper) => Bound::Units(upper),
        }
    }

    /// Whether a manifest says the same.
    pub fn is(self, reward: &ExpectedReward) -> bool {
        match self {
            Number::Exact(numerator, 1) => reward.exact.as_deref() == Some(&*numerator.to_string()),
            Number::Exact(n, d) => reward.exact.as_deref() == Some(&*format!("{n}/{d}")),
            Number::Between(lower, upper) => {
                let close = |units: i64, told: f64| (units as f64 / (1u64 << FRACTION) as f64 - told).abs() < 1e-9;
                reward.exact.is_none() && close(lower, reward.lower) && close(upper, reward.upper)
            }
        }
    }
}

impl Bound {
    /// Which of two bounds is larger.
    pub fn compare(self, other: Bound) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let shifted = |a: i64| i128::from(a) << FRACTION;
        match (self, other) {
            (Bound::Units(a), Bound::Units(b)) => a.cmp(&b),
            (Bound::Fraction(a, b), Bound::Fraction(c, d)) => product(a, d).cmp(&product(c, b)),
            (Bound::Fraction(a, b), Bound::Units(units)) => shifted(a).cmp(&product(units, b)),
            (Bound::Units(units), Bound::Fraction(a, b)) => product(units, b).cmp(&shifted(a)),
        }
    }

    pub fn floor(self) -> i64 {
        match self {
            Bound::Units(units) => units,
            Bound::Fraction(a, b) => ((i128::from(a) << FRACTION).div_euclid(i128::from(b))) as i64,
        }
    }

    pub fn ceil(self) -> i64 {
        match self {
            Bound::Units(units) => units,
            Bound::Fraction(a, b) => (-(-(i128::from(a) << FRACTION)).div_euclid(i128::from(b))) as i64,
        }
    }
}

/// The average of some numbers: exact where all are and the fraction stays within 128 bits, otherwise rounded outwards.
pub fn average(numbers: &[Number]) -> Number {
    if let [only] = numbers {
        return *only;
    }
    exact_average(numbers).unwrap_or_else(|| {
        let count = numbers.len() as i128;
        let lower: i128 = numbers.iter().map(|number| i128::from(number.lower().floor())).sum();
        let upper: i128 = numbers.iter().map(|number| i128::from(number.upper().ceil())).sum();
        Number::Between(lower.div_euclid(count) as i64, -((-upper).div_euclid(count)) as i64)
    })
}

fn exact_average(numbers: &[Number]) -> Option<Number> {
    let mut sum: (i128, i128) = (0, 1);
    for number in numbers {
        let Number::Exact(a, b) = *number else { return None };
        let (a, b) = (i128::from(a), i128::from(b));
        let common = sum.1.checked_mul(b / gcd(sum.1, b))?;
        sum = (sum.0.checked_mul(common / sum.1)?.checked_add(a.checked_mul(common / b)?)?, common);
    }
    let denominator = sum.1.checked_mul(numbers.len() as i128)?;
    let divisor = gcd(sum.0, denominator);
    let short = |number: i128| i64::try_from(number / divisor).ok();
    Some(Number::Exact(short(sum.0)?, short(denominator)?))
}

/// The greatest common divisor, positive.
pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1).max(1)
}

/// All of so many states, in words.
pub fn every(states: usize) -> String {
    ::number::all(states, "state")
}
