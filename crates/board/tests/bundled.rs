//! The pictures of the bundled games.

use board::{Act, Board, Orientation};
use game::{Evaluator, Game, State};

/// The ground game with its proved variables.
fn game(name: &str) -> Game {
    let source = gdl::Source::new(name, games::sheet(name).expect("a bundled game"));
    let rules = gdl::check(&source).rules.expect("well-formed");
    let mut game = ground::ground(&rules, &ground::Limits::default()).expect("small");
    game.variables = prove::analyse(&game, &prove::Options::default()).expect("well-formed").variables;
    game
}

/// Where the first role's move acts at the start.
fn act(game: &Game, board: &Board, made: &str) -> Act {
    let start = State::initial(game);
    let evaluator = Evaluator::new(game).expect("well-formed");
    let legal = evaluator.view(&start).legal;
    let own = game.moves[0].iter().position(|known| known.name == made).expect("a move");
    assert!(legal[0].contains(&own), "{made} is legal at the start");
    let joint: Vec<usize> = (0..legal.len()).map(|role| if role == 0 { own } else { legal[role][0] }).collect();
    let (old, new) = (board.view(game, &start), board.view(game, &evaluator.next(&start, &joint)));
    board.act(&game.roles[0], made, &old, &new)
}

fn labels(board: &Board, cells: &[usize]) -> Vec<String> {
    cells.iter().map(|&cell| board.geometry.cells[cell].label.clone()).collect()
}

#[test]
fn a_mark_is_made_where_its_arguments_say() {
    let game = game("tic-tac-toe");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    assert_eq!((board.geometry.cells.len(), board.geometry.panes.len()), (9, 1));
    assert_eq!(board.geometry.empty.as_deref(), Some("blank"));
    let act = act(&game, &board, "(mark 1 3)");
    assert_eq!(labels(&board, &act.cells), ["1 3"]);
    let (x, y) = (board.geometry.cells[act.cells[0]].x, board.geometry.cells[act.cells[0]].y);
    assert_eq!((x, y), (0, 2));
    assert_eq!(act.changes[0].to.as_deref(), Some("x"));
    assert_eq!(board.view(&game, &State::initial(&game)).rest, ["(control x)"]);
}

#[test]
fn a_disc_falls_where_the_states_differ() {
    let game = game("connect-four:4x4");
    let up = Orientation { rows_up: Some(true), ..Orientation::default() };
    let board = Board::find(&game, &up).expect("a grid");
    let act = act(&game, &board, "(drop 3)");
    assert_eq!(labels(&board, &act.cells), ["3 1"]);
    assert_eq!(board.geometry.cells[act.cells[0]].y, 3, "the first row is at the bottom");
    assert_eq!(labels(&board, &board.reach("red", "(drop 3)").cells), ["3 1", "3 2", "3 3", "3 4"]);
}

#[test]
fn a_move_has_a_beginning_and_an_end() {
    let game = game("breakthrough:3x4");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    let act = act(&game, &board, "(move 1 2 2 3)");
    assert_eq!(labels(&board, &act.cells), ["1 2", "2 3"]);
}

#[test]
fn numbers_before_coordinates_do_not_confuse() {
    let game = game("number-tic-tac-toe");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    assert_eq!(labels(&board, &act(&game, &board, "(place 1 2 3)").cells), ["2 3"]);
    assert_eq!(labels(&board, &act(&game, &board, "(place 3 3 3)").cells), ["3 3"]);
}

#[test]
fn heaps_are_counters() {
    let game = game("nim:1,3,5");
    let board = Board::find(&game, &Orientation::default()).expect("counters");
    assert!(board.geometry.cells.is_empty());
    let labels: Vec<&str> = board.geometry.counters.iter().map(|counter| counter.label.as_str()).collect();
    assert_eq!(labels, ["heap 1", "heap 2", "heap 3"]);
    let act = act(&game, &board, "(reduce 3 2)");
    assert_eq!((act.counter, act.changes[0].to.as_deref()), (Some(2), Some("2")));
    let reach = board.reach("first", "(reduce 3 2)");
    assert_eq!((reach.counter, reach.to.as_deref()), (Some(2), Some("2")));
}

#[test]
fn pieces_with_places_stand_on_a_grid() {
    let game = game("minichess");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    let view = board.view(&game, &State::initial(&game));
    let at = |label: &str| board.geometry.cells.iter().position(|cell| cell.label == label).expect("a cell");
    assert_eq!(view.contents[at("3 1")], ["king"]);
    assert_eq!(view.contents[at("4 1")], ["rook"]);
    assert_eq!(labels(&board, &act(&game, &board, "(move rook 4 2)").cells), ["4 1", "4 2"]);
}

#[test]
fn pits_are_named_by_their_owner() {
    let game = game("kalah:2x1");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    assert_eq!(labels(&board, &act(&game, &board, "(sow 1)").cells), ["south 1"]);
    assert_eq!(board.geometry.empty.as_deref(), Some("0"), "seeds are never nothing, however many pits have them");
}

#[test]
fn hands_stand_beside_the_board() {
    let game = game("three-mens-morris");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    assert_eq!(board.geometry.cells.len(), 9);
    let labels: Vec<&str> = board.geometry.counters.iter().map(|counter| counter.label.as_str()).collect();
    assert!(labels.contains(&"hand white") && labels.contains(&"hand black"), "{labels:?}");
}

#[test]
fn every_bundled_game_is_looked_at_without_a_fault() {
    for name in ["hex:3", "clobber:2x3", "chomp:3x2", "sim:4", "sum-15", "hanoi:3", "queens:4", "lights-out:2x2"] {
        let game = game(name);
        let board = Board::find(&game, &Orientation::default()).unwrap_or_else(|| panic!("{name} has a picture"));
        let view = board.view(&game, &State::initial(&game));
        assert_eq!(view.contents.len(), board.geometry.cells.len());
    }
    assert!(
        Board::find(&game("dots-and-boxes:1x1"), &Orientation::default()).is_none_or(|b| b.geometry.cells.is_empty())
    );
}
