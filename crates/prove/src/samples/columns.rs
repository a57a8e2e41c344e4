//! The transposed samples: for each fluent, the sampled states in which it holds. Guesses about many fluents are
//! checked a word of states at a time.

use game::Fluent;

use super::Samples;

/// One row of bits per fluent, one bit per sampled state.
pub struct Columns {
    words: usize,
    bits: Vec<u64>,
    /// The valid states of the last word.
    full: Vec<u64>,
}

/// How many fluents of a group hold together in the samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Never two of them.
    pub at_most_one: bool,
    /// Always one of them.
    pub at_least_one: bool,
    /// The number of states in which one of them holds, if never two do.
    pub states: u32,
}

impl Columns {
    /// Transposes the sampled states.
    pub fn new(samples: &Samples, fluents: usize) -> Columns {
        let words = samples.states.len().div_ceil(64);
        let mut columns = Columns { words, bits: vec![0; words * fluents], full: vec![0; words] };
        for (index, visited) in samples.states.iter().enumerate() {
            columns.full[index / 64] |= 1 << (index % 64);
            for fluent in visited.state.fluents() {
                columns.bits[fluent.0 as usize * words + index / 64] |= 1 << (index % 64);
            }
        }
        columns
    }

    /// Number of states.
    pub fn states(&self) -> u32 {
        self.full.iter().map(|bits| bits.count_ones()).sum()
    }

    /// The states in which a fluent holds.
    pub fn of(&self, fluent: u32) -> &[u64] {
        &self.bits[fluent as usize * self.words..][..self.words]
    }

    /// Whether it holds in some states and not in others.
    pub fn varies(&self, fluent: u32) -> bool {
        self.of(fluent).iter().any(|&bits| bits != 0) && self.of(fluent) != self.full
    }

    /// The states in which it does not hold.
    pub fn complement(&self, fluent: u32) -> Vec<u64> {
        self.of(fluent).iter().zip(&self.full).map(|(bits, full)| !bits & full).collect()
    }

    /// The states in which some of these fluents hold.
    pub fn some(&self, fluents: &[Fluent]) -> Vec<u64> {
        let mut some = vec![0; self.words];
        for &fluent in fluents {
            some.iter_mut().zip(self.of(fluent.0)).for_each(|(some, bits)| *some |= bits);
        }
        some
    }

    /// Whether the fluent holds in at least `support` states, all of them among those of the conclusion, which does not
    /// always hold.
    pub fn implies(&self, fluent: u32, conclusion: &[u64], support: u32) -> bool {
        let premise = self.of(fluent);
        premise.iter().zip(conclusion).all(|(p, c)| p & !c == 0)
            && premise.iter().map(|p| p.count_ones()).sum::<u32>() >= support
            && conclusion != self.full
    }

    /// How many of these fluents hold together.
    pub fn tally(&self, fluents: &[u32]) -> Seen {
        let mut some = vec![0; self.words];
        for &fluent in fluents {
            for (some, &bits) in some.iter_mut().zip(self.of(fluent)) {
                if *some & bits != 0 {
                    return Seen { at_most_one: false, at_least_one: false, states: 0 };
                }
                *some |= bits;
            }
        }
        let states = some.iter().map(|bits| bits.count_ones()).sum();
        Seen { at_most_one: true, at_least_one: some == self.full, states }
    }
}
