//! Turns and idle moves, by both oracles.

use bruteforce::{Setup, SolvedGame};
use game::Game;
use query::{GroundOracle, LineEnd, Oracle};

/// A runs for three plies. At the second, A has no choice; then nobody does anything for a ply, while the clock ticks.
/// B always chases, which changes something only at the first ply, and the tower never does anything.
const CHASE: &str = "\
(role a) (role b) (role tower) (init (clock 1)) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (legal a (run ?way)) (true (clock 1)) (way ?way)) (way left) (way right)
(<= (legal a (run on)) (true (clock 2)))
(<= (legal a rest) (true (clock ?n)) (distinct ?n 1) (distinct ?n 2))
(legal b chase) (legal tower stand)
(<= (next (clock ?m)) (true (clock ?n)) (succ ?n ?m))
(<= (next (at ?way)) (does a (run ?way)) (true (clock 1)))
(<= (next (at ?way)) (true (at ?way)))
(<= (next tired) (does b chase) (true (clock 1)))
(<= (next tired) (true tired))
(<= (next far) (does a (run on)))
(<= (next far) (true far))
(<= terminal (true (clock 4)))
(<= (goal a 100) (true (at left))) (<= (goal a 0) (not (true (at left))))
(<= (goal b 0) (true (at left))) (<= (goal b 100) (not (true (at left))))
(<= (goal tower 0))
";

fn ground(rules: &str) -> Game {
    let rules = gdl::check(&gdl::Source::new("rules", rules)).rules.unwrap();
    ground::ground(&rules, &ground::GroundingLimits::default()).unwrap()
}

fn solved(rules: &str, question: &Setup) -> (tempfile::TempDir, Oracle) {
    let folder = tempfile::tempdir().unwrap();
    SolvedGame::of(rules, question).write(folder.path());
    let oracle = Oracle::open(folder.path()).unwrap();
    (folder, oracle)
}

#[test]
fn without_a_choice_the_role_that_is_not_idle_is_to_move() {
    let (folder, mut oracle) = solved(CHASE, &Setup::default());
    let (game, database) = (ground(CHASE), solution::Database::open(folder.path()).unwrap());
    let fast = GroundOracle::new(&game, Some(&database)).unwrap();
    let (start, first) = (oracle.initial().unwrap(), fast.initial());
    for (moves, to_move, text) in [
        ("", Some(0), "(run left)"),
        ("run left", Some(0), "(run on)"),
        ("run left run on", None, "[rest chase stand]"),
    ] {
        let position = oracle.play(&start, moves).unwrap();
        let answer = oracle.answer(&position).unwrap();
        assert_eq!((answer.to_move, answer.moves[0].text.as_str()), (to_move, text), "after {moves}");
        let state = fast.play(&first, moves).unwrap().pop().map_or(first.clone(), |ply| ply.after);
        let answer = fast.answer(&state).unwrap();
        assert_eq!((answer.to_move, answer.moves[0].text.as_str()), (to_move, text), "after {moves}");
    }
}

#[test]
fn lines_omit_idle_moves_but_no_ply() {
    let (_folder, mut oracle) = solved(CHASE, &Setup::default());
    let start = oracle.initial().unwrap();
    let distance = oracle.answer(&start).unwrap().distance;
    let line = oracle.line(&start, distance, 100).unwrap();
    let texts: Vec<&str> = line.moves.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["(run left)", "(run on)", "[rest chase stand]"]);
    assert_eq!((distance.plies(), line.end), (Some(3), LineEnd::Over));
    // Printed lines can be parsed again, ply by ply.
    for plies in 0..=3 {
        let position = oracle.play(&start, &texts[..plies].join(" ")).unwrap();
        assert_eq!(oracle.answer(&position).unwrap().distance.plies(), Some(3 - plies as u32));
    }
}

#[test]
fn idle_moves_may_be_included_or_omitted() {
    let (folder, mut oracle) = solved(CHASE, &Setup::default());
    let (game, database) = (ground(CHASE), solution::Database::open(folder.path()).unwrap());
    let fast = GroundOracle::new(&game, Some(&database)).unwrap();
    let start = oracle.initial().unwrap();
    for (moves, plies) in [
        ("run left chase stand run on chase stand rest chase stand", 3),
        ("run left stand run on stand rest", 3),
        ("run left run on", 2),
        ("run left chase run on", 2),
        ("run left chase run on stand", 3),
        ("left", 1),
    ] {
        let position = oracle.play(&start, moves).unwrap();
        assert_eq!(oracle.answer(&position).unwrap().distance.plies(), Some(3 - plies), "after {moves}");
        assert_eq!(fast.play(&fast.initial(), moves).unwrap().len(), plies as usize, "after {moves}");
    }
    let error = oracle.play(&start, "run left run left").unwrap_err().to_string();
    assert!(error.contains("move 2, `run left`, is not legal; a has run on"), "{error}");
}

/// A role with only one move in the game: the next state without that move is still known.
#[test]
fn the_only_move_of_a_game_is_not_idle_if_it_has_an_effect() {
    let rules = "(role you) (init (lamp off)) (legal you press) (<= (next (lamp on)) (does you press))
        (<= terminal (true (lamp on))) (<= (goal you 100) (true (lamp on))) (<= (goal you 0) (true (lamp off)))";
    let (_folder, mut oracle) = solved(rules, &Setup::default());
    let start = oracle.initial().unwrap();
    assert_eq!(oracle.answer(&start).unwrap().to_move, Some(0));
    let game = ground(rules);
    let fast = GroundOracle::new(&game, None).unwrap();
    assert_eq!(fast.answer(&fast.initial()).unwrap().to_move, Some(0));
}

#[test]
fn the_last_ply_of_tic_tac_toe_has_a_mover() {
    let (_folder, mut oracle) = solved(&games::sheet("tic-tac-toe").unwrap(), &Setup::default());
    let start = oracle.initial().unwrap();
    let last = oracle.play(&start, "1 1 2 2 1 2 1 3 3 1 2 1 2 3 3 2").unwrap();
    let answer = oracle.answer(&last).unwrap();
    assert_eq!((answer.to_move, answer.moves.len(), answer.distance.plies()), (Some(0), 1, Some(1)));
    assert_eq!(answer.moves[0].text, "(mark 3 3)");
}

/// The role to move may go or pass, and the waiting role's move has the same name as passing.
const PASSING: &str = "\
(role x) (role y) (init (turn x)) (init (ply 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (legal ?p (go ?way)) (true (turn ?p)) (way ?way)) (way west) (way east)
(<= (legal ?p noop) (role ?p))
(<= (next (turn y)) (true (turn x)))
(<= (next (turn x)) (true (turn y)))
(<= (next (ply ?m)) (true (ply ?n)) (succ ?n ?m))
(<= (next (at ?p ?way)) (does ?p (go ?way)))
(<= (next (at ?p ?way)) (true (at ?p ?way)) (does ?p noop))
(<= terminal (true (ply 5)))
(<= (goal ?p 100) (true (at ?p west)))
(<= (goal ?p 0) (role ?p) (not (true (at ?p west))))
";

/// A chosen move is not parsed as an idle one of the same name, whatever follows it.
#[test]
fn a_chosen_move_is_not_parsed_as_an_idle_one() {
    let (_folder, mut oracle) = solved(PASSING, &Setup::default());
    let start = oracle.initial().unwrap();
    let mut state = |moves: &str| {
        let position = oracle.play(&start, moves).unwrap();
        oracle.facts(&position).join(" ")
    };
    let west_pass_east = "(at x east) (ply 3) (turn y)";
    assert_eq!(state("(go west) noop (go east)"), west_pass_east);
    assert_eq!(state("[(go west) noop] [noop noop] [(go east) noop]"), west_pass_east);
    assert_eq!(state("(go west) noop noop noop (go east) noop"), "(at x east) (ply 5) (turn y)");
    assert_eq!(state("[(go west) noop] [noop (go east)]"), "(at x west) (at y east) (ply 2) (turn x)");
    assert_eq!(state("(go west) [noop (go east)]"), "(at x west) (at y east) (ply 2) (turn x)");
}
