//! Looks up states in sorted layers, starting from the last position.
//!
//! The successors of ascending states by one move also ascend as long as the move changes the same bits in the same
//! way. So each such change has its own cursor, which rarely moves far: a look-up is a few steps along memory that is
//! already in the cache, whereas hashing would miss the cache each time.

use crate::key::Key;

/// Single steps before the stride grows.
const STEPS: usize = 8;

/// Cursors of one move.
const CURSORS: usize = 32;

/// The position of `target` in `keys`, searched from `from` in both directions.
#[inline(always)]
pub fn find<const N: usize>(keys: &[Key<N>], from: usize, target: &Key<N>) -> Result<usize, usize> {
    if keys.is_empty() {
        return Err(0);
    }
    let mut at = from.min(keys.len() - 1);
    if keys[at] < *target {
        for _ in 0..STEPS {
            at += 1;
            match keys.get(at) {
                None => return Err(at),
                Some(key) if key >= target => return if key == target { Ok(at) } else { Err(at) },
                Some(_) => {}
            }
        }
        gallop_up(keys, at, target)
    } else if keys[at] == *target {
        Ok(at)
    } else {
        gallop_down(keys, at, target)
    }
}

/// `keys[low]` is less than the target.
fn gallop_up<const N: usize>(keys: &[Key<N>], mut low: usize, target: &Key<N>) -> Result<usize, usize> {
    let mut stride = STEPS;
    while let Some(key) = keys.get(low + stride) {
        if key >= target {
            break;
        }
        low += stride;
        stride *= 2;
    }
    let high = keys.len().min(low + stride + 1);
    within(keys, low + 1, high, target)
}

/// `keys[high]` is greater than the target.
fn gallop_down<const N: usize>(keys: &[Key<N>], mut high: usize, target: &Key<N>) -> Result<usize, usize> {
    let mut stride = 1;
    while stride <= high {
        if keys[high - stride] <= *target {
            return within(keys, high - stride, high, target);
        }
        high -= stride;
        stride *= 2;
    }
    within(keys, 0, high, target)
}

fn within<const N: usize>(keys: &[Key<N>], low: usize, high: usize, target: &Key<N>) -> Result<usize, usize> {
    match keys[low..high].binary_search(target) {
        Ok(offset) => Ok(low + offset),
        Err(offset) => Err(low + offset),
    }
}

/// The last positions of the successors by one move, by the bits that it changed.
#[derive(Clone, Debug)]
pub struct Cursors<const N: usize> {
    last: usize,
    by_change: Vec<(Key<N>, usize)>,
}

impl<const N: usize> Cursors<N> {
    /// Cursors at the start.
    pub fn new() -> Cursors<N> {
        Cursors { last: 0, by_change: vec![(Key::ZERO, 0); CURSORS] }
    }

    /// The position in `keys` of the successor of a state by this move.
    #[inline(always)]
    pub fn find(&mut self, keys: &[Key<N>], state: &Key<N>, successor: &Key<N>) -> Option<usize> {
        let change = state.xor(successor);
        let cursor = &mut self.by_change[slot(&change)];
        let from = if cursor.0 == change { cursor.1 } else { self.last };
        let found = find(keys, from, successor);
        let (Ok(at) | Err(at)) = found;
        *cursor = (change, at);
        self.last = at;
        found.ok()
    }
}

impl<const N: usize> Default for Cursors<N> {
    fn default() -> Cursors<N> {
        Cursors::new()
    }
}

#[inline(always)]
fn slot<const N: usize>(change: &Key<N>) -> usize {
    let mixed =
        change.0.iter().fold(0u64, |hash, &word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95));
    (mixed >> 59) as usize % CURSORS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_binary_search(
            set in proptest::collection::btree_set(0u64..2000, 0..600),
            probes in proptest::collection::vec((0u64..2000, 0usize..700), 40),
        ) {
            let keys: Vec<Key<1>> = set.iter().map(|&word| Key([word])).collect();
            for (word, from) in probes {
                prop_assert_eq!(find(&keys, from, &Key([word])), keys.binary_search(&Key([word])));
            }
        }
    }
}
