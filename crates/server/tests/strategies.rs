//! Strategies: parse, verify, decide, explain, minimise, complete, synthesise, store.

mod support;

use serde_json::{Value, json};
use support::Server;

/// Those of Newell and Simon's rules that the first player needs.
const GOOD: &str = "(role x)\n(completes-line ?me ?m) => ?m\n(completes-line ?them ?m) => ?m\n=> (mark 2 2)\n\
                    (forks-line ?me ?m) => ?m\n=> (mark 1 1)\n";

fn strategy(text: &str) -> Value {
    json!({"strategy": {"text": text}})
}

#[test]
fn a_strategy_is_parsed_as_text_and_as_a_list() {
    let server = Server::start();
    let path = "/api/games/tic-tac-toe/strategies/parse";
    let list = json!({"strategy": {"role": "o", "list": [
        {"when": ["(cell 2 2 x)"], "move": "(mark 1 1)"}, {"move": "(mark 2 2)", "group": "centre"}
    ]}});
    let read = server.post(path, &list).is(200).json();
    assert_eq!((&read["role"], &read["rules"], &read["literals"]), (&json!("o"), &json!(2), &json!(1)));
    assert_eq!(read["list"][1]["group"], "centre");
    assert_eq!(read["words"][0], "If b2 is x: mark a1.");
    let again = server.post(path, &strategy(read["text"].as_str().expect("text"))).is(200).json();
    assert_eq!(again["list"], read["list"]);

    let wrong =
        json!({"strategy": {"list": [{"move": "(mark 2 2)"}, {"when": ["(cell 9 9 x)"], "move": "(mark 1 1)"}]}});
    let error = server.post(path, &wrong).is(422).json();
    assert_eq!((&error["code"], &error["diagnostics"][0]["rule"]), (&json!("ill-formed"), &json!(2)));
    server.post(path, &json!({"strategy": {}})).is(400);
    server.post(path, &json!({"strategy": {"role": "z", "text": ""}})).is(400);
}

#[test]
fn verification_shows_where_a_strategy_fails_and_the_right_move() {
    let server = Server::start();
    let path = "/api/games/tic-tac-toe/strategies/verify";
    let verdict = server.post(path, &strategy("(role x)\n=> (mark 2 2)\n(cell 2 2 x) => (mark 1 2)\n")).is(200).json();
    assert_eq!((&verdict["strong"]["optimal"], &verdict["strong"]["strong"]), (&json!(false), &json!(true)));
    let example = &verdict["strong"]["counter_example"];
    assert!(!example["best"].as_array().expect("moves").is_empty());
    assert_eq!(example["position"]["state"], example["state"]);
    // The state is reachable, and the rule for it applies.
    let place = json!({"positions": [{"moves": example["moves"]}]});
    let reached = server.post("/api/games/tic-tac-toe/positions", &place).is(200).json();
    assert_eq!(reached["positions"][0]["state"], example["state"]);
    let mended = json!({"strategy": {"role": "x", "list": [example["rule_for_state"]]}, "positions": [{"state": example["state"]}]});
    let decided = server.post("/api/games/tic-tac-toe/strategies/decide", &mended).is(200).json();
    assert_eq!((&decided["decisions"][0]["rule"], &decided["decisions"][0]["optimal"]), (&json!(1), &json!(true)));

    assert!(example["rule_for_state"]["when"].as_array().expect("conditions").len() <= 5, "{example}");

    let centre = server.post(path, &strategy("(role x)\n=> (mark 2 2)\n")).is(200).json();
    assert_eq!((&centre["weak"]["optimal"], &centre["strong"]["optimal"]), (&json!(true), &json!(false)));
    assert_eq!(centre["idle_moves"], json!(["noop"]), "nobody chooses to wait");
}

#[test]
fn the_deciding_rule_is_named() {
    let server = Server::start();
    let request = json!({
        "strategy": {"role": "x", "text": "(cell 1 1 o) => (mark 3 3)\n=> (mark 2 2)\n"},
        "positions": [{}, {"moves": ["mark 2 2"]}, {"moves": ["mark 2 2", "mark 3 1"]}]
    });
    let decided = server.post("/api/games/tic-tac-toe/strategies/decide", &request).is(200).json();
    let decisions = decided["decisions"].as_array().expect("decisions");
    assert_eq!((&decisions[0]["rule"], &decisions[0]["moves"]), (&json!(2), &json!(["(mark 2 2)"])));
    assert_eq!((&decisions[1]["own_turn"], &decisions[1]["rule"]), (&json!(false), &Value::Null));
    assert_eq!((&decisions[2]["rule"], &decisions[2]["mirrored"]), (&json!(1), &json!(true)), "its image applies");
    assert_eq!(decisions[0]["mirrored"], false);
    assert_eq!((&decisions[2]["literals"], &decisions[2]["moves"]), (&json!(["(cell 3 1 o)"]), &json!(["(mark 1 3)"])));
}

#[test]
fn found_strategies_are_optimal_stored_explained_and_minimal() {
    let server = Server::start();
    let job = server.job(&json!({"kind": "synth", "game": "tic-tac-toe", "role": "x", "seconds": 1.0}));
    assert_eq!(job["state"], "done", "{job}");
    let found = &job["result"];
    assert_eq!(found["optimal"], true);
    let text = found["strategy"]["text"].as_str().expect("text");
    let verdict = server.post("/api/games/tic-tac-toe/strategies/verify", &strategy(text)).is(200).json();
    assert_eq!(verdict["strong"]["optimal"], true);

    let kept = server.get("/api/games/tic-tac-toe/strategies").is(200).json();
    assert_eq!(
        (&kept["strategies"][0]["id"], &kept["strategies"][0]["origin"]),
        (&found["saved"], &json!("synthesised"))
    );

    let words = server.post("/api/games/tic-tac-toe/strategies/explain", &strategy(text)).is(200).json();
    assert_eq!(
        words["rules"].as_array().map(Vec::len),
        found["strategy"]["rules"].as_u64().map(|rules| rules as usize)
    );
    let example = &words["rules"][0]["example"];
    assert!(example["state"].is_string() && example["board"]["contents"].is_array());
    assert_eq!(example["cells"].as_array().map(Vec::len), example["moves"].as_array().map(Vec::len));

    let longer = format!("{text}(cell 1 1 x) => (mark 1 2)\n");
    let less = server.post("/api/games/tic-tac-toe/strategies/minimise", &strategy(&longer)).is(200).json();
    assert!(less["after"]["rules"].as_u64() < less["before"]["rules"].as_u64());
    assert!(!less["removed"].as_array().expect("a list").is_empty());
    let bad = server
        .post("/api/games/tic-tac-toe/strategies/minimise", &strategy("(role x)\n=> (mark 1 2)\n"))
        .is(422)
        .json();
    assert_eq!(bad["code"], "unsuited");
}

#[test]
fn a_partial_list_is_completed_and_kept() {
    let server = Server::start();
    let request = json!({"kind": "complete", "game": "tic-tac-toe", "seconds": 1.0, "strategy": {"text": "(role x)\n=> (mark 2 2)\n"}});
    let job = server.job(&request);
    assert_eq!(job["state"], "done", "{job}");
    let result = &job["result"];
    assert_eq!(result["optimal"], true);
    let (added, list) =
        (result["added"].as_array().expect("numbers"), result["strategy"]["list"].as_array().expect("rules"));
    let given: Vec<&Value> = (1..=list.len()).filter(|n| !added.contains(&json!(n))).map(|n| &list[n - 1]).collect();
    assert_eq!(given, [&json!({"when": [], "move": "(mark 2 2)"})]);
    let mut wrong = json!({"kind": "complete", "game": "tic-tac-toe", "seconds": 1.0, "strategy": {"text": "(role x)\n=> (mark 1 2)\n"}});
    let job = server.job(&wrong);
    assert_eq!((&job["state"], &job["error"]["code"]), (&json!("failed"), &json!("unsuited")));
    wrong["mend"] = json!(true);
    let job = server.job(&wrong);
    assert_eq!((&job["state"], &job["result"]["optimal"]), (&json!("done"), &json!(true)), "{job}");
    let list = job["result"]["strategy"]["list"].as_array().expect("rules");
    let given = list.iter().position(|rule| *rule == json!({"when": [], "move": "(mark 1 2)"}));
    assert!(given.is_some_and(|place| place > 0), "exceptions go before it: {list:?}");
}

#[test]
fn a_search_reports_that_states_are_listed_first_and_can_be_stopped() {
    // So much memory that only the stop ends the listing soon.
    let server = Server::with(|config| config.memory = 1 << 36);
    let job =
        server.post("/api/jobs", &json!({"kind": "synth", "game": "connect-four:5x5", "seconds": 1})).is(202).json();
    let path = format!("/api/jobs/{}", job["id"].as_str().expect("an identifier"));
    let listing =
        |job: &Value| job["progress"]["message"].as_str().is_some_and(|said| said.contains("listing and solving"));
    let mut now = job;
    while !listing(&now) {
        assert!(["queued", "running"].contains(&now["state"].as_str().expect("a state")), "{now}");
        now = server.get(&path).is(200).json();
    }
    server.post(&format!("{path}/stop"), &json!(null)).is(200);
    let (_, end) = server.listen(now["id"].as_str().expect("an identifier")).pop().expect("an event");
    assert_eq!(end["state"], "stopped", "{end}");
}

#[test]
fn lifted_rules_are_verified_and_found() {
    let server = Server::start();
    let verdict = server.post("/api/games/tic-tac-toe/strategies/verify", &strategy(GOOD)).is(200).json();
    assert_eq!(verdict["strong"]["optimal"], true, "{verdict}");
    let job = server.job(&json!({"kind": "synth", "game": "tic-tac-toe", "lifted": true, "seconds": 60}));
    assert_eq!((&job["state"], &job["result"]["strategy"]["rules"]), (&json!("done"), &json!(4)), "{job}");
}

#[test]
fn strategies_are_saved_changed_and_deleted() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |_| {});
    let path = "/api/games/tic-tac-toe/strategies";
    let saved =
        server.post(path, &json!({"name": "../mine", "strategy": {"role": "o", "text": "=> (mark 2"}})).is(201).json();
    let id = saved["id"].as_str().expect("an identifier").to_owned();
    assert_eq!(
        (&saved["name"], &saved["rules"], &saved["strategy"]["role"]),
        (&json!("../mine"), &json!(0), &json!("o"))
    );
    let changed = json!({"name": "Mine", "strategy": {"role": "o", "text": "=> (mark 2 2)"}});
    assert_eq!(server.put(&format!("{path}/{id}"), &changed).is(200).json()["rules"], 1);
    server.end();

    let server = Server::in_directory(data.path(), |_| {});
    assert_eq!(server.get(&format!("{path}/{id}")).is(200).json()["name"], "Mine");
    server.get(&format!("/api/games/nim/strategies/{id}")).is(404);
    server.delete(&format!("{path}/{id}")).is(204);
    server.get(&format!("{path}/{id}")).is(404);
    server.get(&format!("{path}/..%2f..%2fgames")).is(404);
}

#[test]
fn games_that_do_not_support_strategies_are_refused() {
    let server = Server::start();
    let game = server.get("/api/games/clobber:2x3").is(200).json();
    assert_eq!(game["strategies_possible"], false);
    let error = server.post("/api/games/clobber:2x3/strategies/verify", &strategy("")).is(422).json();
    assert_eq!(error["code"], "unsuited");
}

/// A bet on a coin that the role `random` tosses.
const COIN: &str = "(role you) (role random)\n(init ready) (side heads) (side tails)\n\
                    (<= (legal you (bet ?side)) (side ?side) (true ready))\n\
                    (<= (legal random (show ?side)) (side ?side) (true ready))\n\
                    (<= (next won) (does you (bet ?side)) (does random (show ?side)))\n(<= (next over) (true ready))\n\
                    (<= terminal (true over))\n(<= (goal you 100) (true won))\n(<= (goal you 0) (not (true won)))\n\
                    (goal random 50)\n";

#[test]
fn games_of_chance_have_no_strategies() {
    let server = Server::start();
    let sentence = "the role `random` moves by chance, so values are expected rewards";
    let id = server.post("/api/games", &json!({"name": "Coin", "text": COIN})).is(201).json()["id"].clone();
    let path = format!("/api/games/{}", id.as_str().expect("an identifier"));
    let game = server.get(&path).is(200).json();
    assert_eq!((&game["solvable"], &game["strategies_possible"]), (&json!(true), &json!(false)), "{game}");
    assert_eq!(game["why_no_strategies"], json!(format!("No strategies: {sentence}.")));
    let job = server.job(&json!({"kind": "synth", "game": id, "seconds": 1}));
    assert_eq!((&job["state"], &job["error"]["code"]), (&json!("failed"), &json!("unsuited")), "{job}");
    assert_eq!(job["error"]["error"], sentence);
    let error = server.post(&format!("{path}/strategies/verify"), &strategy("=> (bet heads)")).is(422).json();
    assert_eq!((&error["code"], &error["error"]), (&json!("unsuited"), &json!(sentence)));
    let start = server.get(&format!("{path}/position")).is(200).json();
    assert_eq!((&start["value"], &start["database"]), (&Value::Null, &Value::Null), "{start}");
}

#[test]
fn the_rule_for_a_state_wins_as_fast_as_possible() {
    let server = Server::start();
    server.solve("tic-tac-toe");
    let text = "(role x)\n=> (mark 1 1)\n(cell 1 1 x) (cell 2 2 blank) => (mark 2 2)\n";
    let verdict = server.post("/api/games/tic-tac-toe/strategies/verify", &strategy(text)).is(200).json();
    let example = &verdict["strong"]["counter_example"];
    let moves = example["position"]["moves"].as_array().expect("moves");
    let made = &example["rule_for_state"]["move"];
    let chosen = moves.iter().find(|one| one["move"] == *made).expect("a legal move");
    assert_eq!((&chosen["best"], &chosen["distance"]), (&json!(true), &moves[0]["distance"]), "{example}");
}
