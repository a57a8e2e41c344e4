//! A small pseudo-random number generator: SplitMix64 (Steele, Lea, Flood 2014).
//!
//! Its state is one word and can start anywhere, so every game of a run gets its own stream: game 17 of seed 1 is the
//! same game however many are played in parallel.

/// A stream of pseudo-random numbers.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The stream with this number for a seed.
    pub fn stream(seed: u64, number: u64) -> Random {
        Random(mix(mix(seed.wrapping_add(STEP)) ^ number.wrapping_mul(STEP)))
    }

    /// The next 64 bits.
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number from 0 to less than 1, with 53 bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number below `bound`, which is not 0. The bias is at most `bound / 2^64`, too small for playouts to show.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next_word()) * u128::from(bound)) >> 64) as u32
    }
}
