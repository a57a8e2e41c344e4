//! Positions, batches of them, and reviews of games.

mod support;

use serde_json::{Value, json};
use support::Server;

fn find<'v>(position: &'v Value, made: &str) -> &'v Value {
    let moves = position["moves"].as_array().expect("moves");
    moves.iter().find(|one| one["move"] == made).unwrap_or_else(|| panic!("no {made} in {position}"))
}

#[test]
fn a_position_is_the_same_by_moves_by_facts_and_by_name() {
    let server = Server::start();
    let by_moves = server.get("/api/games/tic-tac-toe/position?moves=(mark%202%202)(mark%201%201)").is(200).json();
    assert_eq!(by_moves["moves_played"], json!(["(mark 2 2)", "(mark 1 1)"]));
    assert_eq!((&by_moves["to_move"], &by_moves["mover"]), (&json!("x"), &json!(0)));
    let name = by_moves["state"].as_str().expect("a name");
    let by_name = server.get(&format!("/api/games/tic-tac-toe/position?state={name}")).is(200).json();
    assert_eq!((&by_name["facts"], &by_name["moves"]), (&by_moves["facts"], &by_moves["moves"]));
    let asked = json!({"positions": [
        {"facts": by_moves["facts"]}, {"moves": ["mark 2 2", "mark 1 1"]}, {}, {"moves": ["mark 9 9"]}, {"state": "zz"},
        {"state": name, "moves": []}
    ]});
    let batch = server.post("/api/games/tic-tac-toe/positions", &asked).is(200).json();
    assert_eq!(batch["positions"][0]["state"], name);
    assert_eq!(batch["positions"][1]["state"], name);
    assert_eq!(batch["positions"][2]["facts"].as_array().map(Vec::len), Some(10));
    for wrong in 3..6 {
        assert_eq!(batch["positions"][wrong]["code"], "bad-request", "{batch}");
    }
}

#[test]
fn without_a_database_moves_have_no_values() {
    let server = Server::start();
    let position = server.get("/api/games/tic-tac-toe/position").is(200).json();
    assert_eq!(position["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!((&position["value"], &position["database"]), (&Value::Null, &Value::Null));
    assert_eq!(position["legal"][1], json!(["noop"]));
    assert_eq!(find(&position, "(mark 3 1)")["best"], false);
    let cell = find(&position, "(mark 3 1)")["cells"][0].as_u64().expect("a cell") as usize;
    let game = server.get("/api/games/tic-tac-toe").is(200).json();
    assert_eq!(game["board"]["cells"][cell]["label"], "3 1");
    assert_eq!((&game["board"]["cells"][cell]["x"], &game["board"]["cells"][cell]["y"]), (&json!(2), &json!(0)));
}

#[test]
fn with_a_database_every_move_has_its_value() {
    let server = Server::start();
    server.solve("tic-tac-toe");
    let start = server.get("/api/games/tic-tac-toe/position").is(200).json();
    assert_eq!((&start["value"], &start["outcome"], &start["distance"]), (&json!([50, 50]), &json!("draw"), &json!(9)));
    let after = server.get("/api/games/tic-tac-toe/position?moves=mark%201%201%20mark%201%202").is(200).json();
    assert_eq!((&after["value"], &after["outcome"]), (&json!([100, 0]), &json!("win")));
    assert_eq!(after["moves"][0]["best"], true);
    let slip = find(&after, "(mark 1 3)");
    assert_eq!((&slip["best"], &slip["outcome"]), (&json!(false), &json!("draw")));
    let over = "mark 1 1 mark 1 2 mark 2 1 mark 2 2 mark 3 1".replace(' ', "%20");
    let over = server.get(&format!("/api/games/tic-tac-toe/position?moves={over}")).is(200).json();
    assert_eq!((&over["terminal"], &over["rewards"], &over["moves"]), (&json!(true), &json!([100, 0]), &json!([])));
}

#[test]
fn falling_discs_and_shrinking_heaps_are_shown() {
    let server = Server::start();
    let position = server.get("/api/games/connect-four:4x4/position?moves=drop%203").is(200).json();
    let second = find(&position, "(drop 3)")["cells"].clone();
    let game = server.get("/api/games/connect-four:4x4").is(200).json();
    let cell = &game["board"]["cells"][second[0].as_u64().expect("a cell") as usize];
    assert_eq!((&cell["label"], &cell["y"]), (&json!("3 2"), &json!(2)));
    let heaps = server.get("/api/games/nim:1,3,5,7/position").is(200).json();
    assert_eq!(heaps["board"]["counters"], json!(["1", "3", "5", "7"]));
    let taken = find(&heaps, "(reduce 4 2)");
    assert_eq!((&taken["counter"], &taken["changes"][0]["to"]), (&json!(3), &json!("2")));
}

#[test]
fn a_review_names_the_mistake_and_the_better_move() {
    let server = Server::start();
    server.solve("tic-tac-toe");
    let moves = json!({"moves": ["(mark 1 1)", "(mark 1 2)", "(mark 2 2)", "(mark 3 3)", "(mark 2 1)", "(mark 3 1)", "(mark 2 3)"]});
    let review = server.post("/api/games/tic-tac-toe/review", &moves).is(200).json();
    let perfect: Vec<&Value> = review["plies"].as_array().expect("plies").iter().map(|ply| &ply["perfect"]).collect();
    assert_eq!(perfect[..3], [&json!(true), &json!(false), &json!(true)]);
    assert_eq!(review["plies"][1]["better"], json!(["(mark 2 2)"]));
    assert_eq!(
        (&review["plies"][1]["outcome_before"], &review["plies"][1]["outcome_after"]),
        (&json!("draw"), &json!("loss"))
    );
    assert_eq!((&review["final"]["rewards"], &review["mistakes"]), (&json!([100, 0]), &json!([0, 1])));
    server.post("/api/games/tic-tac-toe/review", &json!({"moves": ["(mark 1 1)", "(mark 1 1)"]})).is(400);
}

/// Nobody may take the last one, and the game ends only when it is taken.
const STUCK: &str = "(role a) (role b)\n(init (heap 3)) (init (control a))\n(sub 3 2) (sub 2 1) (sub 1 0)\n\
                     (<= (legal ?r take) (true (control ?r)) (true (heap ?n)) (distinct ?n 1))\n\
                     (<= (legal ?r noop) (role ?r) (not (true (control ?r))))\n\
                     (<= (next (heap ?m)) (does ?r take) (true (heap ?n)) (sub ?n ?m))\n\
                     (<= (next (control b)) (true (control a)))\n(<= (next (control a)) (true (control b)))\n\
                     (<= terminal (true (heap 0)))\n(<= (goal ?r 0) (true (control ?r)))\n\
                     (<= (goal ?r 100) (role ?r) (not (true (control ?r))))\n";

#[test]
fn a_role_without_a_move_is_not_the_end_of_the_game() {
    let server = Server::start();
    let game = server.post("/api/games", &json!({"name": "Stuck", "text": STUCK})).is(201).json();
    let id = game["id"].as_str().expect("an identifier");
    let places = json!({"positions": [{"moves": ["take", "take"]}, {"moves": []}]});
    let answer = server.post(&format!("/api/games/{id}/positions"), &places).is(200).json();
    let [stuck, start] = [&answer["positions"][0], &answer["positions"][1]];
    assert_eq!((&stuck["terminal"], &stuck["stuck"]), (&json!(false), &json!("a")), "{stuck}");
    assert_eq!((&stuck["rewards"], &stuck["moves"]), (&Value::Null, &json!([])));
    assert_eq!((&start["stuck"], &start["mover"]), (&Value::Null, &json!(0)), "only a does something: {start}");
}

#[test]
fn the_last_ply_of_tic_tac_toe_has_a_mover_and_outcomes() {
    let server = Server::start();
    let job = server.job(&json!({"kind": "solve", "game": "tic-tac-toe"}));
    assert_eq!(job["state"], "done", "{job}");
    let moves = ["1 1", "2 2", "1 2", "1 3", "3 1", "2 1", "2 3", "3 2"];
    let request = json!({"positions": [{"moves": moves}]});
    let last = &server.post("/api/games/tic-tac-toe/positions", &request).is(200).json()["positions"][0];
    assert_eq!((&last["to_move"], &last["mover"]), (&json!("x"), &json!(0)), "{last}");
    assert_eq!((&last["distance"], &last["distance_unknown"]), (&json!(1), &json!(false)));
    let only = &last["moves"][0];
    assert_eq!((&only["move"], &only["outcome"]), (&json!("(mark 3 3)"), &json!("draw")));
    // The other role's move may be included, in either position.
    let mut spelt = moves.to_vec();
    spelt.push("mark 3 3 noop");
    let review = server.post("/api/games/tic-tac-toe/review", &json!({"moves": spelt})).is(200).json();
    let ply = &review["plies"][8];
    assert_eq!(
        (&ply["role"], &ply["move"], &ply["forced"]),
        (&json!("x"), &json!("(mark 3 3)"), &json!(true)),
        "{ply}"
    );
}

const AT_ONCE: &str = "(role a) (role b)\n(init start)\n(sign rock) (sign paper)\n(<= (legal ?r ?s) (role ?r) (sign ?s))\n\
                       (<= (next (shown ?r ?s)) (does ?r ?s))\n(<= terminal (not (true start)))\n\
                       (<= (goal ?r 100) (true (shown ?r paper)))\n(<= (goal ?r 0) (true (shown ?r rock)))\n\
                       (<= (goal ?r 50) (role ?r) (true start))\n";

#[test]
fn simultaneous_moves_are_joint_and_nobody_is_to_move() {
    let server = Server::start();
    let game = server.post("/api/games", &json!({"name": "Signs", "text": AT_ONCE})).is(201).json();
    let id = game["id"].as_str().expect("an identifier");
    let game = server.get(&format!("/api/games/{id}")).is(200).json();
    assert_eq!(game["class"]["turn_taking"], "refuted");
    let words = game["class"]["text"].as_str().expect("words");
    assert!(words.contains("simultaneous moves") && !words.contains("turn-taking"), "{words}");
    let start = server.get(&format!("/api/games/{id}/position")).is(200).json();
    assert_eq!((&start["at_once"], &start["mover"]), (&json!(true), &Value::Null));
    assert_eq!(start["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!(find(&start, "[paper rock]")["joint"], json!(["paper", "rock"]));
    let played = json!({"positions": [{"moves": ["paper rock"]}]});
    let after = server.post(&format!("/api/games/{id}/positions"), &played).is(200).json();
    assert_eq!(after["positions"][0]["rewards"], json!([100, 0]));
    let refused = server.job(&json!({"kind": "solve", "game": id}));
    assert_eq!((&refused["state"], &refused["resumable"]), (&json!("failed"), &json!(false)), "{refused}");
}

/// Two roles with rewards between 30 and 70, and three that share a hundred.
const TWO_WAYS: &str = "(role a) (role b) (init (control a)) (way up) (way down) (side left) (side right)
    (<= (legal a (go ?w)) (true (control a)) (way ?w)) (<= (legal b (turn ?s)) (true (control b)) (side ?s))
    (<= (legal a noop) (true (control b))) (<= (legal b noop) (true (control a)))
    (<= (next (control b)) (true (control a))) (<= (next (went ?w)) (does a (go ?w)))
    (<= (next (went ?w)) (true (went ?w))) (<= (next (turned ?s)) (does b (turn ?s)))
    (<= terminal (true (turned left))) (<= terminal (true (turned right)))
    (pays up left 55 45) (pays up right 60 40) (pays down left 40 60) (pays down right 70 30)
    (<= (goal a ?n) (true (went ?w)) (true (turned ?s)) (pays ?w ?s ?n ?m))
    (<= (goal b ?m) (true (went ?w)) (true (turned ?s)) (pays ?w ?s ?n ?m))";
const THREE_WAYS: &str = "(role a) (role b) (role c) (init start) (way much) (way some) (way none)
    (<= (legal a (go ?w)) (way ?w)) (legal b noop) (legal c noop)
    (<= (next (went ?w)) (does a (go ?w))) (<= terminal (not (true start)))
    (pays much 50 30 20) (pays some 20 30 50) (pays none 0 50 50)
    (<= (goal a ?n) (true (went ?w)) (pays ?w ?n ?m ?k))
    (<= (goal b ?m) (true (went ?w)) (pays ?w ?n ?m ?k))
    (<= (goal c ?k) (true (went ?w)) (pays ?w ?n ?m ?k))";

#[test]
fn rewards_that_say_more_than_who_wins_are_shown_in_points() {
    let server = Server::start();
    let added = server.post("/api/games", &json!({"name": "Two ways", "text": TWO_WAYS})).is(201).json();
    let id = added["id"].as_str().expect("an identifier");
    assert_eq!(server.get(&format!("/api/games/{id}")).is(200).json()["in_points"], true, "before it is solved");
    let solved = server.solve(id);
    assert_eq!(solved["result"]["in_points"], true);
    let start = server.get(&format!("/api/games/{id}/position")).is(200).json();
    assert_eq!((&start["points"], &find(&start, "(go down)")["points"]), (&json!(55), &json!(40)));
    let moves = json!({"moves": ["go down", "turn left"]});
    let review = server.post(&format!("/api/games/{id}/review"), &moves).is(200).json();
    let slip = &review["plies"][0];
    assert_eq!((&slip["points_before"], &slip["points_after"]), (&json!(55), &json!(40)));
    assert_eq!(slip["perfect"], false);
    assert_eq!(review["plies"][1]["points_before"], 60, "the points of the role to move");
}

#[test]
fn of_three_roles_none_with_a_reward_has_lost() {
    let server = Server::start();
    let added = server.post("/api/games", &json!({"name": "Three ways", "text": THREE_WAYS})).is(201).json();
    let id = added["id"].as_str().expect("an identifier");
    server.solve(id);
    let start = server.get(&format!("/api/games/{id}/position")).is(200).json();
    let told = |made: &str| (find(&start, made)["points"].clone(), find(&start, made)["outcome"].clone());
    assert_eq!(told("(go much)"), (json!(50), json!("win")));
    assert_eq!(told("(go some)"), (json!(20), json!("draw")));
    assert_eq!(told("(go none)"), (json!(0), json!("loss")));
}

#[test]
fn games_with_only_wins_draws_and_losses_have_no_points() {
    let server = Server::start();
    server.solve("tic-tac-toe");
    let game = server.get("/api/games/tic-tac-toe").is(200).json();
    assert_eq!((&game["in_points"], &game["start"]["points"]), (&json!(false), &Value::Null));
    assert_eq!(game["databases"][0]["in_points"], false);
}
