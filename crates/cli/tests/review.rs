//! Reviews of played games.

mod support;

use serde_json::json;
use support::{Folder, backsolve, with_input};

fn solved(folder: &Folder) -> String {
    let path = folder.path().join("ttt.solution").display().to_string();
    backsolve(["solve", "tic-tac-toe", "--out", &path]).exits(0);
    path
}

#[test]
fn every_move_is_judged_in_points() {
    let folder = Folder::new();
    let database = solved(&folder);
    let run = with_input(["review", &database, "-"], b"mark 1 1\nmark 1 2\n3 1\n");
    run.exits(0)
        .prints("!!    2  o     mark a2  draw 50   loss 0    50  mark b2")
        .prints("Decided at ply 2: mark a2 by o.")
        .prints("o made 1 mistake and lost 50 points.")
        .prints("x made no mistake.");
    let answer = with_input(["review", "--json", &database, "-"], b"1 1 1 2 3 1").exits(0).json();
    assert_eq!(
        (&answer["mistakes"], &answer["lost"], &answer["decided"]),
        (&json!([0, 1]), &json!([0, 50]), &json!(2))
    );
    let ply = &answer["plies"][1];
    assert_eq!((&ply["mistake"], &ply["lost"], &ply["better"]), (&json!(true), &json!(50), &json!(["(mark 2 2)"])));
    assert_eq!((&ply["value_before"], &ply["value_after"]), (&json!([50, 50]), &json!([100, 0])));
    assert_eq!((&ply["points_before"], &ply["outcome_after"]), (&json!(50), &json!("loss")));
}

#[test]
fn general_game_playing_matches_are_read() {
    let folder = Folder::new();
    let database = solved(&folder);
    let moves = json!([["( MARK 1 1 )", "noop"], ["NOOP", "(mark 1 2)"]]);
    let object = json!({"matchId": "m", "playerNamesFromHost": ["Ann", null], "moves": moves, "states": []});
    let file = folder.file("match.json", object.to_string()).display().to_string();
    let page = folder.path().join("page.html").display().to_string();
    let run = backsolve(["review", &database, &file, "--html", &page]).exits(0);
    run.prints("Ann (x) made no mistake.").prints("page ");
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("<svg") && page.contains("<circle") && page.contains("mark b2"), "{page}");
    assert!(!page.contains("http"), "the page needs nothing beside it");
}

#[test]
fn a_folder_is_summarised() {
    let folder = Folder::new();
    let database = solved(&folder);
    let games = folder.path().join("games");
    for (name, players, moves) in [("a", ["Ann", "Bob"], "1 1"), ("b", ["Bob", "Ann"], "1 1")] {
        let moves = json!([["(mark 1 1)", "noop"], ["noop", format!("(mark 2 {})", moves.len() - 2)]]);
        let object = json!({"playerNamesFromHost": players, "moves": moves});
        folder.file(&format!("games/{name}.json"), object.to_string());
    }
    folder.file("games/notes.txt", "nothing of this game");
    let games = games.display().to_string();
    let answer = backsolve(["review", "--json", &database, &games]).exits(0).json();
    assert_eq!((&answer["matches"], &answer["hardest"][0]["mistakes"]), (&json!(2), &json!(2)));
    assert_eq!(answer["hardest"][0]["better"], json!(["(mark 2 2)"]));
    let ann = json!({"player": "Ann", "games": 2, "moves": 2, "mistakes": 1, "lost": 50});
    assert_eq!(answer["players"][0], ann);
    assert_eq!(answer["skipped"].as_array().map(Vec::len), Some(1));
    backsolve(["review", &database, &games])
        .exits(0)
        .prints("Most mistakes happen here:")
        .prints("note: skipped")
        .prints("notes.txt: move 1");
    backsolve(["review", &database, &games, "--html", "x.html"]).exits(2).complains("give one of its files");
}

#[test]
fn matches_that_cannot_be_reviewed_get_a_message() {
    let folder = Folder::new();
    let database = solved(&folder);
    let review = |input: &str| with_input(["review", &database, "-"], input.as_bytes());
    review("mark 9 9").exits(2).complains("move 1, `mark 9 9`, is not legal");
    review("{\"moves\": 3}").exits(2).complains("this match has no list `moves`");
    review("").exits(2).complains("there are no moves to judge");
    backsolve(["review", &database, "nothing.json"]).exits(2).complains("there is no file nothing.json");
    backsolve(["review", "nothing.solution", "-"]).exits(2).complains("`backsolve solve RULES` creates one");
}
