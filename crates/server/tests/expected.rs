//! Games with chance or simultaneous moves: solved by jobs, shown with expected rewards, and reviewed.

mod support;

use serde_json::{Value, json};
use support::Server;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn solved(game: &str) -> Server {
    let server = Server::start();
    let job = server.job(&json!({"kind": "solve", "game": game}));
    assert_eq!(job["state"], "done", "{job}");
    server
}

#[test]
fn a_simultaneous_position_has_a_matrix_and_mixed_strategies() {
    let server = solved("morra:2");
    let game = server.get("/api/games/morra:2").is(200).json();
    assert_eq!((&game["solvable"], &game["small"], &game["random"]), (&json!(true), &json!(true), &Value::Null));
    let database = &game["databases"][0];
    assert_eq!((&database["value"], &database["expected"]["value"][0]["exact"]), (&Value::Null, &json!("601/12")));
    let start = server.get("/api/games/morra:2/position").is(200).json();
    assert_eq!((&start["value"], &start["at_once"]), (&Value::Null, &json!(true)));
    let expected = &start["expected"];
    assert_eq!(expected["matrix"]["roles"], json!([0, 1]));
    assert_eq!(expected["matrix"]["entries"].as_array().map(Vec::len), Some(2));
    for role in 0..2 {
        let moves = expected["roles"][role]["moves"].as_array().expect("moves");
        assert!((number(&moves[0]["probability"]) - 7.0 / 12.0).abs() < 1e-12, "{moves:?}");
        let worth = |made: &Value| made["expected"]["exact"].as_str().map(str::to_owned);
        assert_eq!(worth(&moves[0]), worth(&moves[1]), "an optimal strategy mixes moves that promise the same");
    }
}

#[test]
fn a_position_with_chance_has_the_probability_of_each_roll() {
    let server = solved("pig:5");
    let game = server.get("/api/games/pig:5").is(200).json();
    let random = game["random"].as_u64().expect("chance") as usize;
    // The first player can only roll, so chance chooses alone.
    let start = server.get("/api/games/pig:5/position").is(200).json();
    assert_eq!(start["mover"].as_u64(), Some(random as u64), "{start}");
    let dice = start["expected"]["roles"][random]["moves"].as_array().expect("rolls");
    assert_eq!(dice.len(), 6);
    assert!(
        dice.iter().all(|one| (number(&one["probability"]) - 1.0 / 6.0).abs() < 1e-12 && one["expected"].is_null())
    );
    // Then it rolls or holds, and the die is rolled in the same ply.
    let rolled = server.get("/api/games/pig:5/position?moves=die%203").is(200).json();
    assert_eq!((&rolled["at_once"], &rolled["expected"]["matrix"]), (&json!(true), &Value::Null), "{rolled}");
    let moves = &rolled["expected"]["roles"][0]["moves"];
    assert_eq!((&moves[0]["probability"], &moves[1]["probability"]), (&json!(1.0), &json!(0.0)), "{rolled}");
    assert!(number(&moves[0]["expected"]["lower"]) > number(&moves[1]["expected"]["upper"]), "the best first: {moves}");
}

#[test]
fn a_review_counts_expected_points() {
    let server = solved("dice-race:4");
    let start = server.get("/api/games/dice-race:4/position").is(200).json();
    let moves = start["expected"]["roles"][0]["moves"].as_array().expect("moves").clone();
    let (best, worst) = (&moves[0], &moves[1]);
    let made = |ply: &&Value| ply["joint"][0] == worst["move"];
    let ply = start["moves"].as_array().and_then(|plies| plies.iter().find(made)).expect("a ply");
    let review = server.post("/api/games/dice-race:4/review", &json!({"moves": [ply["move"]]})).is(200).json();
    let choice = &review["plies"][0]["choices"][0];
    let lost = number(&best["expected"]["lower"]) - number(&worst["expected"]["lower"]);
    assert!((number(&choice["lost"]) - lost).abs() < 1e-6, "{choice}");
    assert_eq!(choice["mistake"], json!(lost > 1e-6));
    assert_eq!(review["mistakes"][0], json!(u8::from(lost > 1e-6)));
    assert!((number(&review["lost"][0]) - lost).abs() < 1e-6, "{review}");
    let game = server.get("/api/games/dice-race:4").is(200).json();
    assert_eq!(review["lost"].as_array().map(Vec::len), game["roles"].as_array().map(Vec::len), "chance too");
    assert_eq!(review["decided"], Value::Null, "only certain values decide a game");
    // The same from the position after the first ply.
    let second = &review["final"]["moves"][0]["move"];
    let whole = json!({"moves": [ply["move"], second]});
    let rest = json!({"from": review["final"]["state"], "moves": [second]});
    let whole = server.post("/api/games/dice-race:4/review", &whole).is(200).json();
    let rest = server.post("/api/games/dice-race:4/review", &rest).is(200).json();
    assert_eq!(rest["plies"][0]["choices"], whole["plies"][1]["choices"]);
    let line = json!({"moves": ["mark 1 1"]});
    let plain = server.post("/api/games/tic-tac-toe/review", &line).is(200).json();
    assert_eq!((&plain["lost"], &plain["plies"][0]["choices"]), (&json!([0.0, 0.0]), &json!([])));
}

#[test]
fn what_needs_certain_values_refuses_expected_rewards() {
    let server = solved("morra:2");
    let moves = server.get("/api/games/morra:2/position").is(200).json()["moves"].clone();
    for (path, asked) in [("find", json!({})), ("review/page", json!({"moves": [moves[0]["move"]]}))] {
        let error = server.post(&format!("/api/games/morra:2/{path}"), &asked).is(422).json();
        assert!(error["error"].as_str().is_some_and(|said| said.contains("expected rewards")), "{path}: {error}");
    }
}

#[test]
fn games_without_values_are_said_to_have_none() {
    let server = Server::start();
    // Both may get 100.
    let sheet = "(role a) (role b) (init start) (sign rock) (sign paper)
        (<= (legal ?r ?s) (role ?r) (sign ?s)) (<= (next (shown ?r ?s)) (does ?r ?s))
        (<= terminal (not (true start)))
        (<= (goal ?r 100) (true (shown ?r paper))) (<= (goal ?r 0) (true (shown ?r rock)))
        (<= (goal ?r 50) (role ?r) (true start))";
    let id = server.post("/api/games", &json!({"name": "Signs", "text": sheet})).is(201).json()["id"].clone();
    let game = server.get(&format!("/api/games/{}", id.as_str().expect("an identifier"))).is(200).json();
    assert_eq!((&game["solvable"], &game["small"]), (&json!(false), &json!(false)), "{game}");
    let job = server.job(&json!({"kind": "solve", "game": id}));
    assert_eq!((&job["state"], &job["error"]["code"]), (&json!("failed"), &json!("unsuited")), "{job}");
}
