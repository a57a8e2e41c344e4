//! Bundled games as text: grids, hexagons and heaps.

use board::{Drawing, picture};
use game::{Evaluator, State};

/// The picture after some moves, by their names.
fn drawn(name: &str, moves: &[&str]) -> String {
    let sheet = games::sheet(name).unwrap();
    let rules = gdl::check(&gdl::Source::new(name, &*sheet)).rules.unwrap();
    let game = ground::ground(&rules, &ground::GroundingLimits::default()).unwrap();
    let game = prove::prove(game, &prove::ProofOptions::default()).unwrap().game;
    let drawing = Drawing::of_bundled(name).unwrap_or_default();
    let (evaluator, mut state) = (Evaluator::new(&game).unwrap(), State::initial(&game));
    for made in moves {
        let choose = |(role, legal): (usize, &Vec<usize>)| {
            legal.iter().copied().find(|&one| game.moves[role][one].name == *made).unwrap_or(legal[0])
        };
        state =
            evaluator.next(&state, &evaluator.view(&state).legal.iter().enumerate().map(choose).collect::<Vec<_>>());
    }
    let board = picture(&game, Some(&drawing)).0.unwrap();
    board.text(&board.view(&game, &state), &drawing)
}

#[test]
fn cells_stand_in_rows_and_columns() {
    let text = drawn("tic-tac-toe", &["(mark 1 1)", "(mark 3 2)"]);
    assert_eq!(text, "    a b c\n  1 x . .\n  2 . . o\n  3 . . .\n");
}

#[test]
fn names_are_shortened_and_explained() {
    let text = drawn("connect-four:4x4", &["(drop 2)", "(drop 2)"]);
    assert!(text.ends_with("  r red   y yellow\n"), "{text}");
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows[..4], ["  4 . . . .", "  3 . . . .", "  2 . y . .", "  1 . r . ."]);
}

#[test]
fn rows_of_hexagons_are_shifted() {
    let text = drawn("hex:3", &[]);
    assert_eq!(text, "    a b c\n  1 . . .\n   2 . . .\n    3 . . .\n");
}

#[test]
fn heaps_show_their_stones() {
    let text = drawn("nim:1,3", &[]);
    assert_eq!(text, "  heap 1   1  o\n  heap 2   3  ooo\n");
}
