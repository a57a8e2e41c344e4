//! A board as one word.
//!
//! A column is a field of `rows + 1` bits: from the bottom the owners of its pieces, 1 for the first player, then a 1
//! that marks the height. So the word identifies the state. A piece of the second player adds the bit at the height,
//! and one of the first player twice that.

/// A board size.
#[derive(Clone, Copy)]
pub struct Board {
    pub columns: u32,
    pub rows: u32,
}

/// The pieces of a state.
#[derive(Clone, Copy)]
pub struct Pieces {
    /// For each player, the cells.
    pub of: [u64; 2],
    /// For each column, its height.
    pub heights: [u8; 16],
}

impl Board {
    /// The board of a name such as `5x5`, columns first, if it fits into a word.
    pub fn named(name: &str) -> Option<Board> {
        let (columns, rows) = name.split_once('x')?;
        let board = Board { columns: columns.parse().ok()?, rows: rows.parse().ok()? };
        let fits = (1..=16).contains(&board.columns) && board.rows > 0 && board.bits() < 64;
        fits.then_some(board)
    }

    /// Bits of a state.
    pub fn bits(&self) -> u32 {
        self.columns.saturating_mul(self.rows.saturating_add(1))
    }

    /// The empty board.
    pub fn empty(&self) -> u64 {
        (0..self.columns).map(|column| 1 << (column * (self.rows + 1))).sum()
    }

    /// The number to add for a piece of a player, given the height of the column.
    #[inline]
    pub fn piece(&self, player: usize, column: u32, height: u8) -> u64 {
        let bit = 1 << (column * (self.rows + 1) + u32::from(height));
        if player == 0 { bit << 1 } else { bit }
    }

    /// The pieces of a state.
    #[inline]
    pub fn pieces(&self, state: u64) -> Pieces {
        let mut pieces = Pieces { of: [0; 2], heights: [0; 16] };
        for column in 0..self.columns {
            let field = state >> (column * (self.rows + 1)) & ((1 << (self.rows + 1)) - 1);
            let height = 63 - field.leading_zeros();
            let all = (1 << height) - 1;
            pieces.heights[column as usize] = height as u8;
            pieces.of[0] |= (field & all) << (column * (self.rows + 1));
            pieces.of[1] |= (!field & all) << (column * (self.rows + 1));
        }
        pieces
    }

    /// Whether a player's pieces have four in a line.
    #[inline]
    pub fn has_line(&self, pieces: u64) -> bool {
        [1, self.rows, self.rows + 1, self.rows + 2].into_iter().any(|step| {
            let pairs = pieces & pieces >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_pieces_are_read_back() {
        let board = Board::named("5x4").unwrap();
        let mut state = board.empty();
        for (player, column, height) in [(0, 2, 0), (1, 2, 1), (0, 3, 0)] {
            state += board.piece(player, column, height);
        }
        let pieces = board.pieces(state);
        assert_eq!(pieces.of, [1 << 10 | 1 << 15, 1 << 11]);
        assert_eq!(pieces.heights[..5], [0, 0, 2, 1, 0]);
    }

    #[test]
    fn lines_are_vertical_horizontal_or_diagonal() {
        let board = Board::named("5x4").unwrap();
        let line = |step: u32, start: u32| (0..4).map(|i| 1u64 << (start + i * step)).sum::<u64>();
        assert!(board.has_line(line(1, 5)) && board.has_line(line(5, 1)));
        assert!(board.has_line(line(6, 0)) && board.has_line(line(4, 3)));
        assert!(!board.has_line(line(1, 5) & !(1 << 6)));
    }
}
