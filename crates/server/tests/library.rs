//! Games, databases, and checking sheets.

mod support;

use serde_json::{Value, json};
use support::Server;

const TINY: &str = "(role a)\n(init (p 1))\n(legal a go)\n(<= (next (p 2)) (does a go))\n(<= terminal (true (p 2)))\n\
                    (<= (goal a 100) (true (p 2)))\n(<= (goal a 0) (true (p 1)))\n";

fn entry<'v>(games: &'v Value, name: &str) -> &'v Value {
    games["games"].as_array().expect("games").iter().find(|game| game["name"] == name).expect("a game")
}

#[test]
fn bundled_games_are_listed_with_their_sizes() {
    let server = Server::start();
    let games = server.get("/api/games").is(200).json();
    let four = entry(&games, "connect-four");
    assert_eq!(four["id"], "connect-four:7x6");
    assert_eq!(four["parameters"][0]["name"], "columns");
    assert_eq!((&four["separator"], &four["suggested"][0]), (&json!("x"), &json!("connect-four:4x4")));
    let nim = entry(&games, "nim");
    assert_eq!((&nim["separator"], &nim["longest"], &nim["default_text"]), (&json!(","), &json!(8), &json!("1,3,5,7")));
}

#[test]
fn a_game_has_a_class_and_a_picture() {
    let server = Server::start();
    let game = server.get("/api/games/connect-four:4x4").is(200).json();
    assert_eq!(game["roles"], json!(["red", "yellow"]));
    assert_eq!(game["class"]["constant_sum"], 100);
    assert_eq!(game["class"]["turn_taking"], "proved");
    assert_eq!(game["board"]["cells"].as_array().map(Vec::len), Some(16));
    assert_eq!(game["board"]["empty"], "blank");
    assert_eq!(game["hints"]["surface"], "holes");
    assert_eq!(game["places"]["red"]["(drop 2)"]["cells"].as_array().map(Vec::len), Some(4));
    assert_eq!(game["start"]["to_move"], "red");
    assert!(server.get("/api/games/connect-four:4x4/sheet").is(200).text().contains("(role red)"));
    for nobody in ["no-such-game", "connect-four:99x99", "my-0123456789abcdef", "%2e%2e%2f%2e%2e%2fetc%2fpasswd"] {
        server.get(&format!("/api/games/{nobody}")).is(404);
    }
}

#[test]
fn sheets_are_checked_while_they_are_edited() {
    let server = Server::start();
    let good = server.post("/api/check", &json!({"text": TINY})).is(200).json();
    assert_eq!((&good["ok"], &good["errors"]), (&json!(true), &json!(0)));
    // An umlaut and an emoji in front: bytes, characters and UTF-16 code units differ.
    let bad = server.post("/api/check", &json!({"text": "; ü🐁\n(role a)\n(legal a)"})).is(200).json();
    assert_eq!(bad["ok"], false);
    let marks = bad["diagnostics"].as_array().expect("diagnostics");
    let arity = marks.iter().find(|mark| mark["line"] == 3).expect("a mark in line 3");
    assert_eq!((&arity["column"], &arity["start"], &arity["length"]), (&json!(1), &json!(15), &json!(9)), "{arity}");
    assert!(arity["message"].is_string() && arity["severity"] == "error");
}

#[test]
fn uploaded_sheets_become_games_and_persist() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |_| {});
    let upload = json!({"name": "../../Tiny", "text": TINY});
    let game = server.post("/api/games", &upload).is(201).json();
    let id = game["id"].as_str().expect("an identifier").to_owned();
    assert!(id.starts_with("my-") && game["title"] == "../../Tiny");
    assert_eq!(server.post("/api/games", &upload).is(200).json()["id"], id);
    assert_eq!(server.get(&format!("/api/games/{id}")).is(200).json()["roles"], json!(["a"]));
    let wrong = server.post("/api/games", &json!({"text": "(role"})).is(422).json();
    assert_eq!(wrong["code"], "ill-formed");
    assert_eq!(wrong["diagnostics"][0]["line"], 1);
    server.end();

    let server = Server::in_directory(data.path(), |_| {});
    assert_eq!(server.get(&format!("/api/games/{id}")).is(200).json()["title"], "../../Tiny");
    server.delete(&format!("/api/games/{id}")).is(204);
    server.get(&format!("/api/games/{id}")).is(404);
    server.delete("/api/games/tic-tac-toe").is(409);
}

#[test]
fn databases_of_the_command_line_are_shown_and_not_changed() {
    let own = tempfile::tempdir().expect("a directory");
    let maker = Server::in_directory(own.path(), |_| {});
    let id = maker.solve("tic-tac-toe")["database"].as_str().expect("a database").to_owned();
    maker.end();

    let path = own.path().join("databases").join(&id);
    let server = Server::with(|config| config.databases.push(path));
    let list = server.get("/api/databases").is(200).json();
    let database = &list["databases"][0];
    assert_eq!((&database["game"], &database["value"]), (&json!("tic-tac-toe"), &json!([50, 50])));
    assert_eq!((&database["states"], &database["complete"]), (&json!(5478), &json!(true)));
    assert_eq!(database["class"], "2 roles, turn-taking, constant sum 100, acyclic");
    let id = database["id"].as_str().expect("an identifier");
    let layers = server.get(&format!("/api/databases/{id}")).is(200).json()["layers"].clone();
    assert_eq!(layers.as_array().map(Vec::len), Some(10));
    server.delete(&format!("/api/databases/{id}")).is(409);
    server.get("/api/databases/0123456789abcdef").is(404);
    let games = server.get("/api/games").is(200).json();
    assert_eq!(entry(&games, "tic-tac-toe")["databases"][0]["id"], id);
}

#[test]
fn the_server_reports_its_status() {
    let server = Server::start();
    let status = server.get("/api/status").is(200).json();
    assert_eq!((&status["name"], &status["memory"]["limit"]), (&json!("backsolve"), &json!(1 << 30)));
    assert_eq!(status["jobs"], json!({"running": 0, "queued": 0, "most_running": 2, "most_queued": 16}));
}

#[test]
fn deleting_a_game_deletes_everything_that_depends_on_it() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |_| {});
    let game = server.post("/api/games", &json!({"name": "Tiny", "text": TINY})).is(201).json();
    let id = game["id"].as_str().expect("an identifier").to_owned();
    server.solve(&id);
    let strategy = json!({"name": "Mine", "strategy": {"text": "=> go"}});
    server.post(&format!("/api/games/{id}/strategies"), &strategy).is(201);
    server.delete(&format!("/api/games/{id}")).is(204);
    assert_eq!(server.get("/api/databases").is(200).json()["databases"], json!([]));
    assert_eq!(server.get("/api/jobs").is(200).json()["jobs"], json!([]));
    server.end();
    for folder in ["games", "strategies", "databases", "jobs"] {
        let left = std::fs::read_dir(data.path().join(folder)).expect("a folder").count();
        assert_eq!(left, 0, "{folder}");
    }
    let server = Server::in_directory(data.path(), |_| {});
    server.get(&format!("/api/games/{id}")).is(404);
}

#[test]
fn a_game_that_a_database_brought_can_be_uploaded_and_stays() {
    let own = tempfile::tempdir().expect("a directory");
    let maker = Server::in_directory(own.path(), |_| {});
    let game = maker.post("/api/games", &json!({"name": "Tiny", "text": TINY})).is(201).json();
    let database = maker.solve(game["id"].as_str().expect("an identifier"))["database"].clone();
    maker.end();
    let path = own.path().join("databases").join(database.as_str().expect("a database"));

    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |config| config.databases.push(path.clone()));
    let brought = entry(&server.get("/api/games").is(200).json(), game["id"].as_str().expect("one")).clone();
    assert_eq!((&brought["origin"], &brought["roles"]), (&json!("database"), &json!(1)));
    let uploaded = server.post("/api/games", &json!({"name": "My own", "text": TINY})).is(201).json();
    assert_eq!((&uploaded["id"], &uploaded["title"]), (&game["id"], &json!("My own")));
    // The database of the command line belongs to this game and stays.
    server.delete(&format!("/api/games/{}", game["id"].as_str().expect("one"))).is(409);
    server.end();

    let server = Server::in_directory(data.path(), |_| {});
    let kept = entry(&server.get("/api/games").is(200).json(), game["id"].as_str().expect("one")).clone();
    assert_eq!((&kept["origin"], &kept["title"]), (&json!("uploaded"), &json!("My own")));
}

#[test]
fn roles_are_counted_from_the_rules() {
    let server = Server::start();
    let sheet = "(ROLE a) (role b)\n; (role c)\n(init (p 1)) (legal a go) (legal b go)\n(<= (next (p 2)) (true (p 1)))\n\
                 (<= terminal (true (p 2)))\n(goal a 50) (goal b 50)\n";
    let game = server.post("/api/games", &json!({"text": sheet})).is(201).json();
    assert_eq!(game["roles"], 2);
}

#[test]
fn changing_comments_keeps_the_solution_and_the_strategies_of_a_game() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |_| ());
    let uploaded = server.post("/api/games", &json!({"name": "Tiny", "text": TINY})).is(201).json();
    let path = format!("/api/games/{}", uploaded["id"].as_str().expect("an identifier"));
    server.solve(uploaded["id"].as_str().expect("an identifier"));
    let strategy = json!({"name": "Mine", "strategy": {"text": ""}});
    server.post(&format!("{path}/strategies"), &strategy).is(201);
    let text = format!("; a remark\n  {TINY}");
    let changed = server.put(&path, &json!({"name": "Tiny", "text": text})).is(200).json();
    assert_eq!((&changed["id"], &changed["rules_hash"]), (&uploaded["id"], &uploaded["rules_hash"]));
    assert_eq!(changed["databases"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        server.get(&format!("{path}/strategies")).is(200).json()["strategies"].as_array().map(Vec::len),
        Some(1)
    );
    assert_eq!(server.get(&format!("{path}/sheet")).is(200).text(), text);
    // A restarted server finds the solution by its rules.
    server.end();
    let server = Server::in_directory(data.path(), |_| ());
    let listed = server.get("/api/games").is(200).json();
    let own = listed["games"].as_array().expect("games").iter().filter(|game| game["origin"] != "bundled");
    let own: Vec<_> = own.map(|game| (&game["id"], game["databases"].as_array().map(Vec::len))).collect();
    assert_eq!(own, [(&uploaded["id"], Some(1))]);
}

#[test]
fn an_uploaded_game_can_be_renamed_and_its_rules_changed() {
    let server = Server::start();
    let id = |game: &Value| game["id"].as_str().expect("an identifier").to_owned();
    let game = server.post("/api/games", &json!({"name": "Tiny", "text": TINY})).is(201).json();
    let first = id(&game);
    server.solve(&first);
    let renamed = server.put(&format!("/api/games/{first}"), &json!({"name": "Small", "text": TINY})).is(200).json();
    assert_eq!((&renamed["id"], &renamed["title"]), (&json!(first), &json!("Small")));
    assert_eq!(renamed["databases"].as_array().map(Vec::len), Some(1), "the rules are the same");
    assert_eq!(server.get("/api/jobs").is(200).json()["jobs"][0]["title"], "Small");
    let text = TINY.replace("(p 2)", "(p 3)");
    let changed = server.put(&format!("/api/games/{first}"), &json!({"name": "Small", "text": text})).is(200).json();
    assert_ne!(id(&changed), first);
    assert_eq!(changed["databases"], json!([]), "they were of other rules");
    server.get(&format!("/api/games/{first}")).is(404);
    assert_eq!(server.get(&format!("/api/games/{}/sheet", id(&changed))).is(200).text(), text);
    let wrong = json!({"name": "Small", "text": "(role a"});
    server.put(&format!("/api/games/{}", id(&changed)), &wrong).is(422);
    server.get(&format!("/api/games/{}", id(&changed))).is(200);
    server.put("/api/games/tic-tac-toe", &json!({"name": "Mine", "text": TINY})).is(409);
}

#[test]
fn a_game_without_a_size_has_its_default_size() {
    let server = Server::start();
    server.solve("nim-take");
    let game = server.get("/api/games/nim-take").is(200).json();
    assert_eq!(game["databases"].as_array().map(Vec::len), Some(1), "{game}");
    let sized = server.get(&format!("/api/games/{}", game["id"].as_str().expect("an identifier"))).is(200).json();
    assert_eq!(sized["databases"], game["databases"]);
}
