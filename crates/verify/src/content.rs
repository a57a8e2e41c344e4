//! The content hash of a layer, a second implementation from its description in `docs/format.md`.

const PRIME: u128 = (1 << 61) - 1;

/// Two residues modulo 2^61 - 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentHash([u64; 2]);

impl ContentHash {
    /// The hash of the empty layer.
    pub const ZERO: ContentHash = ContentHash([0, 0]);
    /// The empty product.
    pub const ONE: ContentHash = ContentHash([1, 1]);

    /// The coefficient of a digit of a variable, identified by its weight.
    pub fn of_digit(variable: usize, weight: usize, digit: usize) -> ContentHash {
        let numbers = [variable, weight, digit].map(|number| (number as u64).to_le_bytes());
        ContentHash::hashed(&[b"digit", &numbers[0], &numbers[1], &numbers[2]])
    }

    /// The coefficient of an outcome.
    pub fn of_outcome(rewards: &[i32], distance: Option<u32>) -> ContentHash {
        let rewards: Vec<u8> = rewards.iter().flat_map(|reward| reward.to_le_bytes()).collect();
        let flag = [u8::from(distance.is_some())];
        ContentHash::hashed(&[b"outcome", &rewards, &flag, &distance.unwrap_or(0).to_le_bytes()])
    }

    /// The coefficient of expected rewards, as the file has them.
    pub fn of_expectations(bytes: &[u8]) -> ContentHash {
        ContentHash::hashed(&[b"expected", bytes])
    }

    /// The sum.
    pub fn plus(self, other: ContentHash) -> ContentHash {
        self.with(other, |a, b| a + b)
    }

    /// The product.
    pub fn times(self, other: ContentHash) -> ContentHash {
        self.with(other, |a, b| a * b)
    }

    /// The hexadecimal form used in the manifest.
    pub fn to_hex(self) -> String {
        format!("{:016x}{:016x}", self.0[0], self.0[1])
    }

    fn with(self, other: ContentHash, combine: impl Fn(u128, u128) -> u128) -> ContentHash {
        let entry = |i: usize| (combine(u128::from(self.0[i]), u128::from(other.0[i])) % PRIME) as u64;
        ContentHash([entry(0), entry(1)])
    }

    fn hashed(parts: &[&[u8]]) -> ContentHash {
        let hash = blake3::hash(&parts.concat());
        let half = |from: usize| {
            let number =
                hash.as_bytes()[from..from + 16].iter().rev().fold(0u128, |n, &byte| n << 8 | u128::from(byte));
            (number % PRIME) as u64
        };
        ContentHash([half(0), half(16)])
    }
}

/// Weights and sizes of the digits of a variable: the fewest digits of size at most 16; all but the highest have the
/// same size, which is minimal.
pub fn digits(domain: usize) -> Vec<(usize, usize)> {
    let mut count = 1;
    while 16usize.checked_pow(count).is_some_and(|reach| reach < domain) {
        count += 1;
    }
    let mut base = 1;
    while usize::checked_pow(base, count).is_some_and(|reach| reach < domain) {
        base += 1;
    }
    let digit = |place: u32| {
        let weight = base.saturating_pow(place);
        (weight, base.min(domain.div_ceil(weight)).max(1))
    };
    (0..count).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_implementations_agree() {
        for domain in (1..5000).chain([65_536, 65_537, 1 << 20]) {
            assert_eq!(digits(domain), layer::digits::split(domain), "{domain}");
        }
        let mine =
            ContentHash::of_digit(3, 8, 5).times(ContentHash::of_outcome(&[100, -1], Some(7))).plus(ContentHash::ONE);
        let theirs = layer::ContentHash::of_digit(3, 8, 5)
            .times(layer::ContentHash::of_outcome(&[100, -1], Some(7)))
            .plus(layer::ContentHash::ONE);
        assert_eq!(mine.to_hex(), theirs.to_hex());
        let endless = (ContentHash::of_outcome(&[50], None), layer::ContentHash::of_outcome(&[50], None));
        assert_eq!(endless.0.to_hex(), endless.1.to_hex());
    }
}
