//! Hostile requests get a proper answer, and the server keeps running.

mod support;

use std::io::{Read, Write};

use serde_json::{Value, json};
use support::Server;

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn bodies_are_bounded() {
    let server = Server::start();
    let ten_megabytes = format!("{{\"text\":\"{}\"}}", "x".repeat(10 << 20));
    server.send("POST", "/api/check", &[JSON], ten_megabytes.as_bytes()).is(413);
    // A client that announces its body first and sends nothing gets the error.
    let head = format!(
        "POST /api/check HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 10485760\r\n\r\n",
        server.address
    );
    assert_eq!(server.raw(head.as_bytes()).status, 413);
    server.get("/api/status").is(200);
}

#[test]
fn deep_and_broken_json_is_rejected() {
    let server = Server::start();
    let deep = "[".repeat(400_000);
    server.send("POST", "/api/check", &[JSON], deep.as_bytes()).is(400);
    let deep = format!("{{\"positions\":[{{\"moves\":{}", "[".repeat(100_000));
    server.send("POST", "/api/games/tic-tac-toe/positions", &[JSON], deep.as_bytes()).is(400);
    for broken in ["", "{", "nonsense", "{\"text\":1}", "{\"text\":\"\\ud800\"}", "\u{0}"] {
        server.send("POST", "/api/check", &[JSON], broken.as_bytes()).is(400);
    }
    server.send("POST", "/api/check", &[JSON], b"{\"text\":\"\xff\"}").is(400);
    server.send("POST", "/api/check", &[("content-type", "text/plain")], b"{}").is(415);
    server.send("POST", "/api/check", &[], b"{}").is(415);
    let nested = format!("{{\"text\":\"{}\"}}", "(".repeat(500_000));
    assert_eq!(server.send("POST", "/api/check", &[JSON], nested.as_bytes()).is(200).json()["ok"], false);
}

#[test]
fn no_path_leaves_the_served_files() {
    let server = Server::start();
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd.txt",
        "/api/games/..%2f..%2fetc%2fpasswd/sheet",
        "/api/games/%00/sheet",
        "/api/databases/..%2f..",
        "/api/jobs/..%2f..",
        "/api/games/tic-tac-toe/strategies/..%2f..%2fx",
        "/api/games/tic-tac-toe%2f..%2f..",
        "/api/nothing",
    ] {
        let answer = server.get(path);
        assert!(answer.status == 404 || answer.status == 400, "{path}: {}", answer.head);
        assert!(!answer.text().contains("root:"), "{path}");
    }
    for path in ["/etc/passwd", "C:\\games", "../tic-tac-toe", "./tic-tac-toe", "-"] {
        server.post("/api/jobs", &json!({"kind": "solve", "game": path})).is(404);
    }
}

#[test]
fn foreign_requests_are_rejected_everywhere() {
    let server = Server::start();
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    for path in ["/", "/api/status", "/api/games", "/api/openapi.json", "/nothing"] {
        for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1:1", "192.168.7.7"] {
            server.send("GET", path, &[("host", host)], b"").is(403);
        }
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "file://"] {
        server.send("GET", "/api/status", &[("origin", origin)], b"").is(403);
        let start = json!({"kind": "solve", "game": "tic-tac-toe"}).to_string();
        server.send("POST", "/api/jobs", &[("origin", origin), JSON], start.as_bytes()).is(403);
    }
    server.send("GET", "/api/status", &[("sec-fetch-site", "cross-site")], b"").is(403);
    server.raw(b"GET /api/status HTTP/1.1\r\nconnection: close\r\n\r\n").is(403);
    let own = format!("http://{}", server.address);
    server.send("GET", "/api/status", &[("origin", &own)], b"").is(200);
    assert_eq!(server.get("/api/jobs").is(200).json()["jobs"], json!([]));
}

#[test]
fn every_answer_forbids_what_the_page_does_not_need() {
    let server = Server::start();
    for path in ["/", "/api/status", "/api/nothing"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options").as_deref(), Some("nosniff"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn two_hundred_concurrent_solves_are_bounded() {
    let server = Server::with(|config| config.jobs = 1);
    // The running one takes longer than the other requests, so that the queue fills.
    server.post("/api/jobs", &json!({"kind": "solve", "game": "connect-four:7x6"})).is(202);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = |number: usize| {
            let server = &server;
            scope.spawn(move || {
                let game = format!("nim:{},{},9,9,9", number % 20 + 1, number / 20 + 1);
                server.post("/api/jobs", &json!({"kind": "solve", "game": game})).status
            })
        };
        let threads: Vec<_> = (0..200).map(ask).collect();
        threads.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    assert!(statuses.iter().all(|status| [202, 429].contains(status)), "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 202).count(), 16);
    let status = server.get("/api/status").is(200).json();
    assert!(status["jobs"]["running"].as_u64() <= Some(1) && status["jobs"]["queued"].as_u64() <= Some(16));
    assert!(status["memory"]["used"].as_u64() < status["memory"]["limit"].as_u64());
}

#[test]
fn sheets_that_are_far_too_large_do_no_harm() {
    let server = Server::start();
    // A relation of a hundred million facts.
    let mut sheet = String::from("(role a)\n(init (p 0))\n(legal a go)\n(<= terminal (true (p 1)))\n(goal a 0)\n");
    (0..10).for_each(|digit| sheet += &format!("(digit {digit})\n"));
    sheet += "(<= (next (q ?a ?b ?c ?d ?e ?f ?g ?h)) (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f) (digit ?g) (digit ?h) (does a go))\n";
    let game = server.post("/api/games", &json!({"text": sheet})).is(201).json();
    let id = game["id"].as_str().expect("an identifier");
    let error: Value = server.get(&format!("/api/games/{id}")).is(422).json();
    assert_eq!(error["code"], "limit");
    server.get("/api/games/tic-tac-toe").is(200);
}

#[test]
fn rules_that_are_far_too_large_do_no_harm() {
    let server = Server::start();
    let variables = |first: usize| (first..first + 3).map(|n| format!("?v{n}")).collect::<Vec<_>>().join(" ");
    let facts: Vec<String> = (0..30).map(|n| format!("(cell {})", variables(3 * n))).collect();
    let text = format!(
        "(<= (huge ?v0 {}) {})\n(huge ?a {}) => (mark ?a ?a)",
        "?v4 ?v8 ?v12 ?v16 ?v20",
        facts.join(" "),
        "?b ?c ?d ?e ?f"
    );
    let answer = server.post("/api/games/tic-tac-toe/strategies/verify", &json!({"strategy": {"text": text}}));
    assert!([200, 422].contains(&answer.status), "{}", answer.text());
    server.get("/api/status").is(200);
}

#[test]
fn requests_that_never_end_do_not_block_others() {
    let server = Server::start();
    let idle: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET /api/status HTTP/1.1\r\nhost: ").expect("the server reads");
            stream
        })
        .collect();
    server.get("/api/status").is(200);
    drop(idle);
    for nonsense in [&b"\x16\x03\x01\x02\x00"[..], b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", &[b'x'; 200_000]] {
        let answer = server.raw(nonsense);
        assert!([400, 431, 505].contains(&answer.status), "{answer:?}");
    }
    server.get("/api/status").is(200);
}

#[test]
fn half_open_connections_are_closed_for_new_ones() {
    let server = Server::start();
    let half_open: Vec<_> = (0..400)
        .map(|_| {
            let mut stream = server.connect();
            // The server may have closed it for a newer one by now.
            let _ = stream.write_all(b"GET /api/status HTTP/1.1\r\nhost: ");
            stream
        })
        .collect();
    server.get("/api/status").is(200);
    let mut oldest = &half_open[0];
    assert_eq!(oldest.read(&mut [0; 64]).unwrap_or(0), 0, "it was closed without an answer");
}

#[test]
fn requests_beyond_the_limits_are_rejected() {
    let server = Server::start();
    let many: Vec<Value> = (0..300).map(|_| json!({})).collect();
    server.post("/api/games/tic-tac-toe/positions", &json!({"positions": many})).is(400);
    let long = "mark 1 1 ".repeat(20_000);
    server.post("/api/games/tic-tac-toe/review", &json!({"moves": [long]})).is(400);
    let rules: Vec<Value> = (0..20_000).map(|_| json!({"when": ["(cell 1 1 x)"], "move": "(mark 2 2)"})).collect();
    let answer = server.post("/api/games/tic-tac-toe/strategies/verify", &json!({"strategy": {"list": rules}}));
    assert!(answer.status == 413, "{}", answer.status);
    server.post("/api/games/tic-tac-toe/positions", &json!({"positions": [], "more": 1})).is(400);
}

#[test]
fn slow_senders_do_not_block_others() {
    let server = Server::start();
    let head = format!(
        "POST /api/check HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 500000\r\n\r\n{{",
        server.address
    );
    let slow: Vec<_> = (0..60)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).expect("the server reads");
            stream
        })
        .collect();
    server.post("/api/check", &json!({"text": "(role a)"})).is(200);
    drop(slow);
}

#[test]
fn a_strategy_with_many_errors_is_rejected_without_blocking_others() {
    let server = Server::start();
    for path in ["parse", "verify", "decide", "explain", "minimise"] {
        let rules: Vec<Value> = (0..20_000).map(|_| json!({"move": "a"})).collect();
        let mut request = json!({"strategy": {"list": rules}});
        if path == "decide" {
            request["positions"] = json!([{}]);
        }
        let error = server.post(&format!("/api/games/tic-tac-toe/strategies/{path}"), &request).is(422).json();
        let marks = error["diagnostics"].as_array().expect("diagnostics");
        assert_eq!((marks.len(), &marks[199]["rule"]), (200, &json!(200)));
    }
}

#[test]
fn long_strategies_are_neither_stored_nor_accepted() {
    let server = Server::start();
    let long = "x".repeat(300 << 10);
    let path = "/api/games/tic-tac-toe/strategies";
    server.post(path, &json!({"name": "Long", "strategy": {"text": long}})).is(413);
    server.post("/api/jobs", &json!({"kind": "complete", "game": "tic-tac-toe", "strategy": {"text": long}})).is(413);
    assert_eq!(server.get(path).is(200).json()["strategies"], json!([]));
    assert_eq!(server.get("/api/jobs").is(200).json()["jobs"], json!([]));
    // Forty of a quarter of a megabyte exceed the limit.
    let quarter = format!("; {}", "x".repeat(250 << 10));
    let keep = |_| server.post(path, &json!({"name": "Quarter", "strategy": {"text": quarter}})).status;
    let statuses: Vec<u16> = (0..40).map(keep).collect();
    assert!(statuses.contains(&201) && statuses.last() == Some(&422), "{statuses:?}");
}

#[test]
fn too_many_rules_are_a_limit() {
    let server = Server::start();
    let rules = "=> (drop 1)\n".repeat(20_000);
    let request = json!({"strategy": {"text": rules}});
    let error = server.post("/api/games/connect-four:4x4/strategies/verify", &request);
    assert_eq!((error.status, &error.json()["code"]), (422, &json!("limit")));
}

#[test]
fn an_unsupported_method_is_rejected_with_the_supported_ones() {
    let server = Server::start();
    let answer = server.delete("/api/jobs").is(405);
    let allowed = answer.header("allow").expect("what is allowed");
    assert!(allowed.contains("GET") && allowed.contains("POST"), "{allowed}");
    assert_eq!(answer.json()["code"], "method");
}

#[test]
fn server_errors_are_not_blamed_on_the_request() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::in_directory(data.path(), |_| {});
    for folder in ["strategies", "jobs"] {
        std::fs::remove_dir_all(data.path().join(folder)).expect("it is there");
    }
    let kept = json!({"name": "Mine", "strategy": {"text": ""}});
    let error = server.post("/api/games/tic-tac-toe/strategies", &kept).is(500).json();
    assert_eq!(error["code"], "storage");
    assert!(!error.to_string().contains(&data.path().display().to_string()), "{error}");
    server.post("/api/jobs", &json!({"kind": "solve", "game": "tic-tac-toe"})).is(500);
    assert_eq!(server.get("/api/jobs").is(200).json()["jobs"], json!([]));
}

#[test]
fn listeners_leave_connections_for_others() {
    let server = Server::start();
    let job = server.post("/api/jobs", &json!({"kind": "solve", "game": "connect-four:7x6"})).is(202).json();
    let path = format!("/api/jobs/{}/events", job["id"].as_str().expect("an identifier"));
    let listen = |_| {
        let mut stream = server.connect();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut first = [0; 12];
        stream.read_exact(&mut first).expect("an answer");
        (String::from_utf8_lossy(&first).into_owned(), stream)
    };
    let listeners: Vec<_> = (0..120).map(listen).collect();
    let taken = listeners.iter().filter(|(status, _)| status.ends_with("200")).count();
    assert_eq!(taken, 96);
    assert!(listeners.iter().all(|(status, _)| status.ends_with("200") || status.ends_with("429")));
    server.get("/api/status").is(200);
}
