//! The pictures of the bundled games.

use board::{Act, Board, Drawing, Orientation};
use game::{Evaluator, Game, State};

/// The ground game with its proved variables.
fn game(name: &str) -> Game {
    grounded(name, &games::sheet(name).expect("a bundled game"))
}

/// The same for any sheet.
fn grounded(name: &str, text: &str) -> Game {
    let source = gdl::Source::new(name, text);
    let rules = gdl::check(&source).rules.expect("well-formed");
    let game = ground::ground(&rules, &ground::GroundingLimits::default()).expect("small");
    prove::prove(game, &prove::ProofOptions::default()).expect("well-formed").game
}

/// Where the first role's move acts in the initial state.
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
fn a_mark_is_drawn_at_its_arguments() {
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
fn falling_pieces_determine_which_way_is_up() {
    let game = game("connect-four:4x4");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    assert_eq!(board.geometry.panes[0].rows, ["4", "3", "2", "1"]);
    // An explicit orientation is respected.
    let down = Orientation { rows_up: Some(false), ..Orientation::default() };
    let board = Board::find(&game, &down).expect("a grid");
    assert_eq!(board.geometry.panes[0].rows, ["1", "2", "3", "4"]);
}

#[test]
fn falling_pieces_take_precedence_over_letters() {
    // Columns are letters, as in chess, but here the row with the highest number is the ground.
    let text = "(role p) (col a) (col b) (row 1) (row 2) (<= (init (cell ?c ?r empty)) (col ?c) (row ?r))
        (<= (base (cell ?c ?r disc)) (col ?c) (row ?r)) (<= (base (cell ?c ?r empty)) (col ?c) (row ?r))
        (<= (input p (drop ?c)) (col ?c)) (<= (legal p (drop ?c)) (true (cell ?c 1 empty)))
        (<= (next (cell ?c 2 disc)) (does p (drop ?c)))
        (<= (next (cell ?c 1 disc)) (does p (drop ?c)) (true (cell ?c 2 disc)))
        (<= (next (cell ?c 1 empty)) (does p (drop ?c)) (true (cell ?c 2 empty)))
        (<= (next (cell ?c ?r ?what)) (does p (drop ?d)) (true (cell ?c ?r ?what)) (distinct ?c ?d))
        (<= terminal (true (cell a 1 disc)) (true (cell b 1 disc))) (goal p 100)";
    let game = grounded("drop", text);
    let rows = |rows_up| {
        let orientation = Orientation { rows_up, ..Orientation::default() };
        Board::find(&game, &orientation).expect("a grid").geometry.panes[0].rows.clone()
    };
    assert_eq!(rows(None), ["1", "2"]);
    assert_eq!(rows(Some(true)), ["2", "1"]);
}

#[test]
fn a_single_place_is_not_a_board() {
    let text = "(role thief) (init (holds nobody jewel)) (who nobody) (who thief)
        (<= (base (holds ?w jewel)) (who ?w)) (<= (legal thief (hand ?w)) (who ?w)) (<= (input thief (hand ?w)) (who ?w))
        (<= (next (holds ?w jewel)) (does thief (hand ?w)))
        (<= terminal (true (holds thief jewel))) (<= (goal thief 100) (true (holds thief jewel)))
        (<= (goal thief 0) (true (holds nobody jewel)))";
    assert!(Board::find(&grounded("thief", text), &Orientation::default()).is_none());
}

#[test]
fn a_move_has_an_origin_and_a_target() {
    let game = game("breakthrough:3x4");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    let act = act(&game, &board, "(move 1 2 2 3)");
    assert_eq!(labels(&board, &act.cells), ["1 2", "2 3"]);
}

#[test]
fn numbers_before_coordinates_are_ignored() {
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
fn pieces_with_places_are_on_a_grid() {
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
fn hands_are_beside_the_board() {
    let game = game("three-mens-morris");
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    assert_eq!(board.geometry.cells.len(), 9);
    let labels: Vec<&str> = board.geometry.counters.iter().map(|counter| counter.label.as_str()).collect();
    assert!(labels.contains(&"hand white") && labels.contains(&"hand black"), "{labels:?}");
}

#[test]
fn lines_named_by_terms_are_places() {
    let game = game("dots-and-boxes:2x1");
    let board = Board::find(&game, &Orientation::default()).expect("lines");
    assert_eq!((board.geometry.cells.len(), board.geometry.panes.len()), (7, 2));
    let act = act(&game, &board, "(draw (vertical 3 1))");
    assert_eq!(labels(&board, &act.cells), ["vertical 3 1"]);
    assert_eq!(act.changes[0].to.as_deref(), Some("drawn"));
    assert_eq!(labels(&board, &board.reach("first", "(draw (horizontal 1 2))").cells), ["horizontal 1 2"]);
}

fn own(sheet: &str) -> Game {
    let source = gdl::Source::new("own", sheet);
    let checked = gdl::check(&source);
    let rules = checked.rules.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let game = ground::ground(&rules, &ground::GroundingLimits::default()).expect("small");
    prove::prove(game, &prove::ProofOptions::default()).expect("well-formed").game
}

/// A grid with two relations over its cells, a separate row, and two kinds of counters with the same names.
const MIXED: &str = "(role a)
(at 1 1) (at 1 2) (at 2 1) (at 2 2) (slot p) (slot q)
(<= (init (cell ?x ?y free)) (at ?x ?y)) (<= (init (owner ?x ?y nobody)) (at ?x ?y))
(<= (init (hand ?s nothing)) (slot ?s))
(init (heap k 3)) (init (score k 0))
(<= (legal a (mark ?x ?y)) (at ?x ?y)) (<= (legal a (fill ?s)) (slot ?s)) (legal a (take k))
(<= (next (cell ?x ?y taken)) (does a (mark ?x ?y))) (<= (next (owner ?x ?y a)) (does a (mark ?x ?y)))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (does a (mark ?x ?y))))
(<= (next (owner ?x ?y ?c)) (true (owner ?x ?y ?c)) (not (does a (mark ?x ?y))))
(<= (next (hand ?s full)) (does a (fill ?s))) (<= (next (hand ?s ?c)) (true (hand ?s ?c)) (not (does a (fill ?s))))
(less 3 2) (less 2 1) (less 1 0)
(<= taking (does a (take k)))
(<= (next (heap k ?m)) taking (true (heap k ?n)) (less ?n ?m)) (<= (next (heap k 0)) (true (heap k 0)))
(<= (next (heap k ?n)) (true (heap k ?n)) (not taking)) (<= (next (score k ?n)) (true (score k ?n)))
(<= (next (score k 1)) (true (heap k 0)) (true (score k 0)))
(<= terminal (true (heap k 0))) (goal a 0)";

#[test]
fn two_relations_over_the_same_places_share_a_pane() {
    let game = own(MIXED);
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    let used: std::collections::BTreeSet<usize> = board.geometry.cells.iter().map(|cell| cell.pane).collect();
    assert_eq!(used.len(), board.geometry.panes.len(), "no pane is empty");
    assert_eq!(board.geometry.cells.iter().filter(|cell| cell.label == "1 2").count(), 1);
    assert_eq!(labels(&board, &act(&game, &board, "(mark 1 2)").cells), ["1 2"]);
    assert_eq!(labels(&board, &act(&game, &board, "(fill q)").cells), ["q"], "beside a grid of two coordinates");
}

#[test]
fn of_counters_with_the_same_name_the_changing_one_is_meant() {
    let game = own(MIXED);
    let board = Board::find(&game, &Orientation::default()).expect("a grid");
    let counter = act(&game, &board, "(take k)").counter.expect("a counter");
    assert_eq!(board.geometry.counters[counter].label, "heap k");
}

/// The smallest size of every bundled game with sizes, since the grounder is not tested here.
#[test]
fn every_bundled_game_has_a_consistent_picture() {
    let small = |name: &str| match name {
        "breakthrough" => "breakthrough:3x4".to_owned(),
        "connect-four" => "connect-four:4x4".to_owned(),
        "cubi-cup" => "cubi-cup:3".to_owned(),
        "dots-and-boxes" => "dots-and-boxes:2x2".to_owned(),
        "krk-endgame" => "krk-endgame:4".to_owned(),
        _ => games::hints(name)
            .and_then(|hints| serde_json::from_str::<serde_json::Value>(hints).ok())
            .and_then(|hints| hints["suggested"][0].as_str().map(str::to_owned))
            .unwrap_or_else(|| name.to_owned()),
    };
    // Their states have neither places nor numbers before the end.
    let without = ["matching-pennies", "morra"];
    assert!(games::all().len() >= 30);
    for bundled in games::all() {
        let game = game(&small(bundled.name));
        let Some(board) = Board::find(&game, &Orientation::default()) else {
            assert!(without.contains(&bundled.name), "{} has no picture", bundled.name);
            continue;
        };
        let start = State::initial(&game);
        let view = board.view(&game, &start);
        assert_eq!(view.contents.len(), board.geometry.cells.len());
        for cell in &board.geometry.cells {
            let pane = &board.geometry.panes[cell.pane];
            assert!(cell.x < pane.width && cell.y < pane.height, "{}: {}", bundled.name, cell.label);
        }
        // Every initial move acts somewhere, so that it can be made by clicking, unless the picture has only counters.
        let evaluator = Evaluator::new(&game).expect("well-formed");
        let legal = evaluator.view(&start).legal;
        // A move at once with others, or with a die, shows nothing by itself.
        if game.roles.iter().any(|role| role == "random") || legal.iter().filter(|moves| moves.len() > 1).count() > 1 {
            continue;
        }
        let mover = legal.iter().position(|moves| moves.len() > 1).unwrap_or(0);
        for &own in &legal[mover] {
            let joint: Vec<usize> =
                (0..legal.len()).map(|role| if role == mover { own } else { legal[role][0] }).collect();
            let after = board.view(&game, &evaluator.next(&start, &joint));
            let made = &game.moves[mover][own].name;
            let act = board.act(&game.roles[mover], made, &view, &after);
            let is_somewhere = !act.cells.is_empty() || act.counter.is_some() || !act.changes.is_empty();
            assert!(is_somewhere, "{}: {made}", bundled.name);
        }
    }
}

/// A move of a bundled game in the notation for people.
fn written(name: &str, made: &str) -> String {
    let drawing = Drawing::of_bundled(name).unwrap_or_default();
    Board::find(&game(name), &drawing.orientation()).expect("a picture").move_in_words(made)
}

#[test]
fn places_of_grids_are_named_as_in_chess() {
    for (name, made, text) in [
        ("tic-tac-toe", "(mark 1 3)", "mark a3"),
        ("connect-four:4x4", "(drop 3)", "drop c"),
        ("breakthrough:3x4", "(move 1 2 2 3)", "move a2 b3"),
        ("number-tic-tac-toe", "(place 1 2 3)", "place 1 b3"),
        ("minichess", "(move rook 4 2)", "move rook d2"),
        ("hex:3", "(place 2 3)", "place b3"),
    ] {
        assert_eq!(written(name, made), text, "{name}");
    }
}

#[test]
fn games_without_a_grid_keep_the_words_of_the_sheet() {
    for (name, made, text) in [
        ("hanoi", "(move 1 3)", "move disc 1 to peg 3"),
        ("nim:1,3,5", "(reduce 3 2)", "take heap 3 down to 2"),
        ("kalah:2x1", "(sow 1)", "sow 1"),
        ("nine-mens-morris:1x3", "noop", "noop"),
    ] {
        assert_eq!(written(name, made), text, "{name}");
    }
}

#[test]
fn ambiguous_arguments_keep_the_words_of_the_rules() {
    // In every move the first two arguments are a place, and so are the last two.
    let text = "(role p) (index 1) (index 2) (<= (init (cell ?x ?y 1)) (index ?x) (index ?y))
        (<= (legal p (write ?x ?y ?n)) (index ?x) (index ?y) (index ?n))
        (<= (next (cell ?x ?y ?n)) (does p (write ?x ?y ?n)))
        (<= (next (cell ?x ?y ?n)) (true (cell ?x ?y ?n)) (does p (write ?v ?w ?m)) (distinct ?x ?v))
        (<= (next (cell ?x ?y ?n)) (true (cell ?x ?y ?n)) (does p (write ?v ?w ?m)) (distinct ?y ?w))
        (<= terminal (true (cell 2 2 2))) (goal p 100)";
    let board = Board::find(&grounded("write", text), &Orientation::default()).expect("a grid");
    assert_eq!(board.move_in_words("(write 1 2 1)"), "write 1 2 1");
}
