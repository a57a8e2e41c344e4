//! `backsolve match` between players, built-in and over HTTP.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;
use support::{Folder, backsolve, command};

/// Three alternating roles each take one or two of seven tokens; the role that takes the last one wins.
const THREE_ROLES: &str = "(role a) (role b) (role c) (init (tokens 7)) (init (control a))
    (after a b) (after b c) (after c a)
    (less 7 6) (less 6 5) (less 5 4) (less 4 3) (less 3 2) (less 2 1) (less 1 0)
    (<= (takes 1 ?n ?m) (less ?n ?m))
    (<= (takes 2 ?n ?m) (less ?n ?k) (less ?k ?m))
    (<= (legal ?r (take ?k)) (true (control ?r)) (true (tokens ?n)) (takes ?k ?n ?m))
    (<= (legal ?r wait) (role ?r) (not (true (control ?r))))
    (<= (next (tokens ?m)) (does ?r (take ?k)) (true (tokens ?n)) (takes ?k ?n ?m))
    (<= (next (control ?o)) (true (control ?r)) (after ?r ?o))
    (<= over (true (tokens 0)))
    (<= terminal over)
    (<= (goal ?r 100) over (true (control ?o)) (after ?r ?o))
    (<= (goal ?r 0) (role ?r) (true (control ?o)) (not (after ?r ?o)))
    (<= (goal ?r 0) (true (control ?o)) (after ?r ?o) (not over))";

/// Two roles simultaneously name a number, twice; the first wants equal numbers, the second different ones.
const AT_ONCE: &str = "(role a) (role b) (init (round 1)) (after 1 2) (after 2 3) (number 1) (number 2) (number 3)
    (<= (legal ?r (name ?n)) (role ?r) (number ?n))
    (<= (next (round ?n)) (true (round ?m)) (after ?m ?n))
    (<= (next (last ?r ?n)) (does ?r (name ?n)))
    (<= same (true (last a ?n)) (true (last b ?n)))
    (<= terminal (true (round 3)))
    (<= (goal a 100) same) (<= (goal a 0) (not same))
    (<= (goal b 0) same) (<= (goal b 100) (not same))";

/// A die with six sides.
const CHANCE: &str = "(role random) (role me) (init start) (side 1) (side 2) (side 3) (side 4) (side 5) (side 6)
    (<= (legal random (roll ?n)) (side ?n))
    (<= (legal me (bet ?n)) (side ?n))
    (<= (next (hit ?n)) (does random (roll ?n)) (does me (bet ?n)))
    (<= (next missed) (does random (roll ?n)) (does me (bet ?m)) (distinct ?n ?m))
    (<= terminal (not (true start)))
    (<= (goal me 100) (true (hit ?n)))
    (<= (goal me 0) (not (true (hit 1))) (true missed))
    (goal random 0)";

/// A player in a separate process.
struct Player {
    child: Child,
    address: String,
}

impl Player {
    fn new(arguments: &[&str]) -> Player {
        let mut child = command()
            .args(["player", "--port", "0", "--json", "--threads", "1", "--memory", "512M"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut object = String::new();
        while !object.ends_with("}\n") {
            assert_ne!(output.read_line(&mut object).expect("a line"), 0, "{object}");
        }
        let answer: Value = serde_json::from_str(&object).expect("one object");
        Player { child, address: answer["address"].as_str().expect("an address").to_owned() }
    }

    /// Sends raw bytes; returns the answer.
    fn send(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address.trim_start_matches("http://")).expect("the player listens");
        stream.write_all(request).expect("the player reads");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("the player answers");
        reply
    }

    /// Sends a message.
    fn say(&self, body: &str) -> String {
        let head = format!("POST / HTTP/1.0\r\nContent-Type: text/acl\r\nContent-Length: {}\r\n\r\n", body.len());
        self.send((head + body).as_bytes())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a match without faults between player processes; returns the answer of `match`.
#[track_caller]
fn matched(game: &str, players: &[&Player], options: &[&str]) -> Value {
    let addresses = players.iter().map(|player| player.address.as_str());
    let clocks = ["--start-clock", "60", "--play-clock", "3"];
    let arguments = ["match", "--json", game].into_iter().chain(addresses).chain(clocks);
    let answer = backsolve(arguments.chain(options.iter().copied())).exits(0).json();
    assert_eq!(answer["faults"], serde_json::json!([]), "{answer}");
    for played in answer["matches"].as_array().expect("matches") {
        assert_eq!(played["isCompleted"], true, "{played}");
        let count = |name: &str| played[name].as_array().expect("a list").len();
        assert_eq!(count("states"), count("moves") + 1, "{played}");
        assert_eq!(count("errors"), count("moves"), "{played}");
    }
    answer
}

#[test]
fn two_player_processes_play_a_whole_match() {
    let (one, other) = (Player::new(&[]), Player::new(&[]));
    let answer = matched("tic-tac-toe", &[&one, &other], &[]);
    let played = &answer["matches"][0];
    assert_eq!(played["goalValues"], serde_json::json!([50, 50]), "both solved it in the start clock");
    assert_eq!(played["gameRoleNames"], serde_json::json!(["x", "o"]));
    assert_eq!(played["moves"].as_array().map(Vec::len), Some(9));
}

#[test]
fn two_player_processes_play_with_scrambled_rules() {
    let (one, other) = (Player::new(&[]), Player::new(&[]));
    let answer = matched("tic-tac-toe", &[&one, &other], &["--scramble", "--games", "2"]);
    for played in answer["matches"].as_array().expect("matches") {
        assert_eq!(played["goalValues"], serde_json::json!([50, 50]));
        assert!(played["moves"][0][0].as_str().is_some_and(|made| made.starts_with("(mark ")), "{played}");
    }
}

#[test]
fn three_roles_are_played_over_http() {
    let folder = Folder::new();
    let sheet = folder.file("three.kif", THREE_ROLES);
    let players = [0; 3].map(|_| Player::new(&[]));
    let answer = matched(&sheet.display().to_string(), &players.each_ref(), &["--scramble"]);
    let rewards = answer["matches"][0]["goalValues"].as_array().expect("rewards").clone();
    assert_eq!(rewards.iter().filter_map(Value::as_i64).sum::<i64>(), 100, "{rewards:?}");
}

#[test]
fn simultaneous_moves_are_played_over_http() {
    let folder = Folder::new();
    let sheet = folder.file("at-once.kif", AT_ONCE);
    let (one, other) = (Player::new(&[]), Player::new(&[]));
    let answer = matched(&sheet.display().to_string(), &[&one, &other], &["--scramble"]);
    assert_eq!(answer["matches"][0]["moves"].as_array().map(Vec::len), Some(2));
}

#[test]
fn chance_moves_without_a_player() {
    let folder = Folder::new();
    let sheet = folder.file("chance.kif", CHANCE);
    let player = Player::new(&[]);
    let answer = matched(&sheet.display().to_string(), &[&player], &[]);
    assert_eq!(answer["matches"][0]["playerNamesFromHost"][0], "random");
}

/// The second player wins this game of Nim; the first is random, so the second wins if it plays perfectly from the
/// start.
#[test]
fn a_known_game_is_played_perfectly_under_other_names() {
    let folder = Folder::new();
    let database = folder.path().join("nim.solution").display().to_string();
    backsolve(["solve", "nim:1,2,3", "--out", &database]).exits(0);
    let player = Player::new(&["--data", &folder.path().display().to_string()]);
    let games = ["--games", "1", "--seed", "3", "--scramble", "--start-clock", "60", "--play-clock", "3"];
    let arguments = ["match", "--json", "nim:1,2,3", "random", &player.address];
    let answer = backsolve(arguments.into_iter().chain(games)).exits(0).json();
    assert_eq!(answer["matches"][0]["goalValues"], serde_json::json!([0, 100]), "{answer}");
}

/// The same for a game with simultaneous moves. Whoever always bids so that it cannot lose gets at least half.
#[test]
fn a_known_game_with_simultaneous_moves_is_played_from_its_solution_under_other_names() {
    let folder = Folder::new();
    let database = folder.path().join("goofspiel.solution").display().to_string();
    backsolve(["solve", "goofspiel:3", "--out", &database]).exits(0);
    let player = Player::new(&["--data", &folder.path().display().to_string()]);
    let games = ["--games", "1", "--scramble", "--start-clock", "60", "--play-clock", "3"];
    let arguments = ["match", "--json", "goofspiel:3", &player.address, "random"];
    let answer = backsolve(arguments.into_iter().chain(games)).exits(0).json();
    assert_eq!(answer["faults"], serde_json::json!([]), "{answer}");
    assert_eq!(answer["matches"][0]["isCompleted"], true);
}

#[test]
fn perfect_players_meet_in_games_with_chance_and_their_games_are_reviewed() {
    let folder = Folder::new();
    let (database, saved) = (folder.path().join("db").display().to_string(), folder.path().join("saved"));
    backsolve(["solve", "dice-race:6", "--out", &database]).exits(0);
    let saved_path = saved.display().to_string();
    let run = ["match", "--json", &database, "perfect", "random", "--games", "6", "--save", &saved_path];
    let answer = backsolve(run).exits(0).json();
    assert_eq!(answer["faults"], serde_json::json!([]), "{answer}");
    let review = backsolve(["review", "--json", &database, &saved_path]).exits(0).json();
    let player = |name: &str| {
        let players = review["players"].as_array().expect("players");
        players.iter().find(|one| one["player"] == name).unwrap_or_else(|| panic!("no {name} in {review}")).clone()
    };
    assert_eq!(
        (&player("perfect")["mistakes"], player("perfect")["lost"].as_f64()),
        (&serde_json::json!(0), Some(0.0))
    );
    assert!(player("random")["lost"].as_f64() > Some(0.0), "{review}");
    backsolve(["review", &database, &saved_path]).exits(0).prints("perfect").prints("mistakes");
}

#[test]
fn malformed_requests_get_an_error_and_the_process_survives() {
    let player = Player::new(&[]);
    for body in ["", "(", ")", "(play", "(start m x", "(start m x (p) 1 1)", "\u{0}\u{1}", "(jump)", "((((((((((", "é"]
    {
        let reply = player.say(body);
        assert!(reply.starts_with("HTTP/1.0 400"), "{body}: {reply}");
    }
    // A client that sends half a message and waits does not block others.
    let mut slow = TcpStream::connect(player.address.trim_start_matches("http://")).expect("the player listens");
    slow.write_all(b"POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(in").expect("the player reads");
    let deep = "(".repeat(100_000);
    assert!(player.say(&deep).starts_with("HTTP/1.0 400"));
    for (request, status) in [
        (&b"GET / HTTP/1.0\r\n\r\n"[..], "405"),
        (b"POST / HTTP/1.0\r\nOrigin: http://elsewhere\r\nContent-Length: 6\r\n\r\n(info)", "403"),
        (b"POST / HTTP/1.0\r\nContent-Length: 99999999\r\n\r\n(info)", "413"),
        (b"POST / HTTP/1.0\r\nContent-Length: x\r\n\r\n(info)", "400"),
    ] {
        let reply = player.send(request);
        assert!(reply.split(' ').nth(1) == Some(status), "{status}: {reply}");
    }
    assert!(player.say("(info)").ends_with("((name backsolve) (status available))"));
    slow.write_all(b"fo)").expect("the player reads");
    let mut reply = String::new();
    slow.read_to_string(&mut reply).expect("the player answers");
    assert!(reply.ends_with("((name backsolve) (status available))"), "{reply}");
}

/// A player that accepts everything and answers every `play` in the same way, or never; returns its address.
fn stubborn(answer: Option<&'static str>) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        let mut silent = Vec::new();
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let is_play = body(&stream).starts_with(b"(play");
            match answer.filter(|_| is_play).or((!is_play).then_some("ready")) {
                None => silent.push(stream),
                Some(text) => {
                    let _ = write!(stream, "HTTP/1.0 200 OK\r\nContent-Length: {}\r\n\r\n{text}", text.len());
                }
            }
        }
    });
    address
}

/// The body of a request.
fn body(stream: &TcpStream) -> Vec<u8> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        let lower = line.to_ascii_lowercase();
        length = lower.strip_prefix("content-length:").map_or(length, |text| text.trim().parse().unwrap_or(0));
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    body
}

#[test]
fn illegal_moves_are_replaced_and_reported() {
    let address = stubborn(Some("(jump 1)"));
    let answer = backsolve(["match", "--json", "nim:2", &address, "random"]).exits(0).json();
    let plies = answer["matches"][0]["moves"].as_array().expect("moves").len();
    assert_eq!(answer["players"][0]["illegal"].as_u64(), Some(plies as u64), "{answer}");
    assert_eq!(answer["matches"][0]["errors"][0][0], "IL (jump 1)");
    assert_eq!(answer["players"][1]["illegal"], 0);
    assert_eq!(answer["matches"][0]["isCompleted"], true);
}

#[test]
fn late_moves_are_replaced_and_reported() {
    let address = stubborn(None);
    let answer = backsolve(["match", "--json", "nim:1", &address, "random", "--play-clock", "1"]).exits(0).json();
    assert_eq!(answer["players"][0]["late"], 1, "{answer}");
    assert_eq!(answer["matches"][0]["errors"][0][0], "TO");
    assert_eq!(answer["matches"][0]["isCompleted"], true);
}

/// Nobody listens at that address any more.
#[test]
fn a_player_that_cannot_be_reached_is_reported_and_replaced() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let answer = backsolve(["match", "--json", "nim:1", &address, "random"]).exits(0).json();
    assert!(answer["players"][0]["failed"].as_u64() > Some(0), "{answer}");
}

#[test]
fn a_match_shows_its_moves_as_play_does() {
    backsolve(["match", "tic-tac-toe", "random", "random"]).exits(0).complains("mark a");
}

#[test]
fn tournaments_rotate_roles_and_report_intervals() {
    let folder = Folder::new();
    let (database, saved) = (folder.path().join("db").display().to_string(), folder.path().join("saved"));
    backsolve(["solve", "nim:1,2", "--out", &database]).exits(0);
    let saved_path = saved.display().to_string();
    let run = ["match", "--json", &database, "perfect", "random", "--games", "4", "--save", &saved_path];
    let answer = backsolve(run).exits(0).json();
    let firsts: Vec<&Value> = (0..4).map(|number| &answer["matches"][number]["playerNamesFromHost"][0]).collect();
    assert_eq!(firsts, ["perfect", "random", "perfect", "random"]);
    let interval = |player: usize| answer["players"][player]["interval"].clone();
    assert!(interval(0)[0].as_f64() < answer["players"][0]["score"].as_f64(), "{answer}");
    assert_eq!(answer["players"][0]["games"], 4);
    assert_eq!(std::fs::read_dir(&saved).expect("a directory").count(), 4);
    backsolve(["review", &database, &saved_path]).exits(0).prints("perfect");
}

#[test]
fn games_that_cannot_be_played_are_refused_immediately() {
    backsolve(["match", "tic-tac-toe", "uct"]).exits(2).complains("2 players");
    backsolve(["match", "tic-tac-toe", "uct", "nobody"]).exits(2).complains("level:1 to level:10");
    backsolve(["match", "tic-tac-toe", "uct", "level:11"]).exits(2);
    backsolve(["match", "tic-tac-toe", "perfect", "uct"]).exits(2).complains("needs a database");
    backsolve(["match", "tic-tac-toe", "ftp://x", "uct"]).exits(2).complains("http://");
    backsolve(["player", "--data", "no-such-directory"]).exits(2).complains("no-such-directory");
}

/// A quarter of an hour: none of 500 moves is late with a play clock of 2 s, while both players use all their time.
/// `cargo test --release -p backsolve --test matches -- --ignored`
#[test]
#[ignore = "takes a quarter of an hour"]
fn none_of_500_moves_is_late() {
    let (one, other) = (Player::new(&[]), Player::new(&[]));
    let mut moves = 0;
    while moves < 500 {
        let game = if moves < 250 { "connect-four:7x6" } else { "breakthrough:6x6" };
        let clocks = ["--start-clock", "5", "--play-clock", "2", "--scramble"];
        let arguments = ["match", "--json", game, &one.address, &other.address];
        let answer = backsolve(arguments.into_iter().chain(clocks)).exits(0).json();
        assert_eq!(answer["faults"], serde_json::json!([]));
        moves += answer["matches"][0]["moves"].as_array().expect("moves").len();
    }
}
