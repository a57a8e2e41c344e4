//! The content hash of a layer, independent of the file format and of the order of its states.
//!
//! Every value of every variable has a random coefficient, and so does every outcome. A state with its outcome is the
//! product of its coefficients, and a layer is the sum over its states, modulo the prime 2^61 - 1, twice with different
//! coefficients. Two different layers agree by chance with probability below (variables / 2^61)^2 (Schwartz 1980,
//! Zippel 1979). Unlike a hash over a list of states, this is computed on a decision diagram in one pass over its
//! nodes, like a state count, so it is available for layers with billions of states.

use matrixgame::Expectation;

use crate::digits::split;
use crate::expected::content_bytes;
use crate::weight::Weight;

/// 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// Two residues modulo the prime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ContentHash([u64; 2]);

impl ContentHash {
    /// The hash of the empty layer.
    pub const ZERO: ContentHash = ContentHash([0; 2]);
    /// The neutral element of products.
    pub const ONE: ContentHash = ContentHash([1; 2]);

    /// The coefficient of a value of a variable with `domain` values: the product over its digits.
    pub fn of_value(variable: usize, domain: usize, value: usize) -> ContentHash {
        let digit = |&(weight, size): &(usize, usize)| ContentHash::of_digit(variable, weight, value / weight % size);
        split(domain).iter().map(digit).fold(ContentHash::ONE, ContentHash::times)
    }

    /// The coefficient of one digit of a variable, identified by its weight.
    pub fn of_digit(variable: usize, weight: usize, digit: usize) -> ContentHash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"digit");
        for number in [variable, weight, digit] {
            hasher.update(&(number as u64).to_le_bytes());
        }
        ContentHash::from_hash(&hasher.finalize())
    }

    /// The coefficient of an outcome: its rewards, and its distance if it is stored.
    pub fn of_outcome(rewards: &[i32], distance: Option<u32>) -> ContentHash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"outcome");
        for reward in rewards {
            hasher.update(&reward.to_le_bytes());
        }
        hasher.update(&distance.map_or([0; 5], |plies| {
            let [a, b, c, d] = plies.to_le_bytes();
            [1, a, b, c, d]
        }));
        ContentHash::from_hash(&hasher.finalize())
    }

    /// The coefficient of the expected rewards of a state.
    pub fn of_expectations(values: &[Expectation]) -> ContentHash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"expected");
        for value in values {
            hasher.update(&content_bytes(value));
        }
        ContentHash::from_hash(&hasher.finalize())
    }

    /// The hash of a disjoint union.
    pub fn plus(self, other: ContentHash) -> ContentHash {
        ContentHash(std::array::from_fn(|i| {
            let sum = self.0[i] + other.0[i];
            if sum >= PRIME { sum - PRIME } else { sum }
        }))
    }

    /// The product, which extends states by a coordinate.
    pub fn times(self, other: ContentHash) -> ContentHash {
        ContentHash(std::array::from_fn(|i| reduce(u128::from(self.0[i]) * u128::from(other.0[i]))))
    }

    /// As 32 hexadecimal digits.
    pub fn to_hex(self) -> String {
        format!("{:016x}{:016x}", self.0[0], self.0[1])
    }

    fn from_hash(hash: &blake3::Hash) -> ContentHash {
        let word = |i: usize| {
            let bytes: [u8; 16] = std::array::from_fn(|k| hash.as_bytes()[16 * i + k]);
            (u128::from_le_bytes(bytes) % u128::from(PRIME)) as u64
        };
        ContentHash([word(0), word(1)])
    }
}

fn reduce(product: u128) -> u64 {
    let folded = (product as u64 & PRIME) + (product >> 61) as u64;
    if folded >= PRIME { folded - PRIME } else { folded }
}

/// Hashes are summed on diagrams in the same way as state counts.
impl Weight for ContentHash {
    const ZERO: ContentHash = ContentHash::ZERO;
    const ONE: ContentHash = ContentHash::ONE;

    fn plus(self, other: ContentHash) -> ContentHash {
        ContentHash::plus(self, other)
    }

    fn times(self, other: ContentHash) -> ContentHash {
        ContentHash::times(self, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_states(states: &[&[usize]]) -> ContentHash {
        let of_state = |state: &&[usize]| {
            state
                .iter()
                .enumerate()
                .fold(ContentHash::ONE, |c, (variable, &value)| c.times(ContentHash::of_value(variable, 3, value)))
        };
        states.iter().map(of_state).fold(ContentHash::ZERO, ContentHash::plus)
    }

    #[test]
    fn the_order_of_states_does_not_matter_but_each_state_does() {
        let content = of_states(&[&[0, 1], &[1, 0], &[2, 2]]);
        assert_eq!(content, of_states(&[&[2, 2], &[0, 1], &[1, 0]]));
        assert_ne!(content, of_states(&[&[0, 1], &[1, 0], &[2, 1]]));
        // The same sums of coordinates, but a different set.
        assert_ne!(of_states(&[&[0, 1], &[1, 0]]), of_states(&[&[0, 0], &[1, 1]]));
    }

    #[test]
    fn products_stay_below_the_prime() {
        let largest = ContentHash([PRIME - 1; 2]);
        assert_eq!(largest.times(largest), ContentHash::ONE);
        assert_eq!(largest.plus(ContentHash::ONE), ContentHash::ZERO);
    }
}
