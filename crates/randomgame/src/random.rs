//! Random numbers that are the same in every version, with helpers for making sheets.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct RandomChoices(game::Random);

impl RandomChoices {
    /// The stream with this seed.
    pub fn new(seed: u64) -> RandomChoices {
        RandomChoices(game::Random::new(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_word()
    }

    /// A number in `0..bound`; 0 for an empty range. The bias is below `bound / 2^64` and irrelevant here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high + 1 - low)
    }

    /// True with probability `1 / n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut random = RandomChoices::new(1234567);
        assert_eq!([random.bits(), random.bits()], [6457827717110365317, 3203168211198807973]);
    }

    #[test]
    fn every_number_of_a_range_occurs() {
        let mut random = RandomChoices::new(1);
        let mut seen = [false; 6];
        for _ in 0..200 {
            seen[random.between(2, 5)] = true;
        }
        assert_eq!(seen, [false, false, true, true, true, true]);
    }
}
