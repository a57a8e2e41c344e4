//! Splits keys into ranges of about equal size, estimated by a sample.
//!
//! A range is found through a table over the leading bits in which the sample differs; if several ranges start with the
//! same leading bits, a binary search over these decides. So a bad sample costs time, never correctness.

use crate::key::Key;

/// Leading bits that index the table.
const BITS: usize = 12;

/// Ranges that partition all keys.
#[derive(Clone, Debug)]
pub struct Ranges<const N: usize> {
    /// The first key of each range but the first, ascending.
    starts: Vec<Key<N>>,
    least: Key<N>,
    greatest: Key<N>,
    /// Leading bits that `least` and `greatest` share.
    shared: usize,
    /// For each combination of the next bits, the number of starts with a smaller one.
    table: Vec<u32>,
}

impl<const N: usize> Ranges<N> {
    /// At most `count` ranges, equally filled by an ascending sample.
    pub fn new(sample: &[Key<N>], count: usize) -> Ranges<N> {
        let mut starts: Vec<Key<N>> =
            (1..count).filter_map(|i| sample.get(i * sample.len() / count)).copied().collect();
        starts.dedup();
        let least = sample.first().copied().unwrap_or(Key::ZERO);
        let greatest = sample.last().copied().unwrap_or(Key::ZERO);
        let shared = least.shared_bits(&greatest).min(64 * N - 1);
        let mut table = vec![0; (1 << BITS) + 1];
        for start in &starts {
            table[leading(start, shared) + 1] += 1;
        }
        for index in 1..table.len() {
            table[index] += table[index - 1];
        }
        Ranges { starts, least, greatest, shared, table }
    }

    /// Number of ranges.
    pub fn count(&self) -> usize {
        self.starts.len() + 1
    }

    /// The range of a key.
    #[inline(always)]
    pub fn range(&self, key: &Key<N>) -> usize {
        if *key < self.least {
            return 0;
        }
        if *key > self.greatest {
            return self.starts.len();
        }
        let index = leading(key, self.shared);
        let (low, high) = (self.table[index] as usize, self.table[index + 1] as usize);
        if low == high { low } else { low + self.starts[low..high].partition_point(|start| start <= key) }
    }
}

#[inline(always)]
fn leading<const N: usize>(key: &Key<N>, shared: usize) -> usize {
    (key.window(shared) >> (64 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_partition_in_order(
            sample in proptest::collection::btree_set(0u64..5000, 0..300),
            scale in 0u32..50,
            count in 1usize..40,
            probes in proptest::collection::vec(0u64..5000, 100),
        ) {
            let sample: Vec<Key<2>> = sample.iter().map(|&w| Key([w << scale, w])).collect();
            let ranges = Ranges::new(&sample, count);
            let mut probes: Vec<Key<2>> = probes.iter().map(|&w| Key([w << scale, 77])).collect();
            probes.sort_unstable();
            let found: Vec<usize> = probes.iter().map(|key| ranges.range(key)).collect();
            prop_assert!(found.is_sorted());
            for (key, range) in probes.iter().zip(found) {
                prop_assert_eq!(range, ranges.starts.partition_point(|start| start <= key));
                prop_assert!(range < ranges.count());
            }
        }
    }
}
