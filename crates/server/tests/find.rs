//! Positions found by conditions over HTTP, and lines that begin at one of them.

mod support;

use serde_json::{Value, json};
use support::Server;

const GAME: &str = "/api/games/tic-tac-toe";

fn find(server: &Server, conditions: &Value) -> Value {
    server.post(&format!("{GAME}/find"), conditions).is(200).json()
}

/// Counts of `backsolve find` on the same database, which its own tests compare with brute force.
#[test]
fn positions_are_counted_and_shown() {
    let server = Server::start();
    server.solve("tic-tac-toe");
    let all = find(&server, &json!({}));
    assert_eq!((&all["states"], &all["complete"], &all["partial"]), (&json!(5478), &json!(true), &json!(false)));
    assert_eq!(all["positions"], json!([]));
    assert_eq!(all["layers"].as_array().map(Vec::len), Some(10));
    let sum =
        |list: &Value| list.as_array().into_iter().flatten().filter_map(|one| one["states"].as_u64()).sum::<u64>();
    assert_eq!((sum(&all["values"]), sum(&all["layers"]), sum(&all["distances"])), (5478, 5478, 5478));

    let asked = json!({"values": ["win"], "order": "longest", "positions": 3});
    let longest = find(&server, &asked);
    let shown = longest["positions"].as_array().expect("positions");
    assert_eq!(shown.len(), 3);
    assert!(shown.iter().all(|one| one["outcome"] == "win" && one["distance"] == shown[0]["distance"]));
    assert!(shown.iter().all(|one| one["board"]["contents"].as_array().is_some_and(|cells| cells.len() == 9)));
}

#[test]
fn random_positions_are_the_same_for_a_seed_and_meet_the_conditions() {
    let server = Server::start();
    server.solve("tic-tac-toe");
    let asked =
        |seed: u64| json!({"layer": "4", "optimal_moves": "1", "order": "random", "positions": 5, "seed": seed});
    let (one, again, other) = (find(&server, &asked(1)), find(&server, &asked(1)), find(&server, &asked(2)));
    assert_eq!(one, again);
    assert_ne!(one["positions"], other["positions"]);
    for position in one["positions"].as_array().expect("positions") {
        let name = position["state"].as_str().expect("a name");
        let full = server.get(&format!("{GAME}/position?state={name}")).is(200).json();
        let best = full["moves"].as_array().into_iter().flatten().filter(|one| one["best"] == true).count();
        assert_eq!((best, &position["layer"]), (1, &json!(4)), "{position}");
        assert_eq!(full["value"], position["value"]);
    }
}

#[test]
fn what_cannot_be_found_is_said() {
    let server = Server::start();
    let unsolved = server.post(&format!("{GAME}/find"), &json!({})).is(422).json();
    assert_eq!(unsolved["hint"], "solve it first");
    server.solve("tic-tac-toe");
    for (conditions, why) in [
        (json!({"distance": "x"}), "is not a distance"),
        (json!({"to_move": "z"}), "no role"),
        (json!({"holds": ["(cell 9 9 x)"]}), "cell 9 9 x"),
    ] {
        let error = server.post(&format!("{GAME}/find"), &conditions).is(400).json();
        assert!(error["error"].as_str().is_some_and(|said| said.contains(why)), "{error}");
    }
    server.post("/api/games/pig:5/find", &json!({})).is(422);
}

#[test]
fn lines_begin_at_any_state() {
    let server = Server::start();
    server.solve("tic-tac-toe");
    let start = server.get(&format!("{GAME}/position?moves=a1%20b1")).is(200).json();
    let from = start["state"].as_str().expect("a name");
    let asked = json!({"positions": [{"from": from, "moves": ["b2", "c1"]}, {"from": "zz", "moves": []}]});
    let answer = server.post(&format!("{GAME}/positions"), &asked).is(200).json();
    let whole = server.get(&format!("{GAME}/position?moves=a1%20b1%20b2%20c1")).is(200).json();
    assert_eq!(answer["positions"][0]["state"], whole["state"]);
    assert!(answer["positions"][1]["error"].is_string());
    let review = server.post(&format!("{GAME}/review"), &json!({"from": from, "moves": ["b2", "c1"]})).is(200).json();
    assert_eq!(review["plies"][0]["value_before"], json!([100, 0]));
    assert_eq!(review["final"]["state"], whole["state"]);
}
