//! Sets of small numbers as rows of bits.

use game::bits::ones;

/// A set of numbers below a length.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below `length`.
    pub fn new(length: usize) -> Bits {
        Bits(vec![0; length.div_ceil(64)])
    }

    /// All numbers below `length`.
    pub fn full(length: usize) -> Bits {
        let mut bits = Bits(vec![u64::MAX; length.div_ceil(64)]);
        if let (Some(last), used @ 1..) = (bits.0.last_mut(), length % 64) {
            *last = (1 << used) - 1;
        }
        bits
    }

    /// Whether the set contains a number.
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Keeps the numbers that are in the other set, or those that are not if `positive` is false.
    pub fn keep(&mut self, other: &Bits, positive: bool) {
        let flip = if positive { 0 } else { u64::MAX };
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other ^ flip);
    }

    /// Adds all numbers of the other set.
    pub fn join(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// The smallest number that is in both.
    pub fn first_common(&self, other: &Bits) -> Option<usize> {
        let words = self.0.iter().zip(&other.0).map(|(one, other)| one & other);
        words.enumerate().find(|(_, word)| *word != 0).map(|(at, word)| at * 64 + word.trailing_zeros() as usize)
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| at * 64 + bit as usize))
    }

    /// The numbers that are not in the other set, ascending.
    pub fn iter_without<'a>(&'a self, other: &'a Bits) -> impl Iterator<Item = usize> + 'a {
        let words = self.0.iter().zip(&other.0).map(|(one, other)| one & !other);
        words.enumerate().flat_map(|(at, word)| ones(word).map(move |bit| at * 64 + bit as usize))
    }

    /// The size of the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_agree_with_sets_of_numbers() {
        for length in [0, 1, 63, 64, 65, 130] {
            let full = Bits::full(length);
            assert_eq!(full.iter().collect::<Vec<_>>(), (0..length).collect::<Vec<_>>());
            let mut odd = Bits::new(length);
            (0..length).filter(|n| n % 2 == 1).for_each(|n| odd.insert(n));
            let mut even = full.clone();
            even.keep(&odd, false);
            assert_eq!(even.len() + odd.len(), length);
            assert_eq!(even.first_common(&odd), None);
            assert_eq!(full.iter_without(&odd).collect::<Vec<_>>(), even.iter().collect::<Vec<_>>());
            even.join(&odd);
            assert_eq!(even, full);
        }
    }
}
