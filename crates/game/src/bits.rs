//! Operations on 64-bit words: transposing a block, finding the n-th one of a word.

/// Transposes a 64 x 64 matrix of bits in place: bit `j` of word `i` becomes bit `i` of word `j`.
///
/// Swaps the off-diagonal quarters, then those of the quarters, and so on (Knuth, The Art of Computer Programming 4A,
/// 7.1.3). The inner loop has no branches, so the compiler vectorises it for the target of its caller.
#[inline(always)]
pub fn transpose(block: &mut [u64; 64]) {
    swap_quarters::<32>(block, 0x0000_0000_FFFF_FFFF);
    swap_quarters::<16>(block, 0x0000_FFFF_0000_FFFF);
    swap_quarters::<8>(block, 0x00FF_00FF_00FF_00FF);
    swap_quarters::<4>(block, 0x0F0F_0F0F_0F0F_0F0F);
    swap_quarters::<2>(block, 0x3333_3333_3333_3333);
    swap_quarters::<1>(block, 0x5555_5555_5555_5555);
}

#[inline(always)]
fn swap_quarters<const WIDTH: usize>(block: &mut [u64; 64], low_half: u64) {
    for pair in block.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = pair.split_at_mut(WIDTH);
        for (a, b) in upper.iter_mut().zip(lower) {
            let difference = ((*a >> WIDTH) ^ *b) & low_half;
            *a ^= difference << WIDTH;
            *b ^= difference;
        }
    }
}

/// Byte `i` is the number of ones in the bytes `0..=i` of the word, so the highest byte is the total.
#[inline(always)]
fn running_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(BYTES)
}

/// The number of ones. Avoids the popcount instruction, which the default target lacks, and a function call.
#[inline(always)]
pub fn count(word: u64) -> u32 {
    (running_counts(word) >> 56) as u32
}

/// A one in every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// The position of the one in `word` that has `rank` ones below it; `rank` must be less than the number of ones.
///
/// Without branches, because ranks are random here: first the byte, by comparing the rank with all running counts at
/// once (Vigna 2008, Broadword implementation of rank/select queries), then the bit by table lookup.
#[inline(always)]
pub fn select(word: u64, rank: u32) -> u32 {
    let counts = running_counts(word);
    let passed = (((u64::from(rank) | 0x80) * BYTES) - counts) >> 7 & BYTES;
    let shift = (passed.wrapping_mul(BYTES) >> 56) as u32 * 8;
    let before = (counts << 8) >> shift & 0xFF;
    let byte = word >> shift & 0xFF;
    shift + u32::from(SELECT_IN_BYTE[((u64::from(rank) - before) << 8 | byte) as usize & 0x7FF])
}

/// Entry `rank * 256 + byte` is the position of the one in the byte that has `rank` ones below it.
const SELECT_IN_BYTE: [u8; 2048] = {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank * 256 + byte] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The positions of the ones in a word, ascending.
pub fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let mut random = Random::stream(1, 0);
        let block: [u64; 64] = std::array::from_fn(|_| random.next_word());
        let mut transposed = block;
        transpose(&mut transposed);
        for (i, row) in block.iter().enumerate() {
            for (j, column) in transposed.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1, "row {i}, column {j}");
            }
        }
    }

    #[test]
    fn select_finds_every_one() {
        let mut random = Random::stream(2, 0);
        for _ in 0..200 {
            let word = random.next_word() & random.next_word();
            for (rank, position) in ones(word).enumerate() {
                assert_eq!(select(word, rank as u32), position);
            }
        }
        assert_eq!(select(u64::MAX, 63), 63);
        assert_eq!(select(1 << 63, 0), 63);
    }
}
