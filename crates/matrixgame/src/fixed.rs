//! Fixed-point numbers: bounds that are rounded outwards by integer division, the same on every machine.

use crate::rational::Rational;

/// Bits behind the point: a unit is less than 10⁻¹³.
const FRACTION: u32 = 44;

/// The largest reward: the bounds of larger ones would not fit.
pub const LARGEST: i32 = 1 << 17;

/// A multiple of 2⁻⁴⁴.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fixed(i64);

impl Fixed {
    /// A number of units.
    pub const fn from_units(units: i64) -> Fixed {
        Fixed(units)
    }

    /// Its units.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// An integer of at most [`LARGEST`] in size.
    pub const fn integer(number: i32) -> Fixed {
        Fixed((number as i64) << FRACTION)
    }

    /// A fraction with a positive denominator, rounded down.
    pub fn floor(numerator: i64, denominator: i64) -> Fixed {
        Fixed((i128::from(numerator) << FRACTION).div_euclid(i128::from(denominator)) as i64)
    }

    /// A fraction with a positive denominator, rounded up.
    pub fn ceil(numerator: i64, denominator: i64) -> Fixed {
        Fixed(-Fixed::floor(-numerator, denominator).0)
    }

    /// The same number as a fraction.
    pub fn to_rational(self) -> Option<Rational> {
        Rational::new(i128::from(self.0), 1 << FRACTION)
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / (1u64 << FRACTION) as f64
    }
}
