//! A server for one test, and a plain client that can also misbehave.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use operations::Stop;
use serde_json::{Value, json};
use server::{App, Config, bind};

/// A running server; it ends when dropped.
pub struct Server {
    pub address: String,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
    _data: Option<tempfile::TempDir>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// Fails the test unless the status is this.
    #[track_caller]
    pub fn is(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e} in {}", String::from_utf8_lossy(&self.body)))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<String> {
        let line =
            self.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{}:", name.to_lowercase())))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    }
}

impl Server {
    /// A server with its own directory.
    pub fn start() -> Server {
        Server::with(|_| {})
    }

    /// The same, configured.
    pub fn with(configure: impl FnOnce(&mut Config)) -> Server {
        let data = tempfile::tempdir().expect("a temporary directory");
        let mut server = Server::in_directory(data.path(), configure);
        server._data = Some(data);
        server
    }

    /// A server in a given directory, which outlives it.
    pub fn in_directory(data: &Path, configure: impl FnOnce(&mut Config)) -> Server {
        let mut config = Config {
            data: data.to_owned(),
            databases: Vec::new(),
            memory: 1 << 30,
            threads: 2,
            jobs: 2,
            hosts: Vec::new(),
        };
        configure(&mut config);
        let (stop, (tell, told)) = (Stop::default(), mpsc::channel());
        let flag = stop.clone();
        let thread = std::thread::spawn(move || {
            let app = App::open(config).expect("a server");
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("threads").block_on(async {
                let bound = bind(IpAddr::V4(Ipv4Addr::LOCALHOST), 0).await.expect("a port");
                tell.send(bound.url()).expect("somebody waits");
                bound.serve(app, &flag).await;
            });
        });
        let url = told.recv().expect("the server starts");
        let address = url.trim_start_matches("http://").to_owned();
        Server { address, stop, thread: Some(thread), _data: None }
    }

    /// Ends the server and waits for it.
    pub fn end(mut self) {
        self.finish();
    }

    fn finish(&mut self) {
        self.stop.raise();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends without a panic");
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        stream
    }

    /// Sends raw bytes and reads until the server closes the connection.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        parse(&reply)
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if method != "GET" {
            request += &format!("content-length: {}\r\n", body.len());
        }
        request += "\r\n";
        self.raw(&[request.as_bytes(), body].concat())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    /// Listens to a job until its stream ends: names and contents of the events.
    pub fn listen(&self, job: &str) -> Vec<(String, Value)> {
        let mut stream = self.connect();
        let request =
            format!("GET /api/jobs/{job}/events HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).expect("the server reads");
        let (mut events, mut name) = (Vec::new(), String::new());
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if let Some(event) = line.strip_prefix("event: ") {
                event.clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                events.push((name.clone(), serde_json::from_str(data).expect("events are JSON")));
            }
        }
        events
    }

    /// Starts a job and waits until it ends.
    #[track_caller]
    pub fn job(&self, request: &Value) -> Value {
        let job = self.post("/api/jobs", request).is(202).json();
        let events = self.listen(job["id"].as_str().expect("an identifier"));
        let (name, last) = events.last().expect("at least one event").clone();
        assert_eq!(name, "job");
        last
    }

    /// Solves a game.
    #[track_caller]
    pub fn solve(&self, game: &str) -> Value {
        let job = self.job(&json!({"kind": "solve", "game": game}));
        assert_eq!(job["state"], "done", "{job}");
        job
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.finish();
    }
}

fn parse(reply: &[u8]) -> Answer {
    let end = reply.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(reply.len());
    let head = String::from_utf8_lossy(&reply[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = reply.get(end + 4..).unwrap_or_default().to_vec();
    Answer { status, head, body }
}
