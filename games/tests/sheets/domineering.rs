//! Domineering compared with a search written for this game: boards are bit sets of squares.

use std::collections::{HashMap, HashSet};

use crate::search::{Node, explore, value};

const PLAYERS: [&str; 2] = ["domineering", "domineering-horizontal"];

/// The dominoes of each player on an empty board, as sets of two squares. Vertical is player 0.
fn dominoes(rows: u32, columns: u32) -> [Vec<u64>; 2] {
    let field = |row: u32, column: u32| 1u64 << (row * columns + column);
    let pairs = |down: u32, right: u32| {
        let starts = (0..rows - down).flat_map(|row| (0..columns - right).map(move |column| (row, column)));
        starts.map(|(row, column)| field(row, column) | field(row + down, column + right)).collect()
    };
    [pairs(1, 0), pairs(0, 1)]
}

/// Whether `player`, who is to move, wins on a board with the `covered` squares.
fn wins(dominoes: &[Vec<u64>; 2], covered: u64, player: usize, known: &mut HashMap<(u64, usize), bool>) -> bool {
    if let Some(&answer) = known.get(&(covered, player)) {
        return answer;
    }
    let mut fits = dominoes[player].iter().filter(|&domino| covered & domino == 0);
    let answer = fits.any(|domino| !wins(dominoes, covered | domino, 1 - player, known));
    known.insert((covered, player), answer);
    answer
}

/// Whether the player who starts wins.
fn starter_wins(rows: u32, columns: u32, starter: usize) -> bool {
    wins(&dominoes(rows, columns), 0, starter, &mut HashMap::new())
}

/// The number of reachable and of terminal states. A state is the set of squares covered by each player.
fn states(rows: u32, columns: u32, starter: usize) -> (usize, usize) {
    let dominoes = dominoes(rows, columns);
    let (mut layer, mut player) = (HashSet::from([[0u64; 2]]), starter);
    let (mut all, mut terminal) = (0, 0);
    while !layer.is_empty() {
        let mut next = HashSet::new();
        for &board in &layer {
            let fits = dominoes[player].iter().filter(|&domino| (board[0] | board[1]) & domino == 0);
            let mut stuck = true;
            for domino in fits {
                let mut after = board;
                after[player] |= domino;
                next.insert(after);
                stuck = false;
            }
            terminal += usize::from(stuck);
        }
        all += layer.len();
        (layer, player) = (next, 1 - player);
    }
    (all, terminal)
}

#[test]
fn values_and_counts_agree_with_a_game_specific_search() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 3), (2, 6), (3, 5), (4, 4)] {
        for (starter, name) in PLAYERS.iter().enumerate() {
            let request = format!("{name}:{rows}x{columns}");
            let nodes = explore(&request);
            let over = nodes.iter().filter(|node| matches!(node, Node::Over(_))).count();
            assert_eq!((nodes.len(), over), states(rows, columns, starter), "{request}");
            let winner = if starter_wins(rows, columns, starter) { starter } else { 1 - starter };
            let rewards = if winner == 0 { [100, 0] } else { [0, 100] };
            assert_eq!(value(&nodes, &[50, 50]), rewards, "{request}");
        }
    }
}

/// Berlekamp 1988; Breuker, Uiterwijk and van den Herik 2000; Bullock 2002.
#[test]
fn square_boards_have_the_winners_of_the_literature() {
    for (size, starter_wins_it) in [(2, true), (3, true), (4, true), (5, false)] {
        for starter in 0..2 {
            assert_eq!(starter_wins(size, size, starter), starter_wins_it, "{size}x{size}, player {starter} first");
        }
    }
}
