//! Jobs: progress, stopping, resuming, limits.

mod support;

use serde_json::{Value, json};
use support::Server;

#[test]
fn a_solve_is_reported_from_start_to_end() {
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
    let course = last["history"].as_array().expect("a course");
    let layer = course.iter().find(|point| point["phase"] == "forward").expect("a layer was told");
    assert!(layer["states"].as_u64() > Some(0) && layer["seconds"].is_number(), "{layer}");
    // The same request finds the finished solution.
    let again = server.job(&json!({"kind": "solve", "game": "connect-four:4x4"}));
    assert_eq!((&again["state"], &again["database"]), (&json!("done"), &last["database"]));
    let list = server.get("/api/jobs").is(200).json();
    assert_eq!(list["jobs"].as_array().map(Vec::len), Some(2));
    assert_eq!((&list["jobs"][0]["history"], &list["jobs"][0]["request"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_stopped_solve_resumes_after_a_restart() {
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
fn a_solve_that_runs_at_shutdown_can_be_resumed() {
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
fn reaching_a_limit_is_an_error_that_can_be_resumed() {
    let server = Server::start();
    let job = server.job(&json!({"kind": "solve", "game": "connect-four:5x5", "seconds": 0.2}));
    assert_eq!(
        (&job["state"], &job["error"]["code"], &job["resumable"]),
        (&json!("failed"), &json!("limit"), &json!(true))
    );
    let hint = job["error"]["hint"].as_str().expect("a hint");
    assert!(hint.starts_with("allow more time"), "{hint}");
}

#[test]
fn invalid_requests_are_rejected() {
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
    assert_eq!(
        cyclic["error"],
        json!({
            "error": "the game is cyclic, and layered solves acyclic games only",
            "hint": "leave the algorithm to the solver",
            "code": "unsuited",
        }),
    );
}

#[test]
fn cyclic_games_are_solved() {
    let server = Server::start();
    let job = server.solve("three-mens-morris");
    assert_eq!(job["result"]["algorithm"], "zero-sum");
    let position = server.get("/api/games/three-mens-morris/position").is(200).json();
    assert!(position["value"].is_array() && position["moves"][0]["best"] == true);
}

/// A game that takes far longer than any test.
const LONG: &str = "connect-four:7x6";

fn id(job: &Value) -> &str {
    job["id"].as_str().expect("an identifier")
}

/// Whether a figure in a job's history never decreases.
fn is_sorted(job: &Value, name: &str) -> bool {
    job["history"].as_array().expect("a course").iter().map(|point| point[name].as_f64()).is_sorted()
}

#[test]
fn of_two_concurrent_resumes_one_is_refused() {
    let server = Server::with(|config| config.jobs = 1);
    let job = server.post("/api/jobs", &json!({"kind": "solve", "game": LONG})).is(202).json();
    let (resume, stop) = (format!("/api/jobs/{}/resume", id(&job)), format!("/api/jobs/{}/stop", id(&job)));
    server.post(&resume, &json!(null)).is(409);
    server.post(&stop, &json!(null)).is(200);
    server.listen(id(&job));
    server.post(&resume, &json!(null)).is(200);
    server.post(&resume, &json!(null)).is(409);
    // The running one receives the stop.
    server.post(&stop, &json!(null)).is(200);
    let (_, stopped) = server.listen(id(&job)).pop().expect("an event");
    assert_eq!(stopped["state"], "stopped");
}

#[test]
fn a_running_job_is_not_removed() {
    let server = Server::with(|config| config.jobs = 1);
    let running = server.post("/api/jobs", &json!({"kind": "solve", "game": LONG})).is(202).json();
    let waiting = server.post("/api/jobs", &json!({"kind": "solve", "game": "tic-tac-toe"})).is(202).json();
    let refused = server.delete(&format!("/api/jobs/{}", id(&running))).is(409).json();
    assert_eq!(refused["job"], running["id"]);
    server.delete(&format!("/api/jobs/{}", id(&waiting))).is(204);
    assert_eq!(server.get("/api/status").is(200).json()["jobs"]["queued"], 0);
    server.post(&format!("/api/jobs/{}/stop", id(&running)), &json!(null)).is(200);
    server.listen(id(&running));
    server.delete(&format!("/api/jobs/{}", id(&running))).is(204);
    assert_eq!(server.get("/api/jobs").is(200).json()["jobs"], json!([]));
}

#[test]
fn stopped_jobs_leave_the_queue() {
    let server = Server::with(|config| config.jobs = 1);
    let long = server.post("/api/jobs", &json!({"kind": "solve", "game": LONG})).is(202).json();
    let ask = |heap: usize| server.post("/api/jobs", &json!({"kind": "solve", "game": format!("nim:{heap},1")}));
    let waiting: Vec<Value> = (1..=16).map(|heap| ask(heap).is(202).json()).collect();
    let busy = ask(17).is(429);
    assert_eq!(busy.header("retry-after").as_deref(), Some("1"));
    for job in &waiting {
        server.post(&format!("/api/jobs/{}/stop", id(job)), &json!(null)).is(200);
    }
    assert_eq!(server.get("/api/status").is(200).json()["jobs"]["queued"], 0);
    let again = ask(17).is(202).json();
    assert_eq!(again["state"], "queued");
    server.post(&format!("/api/jobs/{}/stop", id(&long)), &json!(null)).is(200);
    assert_eq!(server.listen(id(&again)).pop().expect("an event").1["state"], "done");
}

#[test]
fn a_database_that_a_job_writes_is_not_deleted() {
    let server = Server::with(|config| config.jobs = 1);
    let request = json!({"kind": "solve", "game": "connect-four:5x5", "engine": "symbolic"});
    let job = server.post("/api/jobs", &request).is(202).json();
    let stop = || server.post(&format!("/api/jobs/{}/stop", id(&job)), &json!(null)).is(200);
    let layer = |job: &Value| job["layers"].as_array().is_some_and(|layers| !layers.is_empty());
    while !layer(&server.get(&format!("/api/jobs/{}", id(&job))).is(200).json()) {}
    stop();
    server.listen(id(&job));
    let database = format!("/api/databases/{}", job["database"].as_str().expect("a database"));
    server.post(&format!("/api/jobs/{}/resume", id(&job)), &json!(null)).is(200);
    server.delete(&database).is(409);
    stop();
    server.listen(id(&job));
    server.delete(&database).is(204);
    // Resuming now starts over, and the earlier counts are gone.
    server.post(&format!("/api/jobs/{}/resume", id(&job)), &json!(null)).is(200);
    stop();
    let (_, stopped) = server.listen(id(&job)).pop().expect("an event");
    assert!(is_sorted(&stopped, "found"), "{stopped}");
}

#[test]
fn a_stop_works_during_grounding() {
    let server = Server::with(|config| config.memory = 4 << 30);
    let mut sheet = String::from("(role a)\n(init (p 0))\n(legal a go)\n(<= terminal (true (p 1)))\n(goal a 0)\n");
    (0..10).for_each(|digit| sheet += &format!("(digit {digit})\n"));
    sheet += "(<= (next (q ?a ?b ?c ?d ?e ?f ?g ?h)) (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f) \
              (digit ?g) (digit ?h) (does a go))\n";
    let game = server.post("/api/games", &json!({"text": sheet})).is(201).json();
    let job = server.post("/api/jobs", &json!({"kind": "solve", "game": game["id"]})).is(202).json();
    server.post(&format!("/api/jobs/{}/stop", id(&job)), &json!(null)).is(200);
    let (_, stopped) = server.listen(id(&job)).pop().expect("an event");
    assert_eq!(stopped["state"], "stopped", "{stopped}");
}

#[test]
fn failed_jobs_are_eventually_removed() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |_| {});
    for _ in 0..3 {
        server.job(&json!({"kind": "solve", "game": "three-mens-morris", "algorithm": "layered"}));
    }
    server.end();
    assert_eq!(std::fs::read_dir(data.path().join("jobs")).expect("a folder").count(), 0);
    let server = Server::in_directory(data.path(), |_| {});
    assert_eq!(server.get("/api/jobs").is(200).json()["jobs"], json!([]));
}

#[test]
fn the_same_request_continues_the_earlier_counts() {
    let server = Server::start();
    let solve =
        |seconds: f64| json!({"kind": "solve", "game": "connect-four:5x4", "engine": "symbolic", "seconds": seconds});
    let first = server.job(&solve(0.3));
    let last = server.job(&solve(600.0));
    assert_eq!(last["state"], "done", "{last}");
    for name in ["found", "solved", "seconds"] {
        assert!(is_sorted(&last, name), "{name}: {last}");
    }
    let course = last["history"].as_array().expect("a course");
    assert!(course.iter().all(|point| point["found"].as_u64() <= Some(3_945_711)), "no state is counted twice");
    assert!(last["seconds"].as_f64() >= first["seconds"].as_f64());
    // The continued job is not listed separately.
    let list = server.get("/api/jobs").is(200).json();
    let states: Vec<&Value> = list["jobs"].as_array().into_iter().flatten().map(|job| &job["state"]).collect();
    assert!(states.iter().all(|&state| state == "done"), "{states:?}");
}

#[test]
fn the_same_request_continues_after_a_restart() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |_| {});
    let request = json!({"kind": "solve", "game": "connect-four:5x5", "engine": "symbolic"});
    let earlier = server.post("/api/jobs", &request).is(202).json();
    server.end();
    let server = Server::in_directory(data.path(), |_| {});
    let job = server.post("/api/jobs", &request).is(202).json();
    server.get(&format!("/api/jobs/{}", id(&earlier))).is(404);
    let list = server.get("/api/jobs").is(200).json();
    assert_eq!(list["jobs"].as_array().map(Vec::len), Some(1), "{list}");
    server.post(&format!("/api/jobs/{}/stop", id(&job)), &json!(null)).is(200);
    server.listen(id(&job));
}

#[test]
fn a_copy_of_a_bundled_game_has_its_own_solution() {
    let server = Server::start();
    server.job(&json!({"kind": "solve", "game": "nim:1,2"}));
    let text = server.get("/api/games/nim:1,2/sheet").is(200).text();
    let copy = server.post("/api/games", &json!({"name": "Mine", "text": text})).is(201).json();
    let job = server.job(&json!({"kind": "solve", "game": copy["id"]}));
    assert_eq!((&job["state"], &job["result"]["game"]), (&json!("done"), &copy["id"]), "{job}");
}
