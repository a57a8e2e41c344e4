//! Played games over HTTP: read, written, reviewed.

mod support;

use serde_json::{Value, json};
use support::Server;

const GAME: &str = "/api/games/tic-tac-toe";
const PLAYED: [&str; 5] = ["(mark 1 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)", "(mark 3 3)"];

fn read(server: &Server, text: &str) -> Value {
    server.post(&format!("{GAME}/matches/read"), &json!({ "text": text })).is(200).json()
}

#[test]
fn a_written_match_is_read_back() {
    let server = Server::start();
    let asked = json!({"moves": PLAYED, "players": ["Ann", ""]});
    let record = server.post(&format!("{GAME}/matches/write"), &asked).is(200).json();
    assert_eq!(record["moves"][1], json!(["noop", "(mark 1 2)"]));
    assert_eq!((&record["goalValues"], &record["isCompleted"]), (&json!([100, 0]), &json!(true)));
    let back = read(&server, &record.to_string());
    assert_eq!(back["moves"], json!(PLAYED));
    assert_eq!((&back["players"], &back["game"]), (&json!(["Ann", ""]), &json!("tic-tac-toe")));
}

#[test]
fn an_unfinished_match_has_no_rewards() {
    let server = Server::start();
    let record = server.post(&format!("{GAME}/matches/write"), &json!({"moves": ["mark b2"]})).is(200).json();
    assert_eq!((&record["goalValues"], &record["isCompleted"]), (&json!([]), &json!(false)));
}

#[test]
fn moves_are_read_in_all_spellings() {
    let server = Server::start();
    let line = "a1\n; a comment\nmark a2\n(mark 2 2)";
    assert_eq!(read(&server, line)["moves"], json!(["(mark 1 1)", "(mark 1 2)", "(mark 2 2)"]));
    let upper = r#"{"moves": [["(MARK 1 1)", "NOOP"], ["NOOP", "(MARK 2 2)"]]}"#;
    assert_eq!(read(&server, upper)["moves"], json!(["(mark 1 1)", "(mark 2 2)"]));
}

#[test]
fn what_is_no_match_of_the_game_is_rejected_with_a_message() {
    let server = Server::start();
    for (text, why) in [("{", "not JSON"), ("{}", "no list `moves`"), ("mark 9 9", "mark 9 9")] {
        let error = server.post(&format!("{GAME}/matches/read"), &json!({ "text": text })).is(400).json();
        assert!(error["error"].as_str().is_some_and(|said| said.contains(why)), "{text}: {error}");
    }
    let long = "a1 ".repeat(20_000);
    server.post(&format!("{GAME}/matches/read"), &json!({ "text": long })).is(400);
}

#[test]
fn the_page_of_a_review_is_whole_and_escaped() {
    let server = Server::start();
    server.solve("tic-tac-toe");
    let asked = json!({"moves": PLAYED, "players": ["<b>Ann</b>", "Bob & Co"]});
    let answer = server.post(&format!("{GAME}/review/page"), &asked).is(200);
    assert_eq!(answer.header("content-disposition").as_deref(), Some("attachment; filename=\"game.html\""));
    let page = answer.text();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{page}");
    assert!(page.contains("&lt;b&gt;Ann&lt;/b&gt;") && !page.contains("<b>Ann"), "{page}");
    assert!(page.contains("Bob &amp; Co (o) made 1 mistake and lost 50 points."), "{page}");
    let review = server.post(&format!("{GAME}/review"), &json!({"moves": PLAYED})).is(200).json();
    assert_eq!((&review["mistakes"], &review["lost"]), (&json!([0, 1]), &json!([0.0, 50.0])));
    assert_eq!(review["decided"], 2);
}
