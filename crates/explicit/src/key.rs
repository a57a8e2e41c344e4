//! A packed state as a few machine words.
//!
//! The values of its variables are concatenated from the highest bit of the first word, each in as many bits as its
//! domain needs; zero bits pad the rest. That is the bit order of packed layer files, so keys sort like the states of a
//! file, and a key's leading bytes are the state in the file.

use std::cmp::Ordering;

/// A state of at most `64 * N` bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key<const N: usize>(pub [u64; N]);

/// The widest state, in bits.
pub const WIDEST: usize = 1024;

/// The number of words in a key of so many bits, one of those supported by [`in_words`](crate::solve).
pub fn words(bits: usize) -> usize {
    match bits.div_ceil(64).max(1) {
        words @ 1..=4 => words,
        words => words.next_power_of_two(),
    }
}

impl<const N: usize> Key<N> {
    /// All bits zero.
    pub const ZERO: Key<N> = Key([0; N]);

    /// The key with one bit set; bits count from the highest.
    pub fn bit(position: usize) -> Key<N> {
        let mut key = Key::ZERO;
        key.0[position / 64] = 1 << (63 - position % 64);
        key
    }

    /// Byte `index`, counted from the lowest.
    #[inline(always)]
    pub fn byte(&self, index: usize) -> usize {
        (self.0[N - 1 - index / 8] >> (index % 8 * 8) & 0xFF) as usize
    }

    /// The bits from `position` on, as many as a word has.
    #[inline(always)]
    pub fn window(&self, position: usize) -> u64 {
        let (word, shift) = (position / 64, position % 64);
        let low = self.0.get(word + 1).copied().unwrap_or(0);
        if shift == 0 { self.0[word] } else { self.0[word] << shift | low >> (64 - shift) }
    }

    /// The leading bits that two keys share.
    pub fn shared_bits(&self, other: &Key<N>) -> usize {
        let differing = (0..N).find(|&word| self.0[word] != other.0[word]);
        differing.map_or(64 * N, |word| word * 64 + (self.0[word] ^ other.0[word]).leading_zeros() as usize)
    }

    /// The key with the bits of `mask` replaced by those of `bits`.
    #[inline(always)]
    pub fn replaced(self, mask: &Key<N>, bits: &Key<N>) -> Key<N> {
        Key(std::array::from_fn(|word| self.0[word] & !mask.0[word] | bits.0[word]))
    }

    /// Bitwise exclusive or.
    #[inline(always)]
    pub fn xor(self, other: &Key<N>) -> Key<N> {
        Key(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }

    /// Bitwise or.
    #[inline(always)]
    pub fn or(self, other: &Key<N>) -> Key<N> {
        Key(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Writes the leading bytes as in a file; as many as fit into `bytes`.
    #[inline(always)]
    pub fn write_bytes(&self, bytes: &mut [u8]) {
        for (chunk, word) in bytes.chunks_mut(8).zip(self.0) {
            chunk.copy_from_slice(&word.to_be_bytes()[..chunk.len()]);
        }
    }

    /// The key with these leading bytes.
    #[inline(always)]
    pub fn from_bytes(bytes: &[u8]) -> Key<N> {
        let mut key = Key::ZERO;
        for (word, chunk) in key.0.iter_mut().zip(bytes.chunks(8)) {
            let mut whole = [0; 8];
            whole[..chunk.len()].copy_from_slice(chunk);
            *word = u64::from_be_bytes(whole);
        }
        key
    }
}

impl<const N: usize> Ord for Key<N> {
    #[inline(always)]
    fn cmp(&self, other: &Key<N>) -> Ordering {
        for word in 0..N {
            if self.0[word] != other.0[word] {
                return self.0[word].cmp(&other.0[word]);
            }
        }
        Ordering::Equal
    }
}

impl<const N: usize> PartialOrd for Key<N> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Key<N>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_windows_read_from_the_highest_bit() {
        let key = Key([0x0123_4567_89AB_CDEF, 0xFEDC_BA98_0000_0000]);
        let mut bytes = [0; 11];
        key.write_bytes(&mut bytes);
        assert_eq!(bytes, [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xFE, 0xDC, 0xBA]);
        assert_eq!(Key::<2>::from_bytes(&bytes).0[1], 0xFEDC_BA00_0000_0000);
        assert_eq!(key.window(8), 0x2345_6789_ABCD_EFFE);
        assert_eq!(key.window(64), key.0[1]);
        assert_eq!(key.byte(0), 0);
        assert_eq!(key.byte(15), 0x01);
        assert_eq!(Key::<2>::bit(64), Key([0, 1 << 63]));
        assert_eq!(key.shared_bits(&Key([key.0[0], key.0[1] ^ 1])), 127);
    }
}
