//! Tricks with 64-bit words: transposing a block of them, finding the n-th one of a word.

/// Transposes a 64 x 64 matrix of bits in place: bit `j` of word `i` becomes bit `i` of word `j`.
///
/// Swaps the off-diagonal quarters, then those of the quarters, and so on (Knuth, The Art of Computer Programming 4A, 7.1.3). The
/// inner loop has no branches, so that the compiler makes vector instructions of it.
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

/// The position of the one in `word` that has `rank` ones below it; `rank` must be less than the number of ones.
pub fn select(mut word: u64, rank: u32) -> u32 {
    let mut left = rank;
    let mut position = 0;
    // Halving steps down to a byte: each keeps the half with the wanted one. Branch-free, because ranks are random here.
    for width in [32, 16, 8] {
        let low = (word & ((1 << width) - 1)).count_ones();
        let skip = u32::from(left >= low) * width;
        left -= u32::from(left >= low) * low;
        word >>= skip;
        position += skip;
    }
    for _ in 0..left {
        word &= word - 1;
    }
    position + word.trailing_zeros()
}

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
