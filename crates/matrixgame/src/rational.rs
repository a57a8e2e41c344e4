//! Fractions whose numerator and denominator fit in a word. Longer ones are not represented exactly.

use std::cmp::Ordering;
use std::fmt;

/// A reduced fraction with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rational {
    numerator: i64,
    denominator: i64,
}

impl Rational {
    /// A reduced fraction; `None` if it is too long or its denominator is zero.
    pub fn new(numerator: i128, denominator: i128) -> Option<Rational> {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok().filter(|_| denominator != 0)?;
        let divisor = if denominator < 0 { -divisor } else { divisor };
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        Some(Rational { numerator: short(numerator)?, denominator: short(denominator)? })
    }

    /// An integer.
    pub const fn integer(number: i32) -> Rational {
        Rational { numerator: number as i64, denominator: 1 }
    }

    /// The numerator.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator.
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// An integer minus this fraction.
    pub fn subtracted_from(self, total: i32) -> Option<Rational> {
        let denominator = i128::from(self.denominator);
        Rational::new(i128::from(total) * denominator - i128::from(self.numerator), denominator)
    }
}

/// The largest numerator and denominator: far from overflow, so signs can be changed and bounds rounded.
fn short(number: i128) -> Option<i64> {
    i64::try_from(number).ok().filter(|number| number.unsigned_abs() < 1 << 62)
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// The greatest common divisor.
pub fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(small), Ok(other)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(short_gcd(small, other));
        }
        (a, b) = (b, a % b);
    }
    a
}

/// The same for words, whose division is several times faster.
fn short_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple of positive denominators; `None` if it exceeds `most`.
pub fn common_denominator(denominators: impl Iterator<Item = i64>, most: i128) -> Option<i128> {
    let mut all: i128 = 1;
    for denominator in denominators {
        let denominator = i128::from(denominator);
        if all % denominator != 0 {
            let divisor = gcd(all.unsigned_abs(), denominator.unsigned_abs()) as i128;
            all = all.checked_mul(denominator / divisor).filter(|&all| all <= most)?;
        }
    }
    Some(all)
}
