//! A state as a short string of bytes: the values of its variables, each in as many bits as its domain needs.
//!
//! The first variable is in the highest bits of the first byte, and so on without gaps; zero bits pad the last byte. So
//! byte strings compare like the tuples of values.
//!
//! ```
//! # use layer::packing::Packing;
//! let packing = Packing::new([3, 2, 100]);
//! let mut bytes = vec![0; packing.bytes()];
//! packing.pack(&[2, 1, 65], &mut bytes);
//! assert_eq!(bytes, [0b10_1_10000, 0b01_000000]);
//! assert_eq!(packing.unpack(&bytes), [2, 1, 65]);
//! ```

/// The number of bits that hold the values `0..domain`.
pub fn bits(domain: usize) -> u32 {
    usize::BITS - domain.saturating_sub(1).leading_zeros()
}

/// The width of each variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing {
    widths: Box<[u32]>,
}

impl Packing {
    /// The packing for variables with these domain sizes.
    pub fn new(domains: impl IntoIterator<Item = usize>) -> Packing {
        Packing { widths: domains.into_iter().map(bits).collect() }
    }

    /// Bytes per state.
    pub fn bytes(&self) -> usize {
        self.widths.iter().map(|&width| width as usize).sum::<usize>().div_ceil(8)
    }

    /// Writes a state, one value per variable, into [`Packing::bytes`] bytes.
    pub fn pack(&self, values: &[u32], bytes: &mut [u8]) {
        let (mut word, mut filled, mut out) = (0u64, 0, bytes.iter_mut());
        let mut put = |byte: u8| {
            if let Some(place) = out.next() {
                *place = byte;
            }
        };
        for (&value, &width) in values.iter().zip(&self.widths) {
            // At most 7 bits are pending, and a value has at most 32.
            word = word << width | u64::from(value);
            filled += width;
            while filled >= 8 {
                filled -= 8;
                put((word >> filled) as u8);
            }
        }
        if filled > 0 {
            put((word << (8 - filled)) as u8);
        }
    }

    /// The value of one variable of a state, without unpacking the others.
    pub fn value(&self, variable: usize, bytes: &[u8]) -> u32 {
        let start: u32 = self.widths[..variable].iter().sum();
        let end = start + self.widths[variable];
        let covering = (start / 8) as usize..end.div_ceil(8) as usize;
        let word = covering.fold(0u64, |word, at| word << 8 | u64::from(bytes.get(at).copied().unwrap_or(0)));
        (word >> (end.div_ceil(8) * 8 - end) & ((1u64 << (end - start)) - 1)) as u32
    }

    /// The values of a state. Missing bytes count as zero.
    pub fn unpack(&self, bytes: &[u8]) -> Vec<u32> {
        let (mut word, mut filled, mut rest) = (0u64, 0, bytes.iter());
        let value = |&width: &u32| {
            while filled < width {
                word = word << 8 | u64::from(rest.next().copied().unwrap_or(0));
                filled += 8;
            }
            filled -= width;
            (word >> filled & ((1u64 << width) - 1)) as u32
        };
        self.widths.iter().map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn widths_are_minimal() {
        assert_eq!([1, 2, 3, 4, 5, 8, 9].map(bits), [0, 1, 2, 2, 3, 3, 4]);
    }

    proptest! {
        #[test]
        fn packing_preserves_values_and_their_order(
            domains in proptest::collection::vec(1usize..1_000_000, 0..12),
            seeds in proptest::array::uniform2(any::<u64>()),
        ) {
            let packing = Packing::new(domains.iter().copied());
            let [first, second] = seeds.map(|seed| {
                let mut seed = seed;
                let value = |&domain: &usize| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (seed >> 33) as u32 % domain as u32
                };
                let values: Vec<u32> = domains.iter().map(value).collect();
                let mut bytes = vec![0xFF; packing.bytes()];
                packing.pack(&values, &mut bytes);
                (values, bytes)
            });
            for (values, bytes) in [&first, &second] {
                prop_assert_eq!(&packing.unpack(bytes), values);
                for (variable, &value) in values.iter().enumerate() {
                    prop_assert_eq!(packing.value(variable, bytes), value);
                }
            }
            prop_assert_eq!(first.0.cmp(&second.0), first.1.cmp(&second.1));
        }
    }
}
