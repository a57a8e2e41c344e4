//! Reachable states, terminal states and values of small sizes, compared with the literature and with programs written
//! for a single game without GDL ("plain search"). The heads of the sheets quote the same figures.

use crate::search::{Node, Outlook, explore, interpreter, joint_moves, look, value};

/// A game with known figures: states, terminal states, value with the model `difference`, and the source.
type Row = (&'static str, usize, usize, &'static [i32], &'static str);

const LITERATURE: &[Row] = &[
    ("tic-tac-toe", 5_478, 958, &[50, 50], "Edelkamp and Kissmann 2007"),
    ("sum-15", 5_478, 958, &[50, 50], "isomorphic to Tic-Tac-Toe; value in Kissmann and Edelkamp 2010"),
    ("clobber:1x6", 28, 11, &[0, 40], "Edelkamp and Kissmann 2007, Tables 2 to 7"),
    ("clobber:3x4", 13_343, 996, &[0, 40], "Edelkamp and Kissmann 2007"),
    ("clobber-zero-sum:1x6", 28, 11, &[0, 100], "Edelkamp and Kissmann 2007, Table 7"),
    ("clobber-zero-sum:3x4", 13_343, 996, &[0, 100], "Edelkamp and Kissmann 2007"),
    ("nim-take:40", 80, 2, &[0, 100], "Edelkamp and Kissmann 2007"),
    ("nim:1,2,4,5", 344, 2, &[100, 0], "342 not terminal: Bolander and Pjetursson; value by Bouton 1901"),
    ("nim:1,3,5,7", 752, 2, &[0, 100], "value by Bouton 1901"),
    ("nim-misere:1,3,5,7", 752, 2, &[0, 100], "value by Bouton 1901"),
    ("nim-misere:1,1,1", 8, 1, &[0, 100], "value by Bouton 1901"),
    ("chomp:8x7", 12_868, 2, &[100, 0], "25,734 = 2 x 12,868 - 2 in Kissmann and Edelkamp 2010"),
    ("minichess", 4_573, 1_536, &[100, 0], "Edelkamp and Kissmann 2007"),
    ("hanoi:5", 2_753, 243, &[100], "5,504 = 2 x 2,753 - 2 in Edelkamp and Kissmann 2007"),
    ("blocks-world", 42, 9, &[100], "Edelkamp and Kissmann 2007"),
    ("queens:6", 153, 50, &[100], "nodes of the backtracking tree"),
    ("queens:8", 2_057, 736, &[100], "nodes of the backtracking tree"),
    ("domineering:2x2", 3, 2, &[100, 0], "value by Berlekamp 1988"),
    ("domineering:3x3", 49, 22, &[100, 0], "value by Berlekamp 1988"),
    ("domineering:4x4", 3_120, 355, &[100, 0], "value by Berlekamp 1988"),
    ("domineering-horizontal:4x4", 3_120, 355, &[0, 100], "value by Berlekamp 1988"),
    ("hex:2", 32, 9, &[100, 0], "value by Nash 1948"),
    ("hex:3", 5_514, 994, &[100, 0], "value by Nash 1948"),
    ("kalah:1x1", 2, 1, &[50, 50], "value in Irving, Donkers and Uiterwijk 2000"),
    ("kalah:2x1", 9, 3, &[100, 0], "value in Irving, Donkers and Uiterwijk 2000"),
    ("kalah:2x2", 26, 7, &[0, 100], "value in Irving, Donkers and Uiterwijk 2000"),
    ("kalah:2x3", 160, 43, &[0, 100], "value in Irving, Donkers and Uiterwijk 2000"),
    ("kalah:3x1", 81, 24, &[50, 50], "value in Irving, Donkers and Uiterwijk 2000"),
    ("kalah:3x2", 4_001, 595, &[100, 0], "value in Irving, Donkers and Uiterwijk 2000"),
];

const PLAIN_SEARCH: &[Row] = &[
    ("connect-four:3x4", 6_000, 895, &[50, 50], "plain search"),
    ("connect-four:4x3", 12_031, 996, &[50, 50], "plain search"),
    ("breakthrough:2x4", 646, 302, &[0, 100], "plain search"),
    ("breakthrough:2x5", 11_287, 4_269, &[0, 100], "plain search"),
    ("sim:4", 263, 28, &[50, 50], "plain search"),
    ("sim:5", 14_953, 3_172, &[50, 50], "plain search"),
    ("dots-and-boxes:1x1", 16, 1, &[0, 100], "plain search"),
    ("dots-and-boxes:1x2", 142, 3, &[50, 50], "plain search"),
    ("dots-and-boxes:2x2", 5_349, 8, &[100, 0], "plain search"),
    ("dots-and-boxes:1x3", 1_238, 6, &[0, 100], "plain search"),
    ("kalah:2x4", 209, 49, &[0, 100], "plain search"),
    ("kalah:4x1", 2_646, 475, &[100, 0], "plain search"),
    ("awari:1x1", 2, 1, &[100, 0], "plain search"),
    ("awari:2x1", 18, 6, &[50, 50], "plain search"),
    ("awari:2x2", 5, 2, &[100, 0], "plain search"),
    ("awari:2x3", 1_717, 178, &[50, 50], "plain search"),
    ("awari:3x1", 1_082, 78, &[50, 50], "plain search"),
    ("three-mens-morris", 5_390, 416, &[100, 0], "plain search"),
    ("nine-mens-morris:1x3", 2_353, 100, &[50, 50], "plain search"),
    ("nine-mens-morris:1x4", 4_771, 318, &[0, 100], "plain search"),
    ("krk-endgame:4", 3_636, 232, &[100, 0], "plain search"),
    ("krk-endgame:5", 17_960, 572, &[100, 0], "plain search"),
    ("cubi-cup:2", 16, 3, &[0, 100], "plain search"),
    ("cubi-cup:3", 1_059, 102, &[0, 100], "plain search"),
    ("eight-puzzle:12", 2_953, 1_210, &[0], "plain search"),
    ("fifteen-puzzle:10", 6_241, 3_220, &[0], "plain search"),
    ("blocks-world:3", 16, 7, &[100], "plain search"),
    ("pancakes:6", 3_797, 723, &[70], "plain search"),
    ("lights-out:2x2", 28, 8, &[100], "plain search"),
    ("lights-out:3x3", 1_536, 258, &[100], "plain search"),
];

/// The numbers of distinct states after 0, 1, 2, ... moves of games too large to search completely here.
const LAYERS: &[(&str, &[usize], &str)] = &[
    ("connect-four", &[1, 7, 49, 238, 1_120, 4_263], "Tromp; OEIS A212693"),
    ("peg-solitaire", &[1, 4, 12, 60, 296, 1_338], "plain search"),
    ("eight-puzzle", &[1, 2, 5, 10, 21, 30, 60, 92], "plain search"),
    ("sheep-and-wolf", &[1, 2, 14, 42, 150, 200, 544, 804], "plain search"),
    ("hanoi", &[1, 2, 5, 9, 11, 15, 19, 27], "plain search"),
];

fn agree(table: &[Row]) {
    for &(request, states, terminal, rewards, source) in table {
        let nodes = explore(request);
        let over = nodes.iter().filter(|node| matches!(node, Node::Over(_))).count();
        let infinite: &[i32] = if rewards.len() == 1 { &[0] } else { &[50, 50] };
        let found = (nodes.len(), over, value(&nodes, infinite));
        assert_eq!(found, (states, terminal, rewards.to_vec()), "{request} ({source})");
    }
}

#[test]
fn counts_and_values_agree_with_the_literature() {
    agree(LITERATURE);
}

#[test]
fn counts_and_values_agree_with_game_specific_programs() {
    agree(PLAIN_SEARCH);
}

#[test]
fn connect_four_on_four_columns_and_rows_has_161029_states() {
    agree(&[("connect-four:4x4", 161_029, 26_740, &[50, 50], "Tromp")]);
}

#[test]
fn the_first_layers_of_large_games_have_the_right_size() {
    for &(request, sizes, source) in LAYERS {
        let mut game = interpreter(request);
        let mut layer = vec![game.initial().unwrap()];
        let mut found = vec![layer.len()];
        while found.len() < sizes.len() {
            let mut next = Vec::new();
            for state in &layer {
                let Outlook::Open(legal) = look(&mut game, state, request) else { continue };
                for joint in joint_moves(&legal) {
                    next.push(game.next(state, &joint).unwrap());
                }
            }
            next.sort_unstable_by(|a, b| a.facts().cmp(b.facts()));
            next.dedup();
            found.push(next.len());
            layer = next;
        }
        assert_eq!(found, sizes, "{request} ({source})");
    }
}
