//! `backsolve query`, on solutions made by brute force.

mod support;

use std::path::PathBuf;

use bruteforce::{Question, Solved};
use support::{Folder, backsolve, with_input};

fn solved(folder: &Folder, question: &Question) -> PathBuf {
    let path = folder.path().join("ttt.solution");
    Solved::of(&games::sheet("tic-tac-toe").expect("a bundled game"), question).write(&path);
    path
}

fn query(path: &std::path::Path, rest: &[&str]) -> support::Run {
    let mut arguments = vec!["query".to_owned(), path.display().to_string()];
    arguments.extend(rest.iter().map(|&argument| argument.to_owned()));
    backsolve(arguments)
}

#[test]
fn positions_are_judged_by_moves_or_facts() {
    let folder = Folder::new();
    let path = solved(&folder, &Question::default());
    let start = query(&path, &["--json"]).exits(0).json();
    assert_eq!(start["value"], serde_json::json!([50, 50]));
    assert_eq!((&start["distance"], &start["to_move"]), (&9.into(), &"x".into()));
    assert_eq!(start["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(start["line"].as_array().map(Vec::len), Some(9));

    let moves = query(&path, &["--json", "(mark 2 2)", "mark 1 2"]).exits(0).json();
    assert_eq!((&moves["value"], &moves["distance"]), (&serde_json::json!([100, 0]), &5.into()));
    let best = &moves["moves"][0];
    assert_eq!((&best["value"], &best["distance"], &best["best"]), (&moves["value"], &5.into(), &true.into()));
    assert_eq!(best["joint"][1], "noop");

    let facts: Vec<&str> = moves["state"].as_array().expect("facts").iter().filter_map(|fact| fact.as_str()).collect();
    let by_facts = query(&path, &["--json", "--state", &facts.join(" ")]).exits(0).json();
    assert_eq!(by_facts, moves);
    let arguments = ["query", &path.display().to_string(), "--json", "--state", "-"];
    assert_eq!(with_input(arguments, facts.join("\n").as_bytes()).exits(0).json(), moves);
}

#[test]
fn text_shows_outcomes_by_sign_and_word() {
    let folder = Folder::new();
    let path = solved(&folder, &Question::default());
    let run = query(&path, &["2", "2", "1", "2"]).exits(0);
    run.prints("x to move")
        .prints("x 100   o 0   x wins")
        .prints("5 plies")
        .prints("+ win")
        .prints("= draw")
        .prints(" *  (mark");
    query(&path, &["1 1 1 2 2 2 2 1 3 3"]).exits(0).prints("the game is over").prints("x wins");
}

#[test]
fn questions_that_make_no_sense_are_answered_with_a_sentence() {
    let folder = Folder::new();
    let path = solved(&folder, &Question::default());
    query(&path, &["mark 7 7"]).exits(2).complains("move 1, `mark 7 7`, is not legal; x has (mark 1 1)");
    query(&path, &["--state", "(cell 1 1 z)"]).exits(2).complains("(cell 1 1 z) holds in no state");
    query(&path, &["--state", "(cell 1 1"]).exits(2).complains("a closing bracket is missing");
    // Three x and two o, and x to move again.
    let cells = ["1 1 blank", "1 2 x", "1 3 o", "2 1 x", "2 2 blank", "2 3 blank", "3 1 o", "3 2 x", "3 3 blank"];
    let impossible = cells.map(|cell| format!("(cell {cell})")).join(" ") + " (control x)";
    query(&path, &["--state", &impossible]).exits(2).complains("can't be reached");
    query(&folder.path().join("nothing"), &[]).exits(2).complains("there is no solution");
    query(folder.path(), &[]).exits(2).complains("is not a solution");
    query(&path, &["--rules", "nim:1,2"]).exits(2).complains("nor a renamed copy");
}

#[test]
fn damage_ends_with_its_own_code() {
    let folder = Folder::new();
    let path = solved(&folder, &Question::default());
    std::fs::write(path.join("00000.values.layer"), b"short").expect("a file");
    let json = query(&path, &["--json"]).exits(4).json();
    assert_eq!(json["exit_code"], 4);
    assert!(json["error"].as_str().is_some_and(|error| error.contains("00000.values.layer is damaged")));
    std::fs::write(path.join("manifest.json"), b"{}").expect("a file");
    query(&path, &[]).exits(4).complains("manifest.json is damaged");
    std::fs::write(path.join("manifest.json"), b"{\"format\": 99}").expect("a file");
    query(&path, &[]).exits(2).complains("use a newer version");
}

#[test]
fn distances_that_are_not_stored_are_searched_for() {
    let folder = Folder::new();
    let path = solved(&folder, &Question { distances: false, ..Question::default() });
    assert_eq!(query(&path, &["--json", "2 2 1 2"]).exits(0).json()["distance"], 5);
    let cut = query(&path, &["--json", "--search", "0"]).exits(0).json();
    assert_eq!((&cut["value"], &cut["distance"]), (&serde_json::json!([50, 50]), &serde_json::Value::Null));
}
