//! `backsolve serve` from its start to Ctrl-C.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use support::{Folder, backsolve, command};

/// Starts a server on a free port; returns its address and standard output.
fn serve(folder: &Folder) -> (Child, String, impl BufRead) {
    let data = folder.path().join("data");
    let mut child = command()
        .args(["serve", "--port", "0", "--json", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut object = String::new();
    while !object.ends_with("}\n") {
        assert_ne!(output.read_line(&mut object).expect("a line"), 0, "{object}");
    }
    let answer: serde_json::Value = serde_json::from_str(&object).expect("one object");
    let address = answer["address"].as_str().expect("an address").trim_start_matches("http://").to_owned();
    (child, address, output)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").expect("the server reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("the server answers");
    reply
}

#[test]
#[cfg(unix)]
fn it_serves_until_interrupted_and_exits_cleanly() {
    let folder = Folder::new();
    let (mut child, address, mut output) = serve(&folder);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let reply = get(&address, "/api/games/tic-tac-toe/position");
    assert!(reply.starts_with("HTTP/1.1 200") && reply.contains("(mark 2 2)"), "{reply}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "", "one object, and nothing after it");
}

#[test]
fn failures_to_start_are_reported_immediately() {
    let folder = Folder::new();
    let data = folder.path().join("data").display().to_string();
    backsolve(["serve", "--data", &data, "no-such.solution"]).exits(2).complains("no-such.solution");
    backsolve(["serve", "--data", &data, "--listen", "everywhere"]).exits(2);
    backsolve(["serve", "--data", &data, "--memory", "1M"]).exits(3);
    let (mut child, address, _output) = serve(&folder);
    let port = address.rsplit(':').next().expect("a port");
    backsolve(["serve", "--data", &data, "--port", port]).exits(2).complains("--port");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}
