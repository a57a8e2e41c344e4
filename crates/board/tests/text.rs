//! States of games as text.

use board::{Board, Orientation, Sketch};
use game::{Evaluator, Game, State};

fn game(name: &str) -> Game {
    let source = gdl::Source::new(name, games::sheet(name).expect("a bundled game"));
    let rules = gdl::check(&source).rules.expect("well-formed");
    let game = ground::ground(&rules, &ground::GroundingLimits::default()).expect("small");
    prove::prove(game, &prove::ProofOptions::default()).expect("well-formed").game
}

/// The state after some moves, drawn with the next of these moves marked.
fn drawn(game: &Game, board: &Board, moves: &[&str]) -> Vec<String> {
    let evaluator = Evaluator::new(game).expect("well-formed");
    let mut state = State::initial(game);
    let mut picture = Vec::new();
    for made in moves {
        let legal = evaluator.view(&state).legal;
        let has = |role: usize| legal[role].iter().copied().find(|&one| game.moves[role][one].name == *made);
        let role = (0..legal.len()).find(|&role| has(role).is_some()).expect("somebody can");
        let joint: Vec<usize> =
            (0..legal.len()).map(|one| if one == role { has(one).expect("legal") } else { legal[one][0] }).collect();
        let next = evaluator.next(&state, &joint);
        let (old, new) = (board.view(game, &state), board.view(game, &next));
        picture = Sketch::new(board).draw(&old, &[board.act(&game.roles[role], made, &old, &new)]);
        state = next;
    }
    picture
}

#[test]
fn a_grid_shows_all_cells_and_the_move_in_brackets() {
    let game = game("tic-tac-toe");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    let picture = drawn(&game, &board, &["(mark 2 2)", "(mark 1 1)"]);
    assert_eq!(picture, ["   a  b  c", "1 [ ] .  .", "2  .  x  .", "3  .  .  .", "control o"]);
}

#[test]
fn the_origin_of_a_moving_piece_is_in_round_brackets() {
    let game = game("krk-endgame:4");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    let picture = drawn(&game, &board, &["(move king 2 2)"]).join("\n");
    assert!(picture.contains("(k)") && picture.contains("[ ]"), "{picture}");
    assert_eq!(board.move_in_words("(move king 2 2)"), "move king b2");
}

#[test]
fn heaps_are_rows_of_things() {
    let game = game("nim:1,2,3");
    let board = Board::find(&game, &Orientation::default()).expect("heaps");
    let picture = drawn(&game, &board, &["(reduce 3 1)"]);
    assert_eq!(picture[..3], ["heap 1  o  (1)", "heap 2  o o  (2)", "heap 3  o [o o]  (3)"]);
    assert_eq!(board.move_in_words("(reduce 3 1)"), "take heap 3 down to 1");
}

#[test]
fn a_single_heap_needs_no_number() {
    let game = game("nim-take:10");
    let board = Board::find(&game, &Orientation::default()).expect("a heap");
    let fluent = game.fluents.iter().position(|fact| fact == "(heap 5)").expect("a fact");
    assert_eq!(board.fact_in_words(&game, fluent, true).as_deref(), Some("the heap has exactly 5"));
}

#[test]
fn facts_are_named_as_they_are_drawn() {
    let game = game("tic-tac-toe");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    let said = |fact: &str, holds: bool| {
        let fluent = game.fluents.iter().position(|known| known == fact).expect("a fact");
        board.fact_in_words(&game, fluent, holds)
    };
    assert_eq!(said("(cell 1 2 x)", true).as_deref(), Some("a2 is x"));
    assert_eq!(said("(cell 1 2 blank)", false).as_deref(), Some("a2 is not empty"));
    assert_eq!(said("(control x)", true), None);
}

#[test]
fn a_falling_piece_goes_into_a_column() {
    let game = game("connect-four:4x4");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    assert_eq!(board.move_in_words("(drop 3)"), "drop c");
}

#[test]
fn facts_without_a_place_are_in_words() {
    assert_eq!(board::fact_words("(on a b)"), "a is on b");
    assert_eq!(board::fact_words("(control x)"), "control x");
    let game = game("hanoi:3");
    let told = Orientation { heaps: Some(false), ..Orientation::default() };
    let board = Board::find(&game, &told).expect("counters");
    assert_eq!(drawn(&game, &board, &["(move 1 3)"])[..2], ["1 is on 1", "2 is on 1"]);
}

#[test]
fn given_names_of_moves_are_used() {
    let game = game("tic-tac-toe");
    let mark = [("mark".to_owned(), "put a cross at {2}/{1}".to_owned())];
    let told = Orientation { moves: mark.into(), unruled: true, ..Orientation::default() };
    let board = Board::find(&game, &told).expect("a grid");
    assert_eq!(board.move_in_words("(mark 1 2)"), "put a cross at 2/1");
    assert_eq!(board.place(0), "cell 1 1");
}
