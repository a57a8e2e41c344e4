//! Shared code for tests.

use crate::Weight;

/// Numbers modulo a prime: an arithmetic other than counting.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Modulo(pub u64);

impl Weight for Modulo {
    const ZERO: Modulo = Modulo(0);
    const ONE: Modulo = Modulo(1);

    fn plus(self, other: Modulo) -> Modulo {
        Modulo((self.0 + other.0) % 1_000_003)
    }

    fn times(self, other: Modulo) -> Modulo {
        Modulo(self.0 * other.0 % 1_000_003)
    }
}
