//! Sorts keys and drops duplicates.
//!
//! A radix sort from the lowest byte to the highest, with one counting pass per byte in which the keys differ. It is
//! used on pieces that fit into the processor's cache, where it is much faster than comparison sorts.

use crate::key::Key;

/// Fewer keys are sorted by comparison.
const FEW: usize = 192;

/// Keys that differ in more bytes than this are sorted by comparison.
const MOST_PASSES: usize = 12;

/// Sorts and drops duplicates. `scratch` is a reusable buffer.
pub fn sort_distinct<const N: usize>(keys: &mut Vec<Key<N>>, scratch: &mut Vec<Key<N>>) {
    sort(keys, scratch);
    keys.dedup();
}

/// Sorts.
pub fn sort<const N: usize>(keys: &mut Vec<Key<N>>, scratch: &mut Vec<Key<N>>) {
    if keys.len() < FEW {
        keys.sort_unstable();
        return;
    }
    let first = keys[0];
    let differing = keys.iter().fold(Key::ZERO, |all: Key<N>, key| all.or(&key.xor(&first)));
    let passes: Vec<usize> = (0..8 * N).filter(|&byte| differing.byte(byte) != 0).collect();
    if passes.len() > MOST_PASSES {
        keys.sort_unstable();
        return;
    }
    let mut counts = vec![[0u32; 256]; passes.len()];
    for key in keys.iter() {
        for (counts, &byte) in counts.iter_mut().zip(&passes) {
            counts[key.byte(byte)] += 1;
        }
    }
    scratch.clear();
    scratch.resize(keys.len(), Key::ZERO);
    for (counts, byte) in counts.iter_mut().zip(passes) {
        let mut place = 0;
        for count in counts.iter_mut() {
            place += std::mem::replace(count, place);
        }
        for key in keys.iter() {
            let next = &mut counts[key.byte(byte)];
            scratch[*next as usize] = *key;
            *next += 1;
        }
        std::mem::swap(keys, scratch);
    }
}

/// Merges two ascending lists without duplicates into one.
pub fn union<const N: usize>(a: &[Key<N>], b: &[Key<N>], into: &mut Vec<Key<N>>) {
    into.clear();
    into.reserve_exact(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        into.push(*x.min(y));
        // Without branches: which list comes next is unpredictable.
        (i, j) = (i + usize::from(x <= y), j + usize::from(y <= x));
    }
    into.extend_from_slice(&a[i..]);
    into.extend_from_slice(&b[j..]);
}

/// Keeps the keys of an ascending list that another one also contains.
pub fn intersect<const N: usize>(keys: &mut Vec<Key<N>>, others: &[Key<N>]) {
    let mut at = 0;
    keys.retain(|key| {
        while others.get(at).is_some_and(|other| other < key) {
            at += 1;
        }
        others.get(at) == Some(key)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keys<const N: usize>(words: &[u64], mask: u64) -> Vec<Key<N>> {
        words.chunks_exact(N).map(|chunk| Key(std::array::from_fn(|n| chunk[n] & mask))).collect()
    }

    proptest! {
        #[test]
        fn radix_sort_agrees_with_comparison(
            words in proptest::collection::vec(any::<u64>(), 0..3000),
            mask in prop_oneof![Just(u64::MAX), Just(0x0303_0000_0000_0F00), Just(7)],
        ) {
            fn check<const N: usize>(words: &[u64], mask: u64) -> Result<(), TestCaseError> {
                let mut sorted = keys::<N>(words, mask);
                let mut expected = sorted.clone();
                expected.sort_unstable();
                expected.dedup();
                sort_distinct(&mut sorted, &mut Vec::new());
                prop_assert_eq!(sorted, expected);
                Ok(())
            }
            check::<1>(&words, mask)?;
            check::<2>(&words, mask)?;
            check::<3>(&words, mask)?;
        }

        #[test]
        fn union_and_intersection_agree_with_sets(
            a in proptest::collection::btree_set(0u64..300, 0..200),
            b in proptest::collection::btree_set(0u64..300, 0..200),
        ) {
            let list = |set: &std::collections::BTreeSet<u64>| set.iter().map(|&w| Key([w])).collect::<Vec<_>>();
            let mut merged = Vec::new();
            union(&list(&a), &list(&b), &mut merged);
            prop_assert_eq!(merged, list(&a.union(&b).copied().collect()));
            let mut common = list(&a);
            intersect(&mut common, &list(&b));
            prop_assert_eq!(common, list(&a.intersection(&b).copied().collect()));
        }
    }
}
