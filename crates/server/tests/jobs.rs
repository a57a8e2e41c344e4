//! Jobs: progress, stopping, going on, limits.

mod support;

use serde_json::{Value, json};
use support::Server;

#[test]
fn a_solve_is_watched_from_the_start_to_the_end() {
    let server = Server::start();
    let job = server.post("/api/jobs", &json!({"kind": "solve", "game": "connect-four:4x4"})).is(202).json();
    assert_eq!((&job["kind"], &job["game"]), (&json!("solve"), &json!("connect-four:4x4")));
    let events = server.listen(job["id"].as_str().expect("an identifier"));
    assert_eq!(events[0].0, "job");
    let (_, last) = events.last().expect("an end");
    assert_eq!((&last["state"], &last["result"]["value"]), (&json!("done"), &json!([50, 50])));
    assert_eq!(last["result"]["states"], 161_029);
    let layers = last["layers"].as_array().expect("layers");
    assert_eq!(layers.len(), 17);
    assert!(layers.iter().all(|layer| layer["solved"] == true));
    let share: u64 =
        layers[16]["outcomes"].as_array().expect("shares").iter().map(|s| s["states"].as_u64().unwrap_or(0)).sum();
    assert_eq!(Some(share), layers[16]["states"].as_u64());
    let told = events.iter().filter(|(name, _)| name == "progress").count();
    assert!(told > 0 || !last["history"].as_array().expect("a course").is_empty());
    // Asked again, it is there.
    let again = server.job(&json!({"kind": "solve", "game": "connect-four:4x4"}));
    assert_eq!((&again["state"], &again["database"]), (&json!("done"), &last["database"]));
    let list = server.get("/api/jobs").is(200).json();
    assert_eq!(list["jobs"].as_array().map(Vec::len), Some(2));
    assert_eq!(list["jobs"][0]["history"], Value::Null);
}

#[test]
fn a_stopped_solve_goes_on_after_a_restart() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |config| config.threads = 1);
    let request = json!({"kind": "solve", "game": "connect-four:5x4", "engine": "symbolic"});
    let job = server.post("/api/jobs", &request).is(202).json();
    let id = job["id"].as_str().expect("an identifier").to_owned();
    let conflict = server.post("/api/jobs", &request).is(409).json();
    assert_eq!(conflict["job"], id);
    server.post(&format!("/api/jobs/{id}/stop"), &json!(null)).is(200);
    let (_, stopped) = server.listen(&id).pop().expect("an event");
    assert_eq!((&stopped["state"], &stopped["resumable"]), (&json!("stopped"), &json!(true)));
    server.end();

    let server = Server::in_directory(data.path(), |_| {});
    let known = server.get(&format!("/api/jobs/{id}")).is(200).json();
    assert_eq!((&known["state"], &known["resumable"]), (&json!("stopped"), &json!(true)));
    server.post(&format!("/api/jobs/{id}/resume"), &json!(null)).is(200);
    let (_, done) = server.listen(&id).pop().expect("an event");
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(done["result"]["states"], 3_945_711);
    server.post(&format!("/api/jobs/{id}/resume"), &json!(null)).is(409);
    server.delete(&format!("/api/jobs/{id}")).is(204);
    server.get(&format!("/api/jobs/{id}")).is(404);
    let database = done["database"].as_str().expect("a database");
    server.delete(&format!("/api/databases/{database}")).is(204);
    server.get(&format!("/api/databases/{database}")).is(404);
}

#[test]
fn ending_the_server_leaves_a_running_solve_to_go_on() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |config| config.threads = 1);
    let request = json!({"kind": "solve", "game": "connect-four:5x5"});
    let id = server.post("/api/jobs", &request).is(202).json()["id"].as_str().expect("an identifier").to_owned();
    server.end();
    let server = Server::in_directory(data.path(), |_| {});
    let job = server.get(&format!("/api/jobs/{id}")).is(200).json();
    assert_eq!((&job["state"], &job["resumable"]), (&json!("stopped"), &json!(true)));
}

#[test]
fn a_limit_is_an_error_that_can_go_on() {
    let server = Server::start();
    let job = server.job(&json!({"kind": "solve", "game": "connect-four:5x5", "seconds": 0.2}));
    assert_eq!(
        (&job["state"], &job["error"]["code"], &job["resumable"]),
        (&json!("failed"), &json!("limit"), &json!(true))
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let server = Server::start();
    for wrong in [
        json!({"kind": "solve", "game": "tic-tac-toe", "engine": "steam"}),
        json!({"kind": "solve", "game": "tic-tac-toe", "algorithm": "guess"}),
        json!({"kind": "solve", "game": "tic-tac-toe", "model": "kind"}),
        json!({"kind": "solve", "game": "tic-tac-toe", "seconds": -1}),
        json!({"kind": "solve", "game": "tic-tac-toe", "out": "/etc"}),
        json!({"kind": "conquer", "game": "tic-tac-toe"}),
        json!({"kind": "solve"}),
        json!([]),
    ] {
        server.post("/api/jobs", &wrong).is(400);
    }
    server.post("/api/jobs", &json!({"kind": "solve", "game": "nothing"})).is(404);
    server.get("/api/jobs/0123456789abcdef/events").is(404);
    let cyclic = server.job(&json!({"kind": "solve", "game": "three-mens-morris", "algorithm": "layered"}));
    assert_eq!((&cyclic["state"], &cyclic["resumable"]), (&json!("failed"), &json!(false)));
    assert!(cyclic["error"]["error"].is_string());
}

#[test]
fn cyclic_games_are_solved_too() {
    let server = Server::start();
    let job = server.solve("three-mens-morris");
    assert_eq!(job["result"]["algorithm"], "zero-sum");
    let position = server.get("/api/games/three-mens-morris/position").is(200).json();
    assert!(position["value"].is_array() && position["moves"][0]["best"] == true);
}
