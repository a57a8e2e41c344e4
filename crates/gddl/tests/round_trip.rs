//! Bundled and random games as GDDL and back: the interpreter finds the same game.

mod support;

use gdl::Mode;
use interpret::Interpreter;
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
        match check(name, &text, 3_000) {
            Ok(states) => println!("{name}: {states} states"),
            Err(error) => println!("{name}: {}", &error[..error.len().min(600)]),
        }
    }
}
