//! Measures how many positions per second a running server answers, and the time of each.
//!
//! ```text
//! backsolve serve &
//! cargo run --release -p server --example load -- 127.0.0.1:7070 connect-four:5x5 10 8
//! ```
//!
//! The arguments are the address, the game, seconds, and connections. Each connection first plays a few random games,
//! and then requests their positions one by one.

use std::env;
use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use game::Random;
use serde_json::Value;

/// Random games per connection, which provide the positions.
const GAMES: usize = 10;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [address, game, seconds, connections] = arguments.as_slice() else {
        return Err("usage: load ADDRESS GAME SECONDS CONNECTIONS".into());
    };
    let (time, connections) = (Duration::from_secs_f64(seconds.parse()?), connections.parse::<u64>()?);
    let mut latencies: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..connections).map(|seed| scope.spawn(move || ask(address, game, time, seed))).collect();
        let answers = threads.into_iter().map(|thread| thread.join().map_err(|_| "a connection panicked")?);
        answers.collect::<Result<Vec<_>, Failure>>()
    })?
    .concat();
    latencies.sort_unstable();
    let at = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{game}: {:.0} positions a second without an error; {:.2} ms in the middle, {:.2} ms for 99 %, {:.2} ms at most",
        latencies.len() as f64 / time.as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

/// Requests positions until the time limit; returns the time of each.
fn ask(address: &str, game: &str, time: Duration, seed: u64) -> Result<Vec<Duration>, Failure> {
    let mut connection = Connection::new(address)?;
    let paths = connection.random_positions(game, seed)?;
    let (end, mut latencies) = (Instant::now() + time, Vec::new());
    for path in paths.iter().cycle() {
        let start = Instant::now();
        if start >= end {
            break;
        }
        connection.get(path)?;
        latencies.push(start.elapsed());
    }
    Ok(latencies)
}

struct Connection {
    address: String,
    stream: BufReader<TcpStream>,
}

impl Connection {
    fn new(address: &str) -> Result<Connection, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Connection { address: address.to_owned(), stream: BufReader::new(stream) })
    }

    /// The body of a successful answer.
    fn get(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        write!(self.stream.get_mut(), "GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address)?;
        let (mut line, mut length) = (String::new(), 0);
        self.stream.read_line(&mut line)?;
        if !line.starts_with("HTTP/1.1 200") {
            return Err(format!("{path}: {line}").into());
        }
        while line != "\r\n" {
            line.clear();
            self.stream.read_line(&mut line)?;
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(body)
    }

    /// The paths of the positions of some random games.
    fn random_positions(&mut self, game: &str, seed: u64) -> Result<Vec<String>, Failure> {
        let (mut random, mut paths) = (Random::stream(seed, 0), Vec::new());
        for _ in 0..GAMES {
            let mut state: Option<String> = None;
            loop {
                let place = state.map_or(String::new(), |state| format!("?state={state}"));
                let path = format!("/api/games/{game}/position{place}");
                let position: Value = serde_json::from_slice(&self.get(&path)?)?;
                paths.push(path);
                let moves = position["moves"].as_array().filter(|moves| !moves.is_empty());
                let Some(moves) = moves else { break };
                let chosen = &moves[random.below(moves.len() as u32) as usize];
                state = Some(chosen["state"].as_str().unwrap_or_default().to_owned());
            }
        }
        Ok(paths)
    }
}
