//! `backsolve games`.

mod support;

use support::{backsolve, with_input};

#[test]
fn the_list_is_aligned() {
    let list = backsolve(["games"]).exits(0).prints("connect-four:7x6").prints("sim").stdout;
    let roles = list.lines().next().and_then(|head| head.find("roles")).expect("a heading");
    let starts = |line: &&str| line.chars().next().is_some_and(char::is_alphanumeric);
    for line in list.lines().skip(1).filter(starts) {
        let number = line[roles..].trim_start().chars().next();
        assert!(number.is_some_and(|c| c.is_ascii_digit()), "{line}");
    }
}

/// Nothing is cut if a program reads the list.
#[test]
fn the_list_has_whole_lines() {
    // `heaps, …` is the meaning of Nim's numbers.
    let list = backsolve(["games"]).exits(0).prints("domineering-horizontal:5x5").stdout.replace(", …", "");
    assert!(!list.contains('…'), "{list}");
    let answer = backsolve(["games", "--json"]).exits(0).json();
    let games = answer["games"].as_array().expect("a list");
    assert!(games.iter().any(|game| game["rules"].as_str().is_some_and(|rules| rules.len() > 100)));
}

#[test]
fn every_game_of_the_list_is_a_well_formed_sheet() {
    let answer = backsolve(["games", "--json"]).exits(0).json();
    let games = answer["games"].as_array().expect("a list");
    assert!(games.len() >= 25);
    for game in games {
        let name = game["default"].as_str().expect("a name");
        backsolve(["check", name]).exits(0);
    }
}

#[test]
fn a_sheet_can_be_printed_and_read_back() {
    let sheet = backsolve(["games", "nim:1,2"]).exits(0).stdout;
    with_input(["check", "-"], sheet.as_bytes()).exits(0);
    let answer = backsolve(["games", "nim:1,2", "--json"]).exits(0).json();
    assert_eq!(answer["sheet"], sheet);
}

#[test]
fn wrong_names_and_sizes_exit_2() {
    backsolve(["games", "conect-four"]).exits(2).complains("did you mean `connect-four`?");
    backsolve(["games", "connect-four:0x0"]).exits(2).complains("columns");
    backsolve(["games", "tic-tac-toe:3"]).exits(2).complains("one size only");
}
