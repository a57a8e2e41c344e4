//! Bundled and random games as GDDL and back: the interpreter finds the same game.

mod support;

use std::path::Path;

use gdl::Mode;
use interpret::Interpreter;
use randomgame::{BoardShape, RandomChoices, Turns};
use support::{Interpreted, compare, rules, translated};

/// Every bundled game at a small size.
const GAMES: [&str; 33] = [
    "awari:2x2",
    "blocks-world:4",
    "breakthrough:2x4",
    "catch-a-mouse",
    "chomp:3x3",
    "clobber:3x2",
    "clobber-zero-sum:3x2",
    "connect-four:3x3",
    "cubi-cup:3",
    "domineering:3x3",
    "domineering-horizontal:3x3",
    "dots-and-boxes:2x2",
    "eight-puzzle:6",
    "fifteen-puzzle:5",
    "hanoi:3",
    "hex:3",
    "kalah:2x2",
    "krk-endgame:4",
    "lights-out:2x2",
    "minichess",
    "nim:1,2,3",
    "nim-misere:1,2,3",
    "nim-take:12",
    "nine-mens-morris:1x3",
    "number-tic-tac-toe",
    "pancakes:4",
    "peg-solitaire",
    "queens:4",
    "sheep-and-wolf",
    "sim:4",
    "sum-15",
    "three-mens-morris",
    "tic-tac-toe",
];

/// GDDL has neither chance nor simultaneous moves.
const REFUSED: &[&str] = &[
    "dice-race",
    "goofspiel:3",
    "matching-pennies",
    "morra",
    "pig:5",
    "rock-paper-scissors",
    "simultaneous-tic-tac-toe",
];

/// The states of a game and of its translation are the same.
fn check(name: &str, text: &str, most: usize) -> Result<usize, String> {
    let original = rules(text, Mode::Strict);
    let (gddl, written) = translated(name, &original)?;
    let copy = rules(&gddl, Mode::Strict);
    let game = |rules| Interpreted(Interpreter::new(rules).expect("it can be interpreted"));
    compare(&mut game(&original), &mut game(&copy), &written, most)
}

#[test]
fn small_bundled_games_come_back_unchanged() {
    for name in GAMES {
        let text = games::sheet(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Err(error) = check(name, &text, 1_000) {
            panic!("{name}: {error}");
        }
    }
}

#[test]
fn every_bundled_game_is_checked() {
    let all = GAMES.iter().chain(REFUSED);
    let mut checked: Vec<&str> = all.map(|name| name.split(':').next().unwrap_or(name)).collect();
    let mut bundled: Vec<&str> = games::all().iter().map(|game| game.name).collect();
    checked.sort_unstable();
    bundled.sort_unstable();
    assert_eq!(checked, bundled);
}

/// `BACKSOLVE_RANDOM_GAMES=1000` checks a thousand.
#[test]
fn random_games_come_back_unchanged() {
    let number = std::env::var("BACKSOLVE_RANDOM_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(30);
    let (mut done, mut states) = (0, 0);
    for seed in 1.. {
        let mut random = RandomChoices::new(seed);
        let shape = BoardShape::random(&mut random);
        let shape = BoardShape {
            turns: if shape.turns == Turns::Simultaneous { Turns::Irregular } else { shape.turns },
            cells: 1 + shape.cells % 5,
            ..shape
        };
        let text = randomgame::board(&shape, &mut random).to_string();
        states += check("random", &text, 1_000).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        done += 1;
        if done == number {
            break;
        }
    }
    println!("{done} games, {states} states");
}

/// The terms of `s` never end, but states have three of them.
#[test]
fn functions_of_their_own_terms_come_back_unchanged() {
    let text = "(role one) (init (count 0)) (small 0) (small (s 0)) (number 0)
        (<= (number (s ?n)) (number ?n) (small ?n))
        (<= (legal one (up ?n)) (true (count ?n)) (number (s ?n)))
        (<= (legal one stop) (true (count ?n)) (not (true stopped)))
        (<= (next (count (s ?n))) (does one (up ?n)))
        (<= (next (count ?n)) (true (count ?n)) (does one stop))
        (<= (next stopped) (does one stop))
        (<= terminal (true stopped)) (<= terminal (true (count (s (s 0)))))
        (<= (goal one 100) (true (count (s ?n)))) (<= (goal one 0) (true (count 0)))";
    assert_eq!(check("peano", text, 1_000), Ok(5));
}

/// A term of four of twenty numbers could be any of 160,000, but nineteen are ever asked for.
#[test]
fn terms_that_no_state_has_are_left_out() {
    let succ: String = (1..20).map(|n| format!("(succ {n} {})", n + 1)).collect();
    let text = succ
        + "(role one) (init (at 1 1))
        (<= (can (hop ?a ?b ?c ?d)) (true (at ?a ?b)) (succ ?a ?c) (succ ?b ?d))
        (<= (legal one (hop ?a ?b ?c ?d)) (can (hop ?a ?b ?c ?d)))
        (<= (next (at ?c ?d)) (does one (hop ?a ?b ?c ?d)))
        (<= terminal (true (at 20 ?b)))
        (goal one 100)";
    assert_eq!(check("hops", &text, 1_000), Ok(20));
}

#[test]
fn tic_tac_toe_is_written_as_in_the_papers() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tic-tac-toe.gddl");
    let (text, _) = translated("tic-tac-toe", &rules(&games::sheet("tic-tac-toe").expect("bundled"), Mode::Strict))
        .expect("it can be written");
    if std::env::var_os("BACKSOLVE_BLESS").is_some() {
        std::fs::write(&golden, &text).expect("a golden file");
    }
    assert_eq!(std::fs::read_to_string(&golden).unwrap_or_default(), text, "BACKSOLVE_BLESS=1 writes it anew");
}

#[test]
fn bundled_games_with_chance_or_simultaneous_moves_are_refused() {
    for name in REFUSED {
        let text = games::sheet(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let refusal = translated(name, &rules(&text, Mode::Strict)).expect_err(name);
        assert!(refusal.contains("choose at once") || refusal.contains("chance"), "{name}: {refusal}");
    }
}

#[test]
fn simultaneous_moves_are_refused() {
    let text =
        "(role a) (role b) (init (p 1)) (legal a (take 1)) (legal a (take 2)) (legal b (take 1)) (legal b (take 2))
        (<= (next (p ?x)) (does a (take ?x)) (does b (take ?y)) (distinct ?x ?y)) (<= (next (q ?x)) (does b (take ?x)))
        (<= terminal (true (p 2))) (<= (goal ?r 50) (role ?r))";
    let refusal = translated("at-once", &rules(text, Mode::Lenient)).expect_err("simultaneous");
    assert!(refusal.contains("choose at once"), "{refusal}");
}
