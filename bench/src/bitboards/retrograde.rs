//! All layers forward, then each from its successor, in sorted arrays.

use rayon::prelude::*;

use super::board::Board;

/// States expanded at a time.
const PIECE: usize = 1 << 16;

/// Ranges of states that are sorted separately, by their leading bits.
const RANGES: u32 = 10;

/// The rewards of the first player, as in the rule sheet.
const WIN: u8 = 100;
const DRAW: u8 = 50;
const LOSS: u8 = 0;

/// The result.
pub struct Solved {
    pub states: u64,
    pub value: u8,
}

/// Finds and solves all states.
pub fn solve(board: &Board) -> Solved {
    let mut layers = vec![vec![board.empty()]];
    loop {
        let next = successors(board, &layers[layers.len() - 1], (layers.len() - 1) % 2);
        if next.is_empty() {
            break;
        }
        layers.push(next);
    }
    let states = layers.iter().map(|layer| layer.len() as u64).sum();
    let (mut next, mut values) = (Vec::new(), Vec::new());
    while let Some(layer) = layers.pop() {
        values = outcomes(board, &layer, layers.len() % 2, &next, &values);
        next = layer;
    }
    Solved { states, value: values.first().copied().unwrap_or(DRAW) }
}

/// The states after a move of a player, ascending.
fn successors(board: &Board, layer: &[u64], player: usize) -> Vec<u64> {
    let shift = board.bits().saturating_sub(RANGES);
    let ranges = 1usize << board.bits().min(RANGES);
    let expand = |mut found: Vec<Vec<u64>>, states: &[u64]| {
        for &state in states {
            let pieces = board.pieces(state);
            if board.has_line(pieces.of[1 - player]) {
                continue;
            }
            for column in 0..board.columns {
                let height = pieces.heights[column as usize];
                if u32::from(height) < board.rows {
                    let next = state + board.piece(player, column, height);
                    found[(next >> shift) as usize].push(next);
                }
            }
        }
        found
    };
    let parts: Vec<Vec<Vec<u64>>> = layer.par_chunks(PIECE).fold(|| vec![Vec::new(); ranges], expand).collect();
    let sorted: Vec<Vec<u64>> = (0..ranges)
        .into_par_iter()
        .map(|range| {
            let mut states: Vec<u64> = parts.iter().flat_map(|part| &part[range]).copied().collect();
            states.sort_unstable();
            states.dedup();
            states
        })
        .collect();
    sorted.concat()
}

/// The rewards of a layer in which a player moves, given those of the next one.
fn outcomes(board: &Board, layer: &[u64], player: usize, next: &[u64], values: &[u8]) -> Vec<u8> {
    let mut outcomes = vec![DRAW; layer.len()];
    outcomes.par_chunks_mut(PIECE).zip(layer.par_chunks(PIECE)).for_each(|(outcomes, states)| {
        // The successors by one move ascend like the states, so each move has a cursor into the next layer that only
        // moves forward.
        let mut places = [[0usize; 16]; 16];
        for (outcome, &state) in outcomes.iter_mut().zip(states) {
            let pieces = board.pieces(state);
            if board.has_line(pieces.of[1 - player]) {
                *outcome = if player == 0 { LOSS } else { WIN };
                continue;
            }
            let mut best = None;
            for column in 0..board.columns {
                let height = pieces.heights[column as usize];
                if u32::from(height) == board.rows {
                    continue;
                }
                let target = state + board.piece(player, column, height);
                let place = &mut places[column as usize][usize::from(height)];
                *place = position(next, *place, target);
                let value = values[*place];
                best = Some(best.map_or(value, |best: u8| if player == 0 { best.max(value) } else { best.min(value) }));
            }
            *outcome = best.unwrap_or(DRAW);
        }
    });
    outcomes
}

/// The position of a state in a sorted layer, at or after `from`.
#[inline]
fn position(layer: &[u64], from: usize, state: u64) -> usize {
    let (mut low, mut stride) = (from, 1);
    while layer.get(low + stride).is_some_and(|&known| known <= state) {
        low += stride;
        stride *= 2;
    }
    let high = layer.len().min(low + stride);
    low + layer[low..high].partition_point(|&known| known < state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_known_numbers_of_states() {
        let solved = |size| solve(&Board::named(size).unwrap());
        assert_eq!(solved("4x4").states, 161_029);
        assert_eq!(solved("4x5").states, 1_706_255);
        assert_eq!(solved("4x4").value, 50);
    }
}
