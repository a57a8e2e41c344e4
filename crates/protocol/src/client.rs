//! Sends a message to a player by HTTP and waits for the answer.
//!
//! Messages are sent as HTTP/1.0, as hosts have always done: the answer then comes in one piece, and minimal players
//! understand it.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The longest answer that is read.
const LONGEST_ANSWER: usize = 1 << 20;

/// The address of a player: `http://HOST:PORT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    host: String,
    path: String,
}

/// The default port of a player.
const PORT: u16 = 9147;

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let rest = text.strip_prefix("http://").ok_or_else(|| format!("`{text}` does not start with http://"))?;
        let (host, path) =
            rest.split_once('/').map_or((rest, "/".to_owned()), |(host, path)| (host, format!("/{path}")));
        let is_plain = !host.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
        is_plain.then_some(()).ok_or_else(|| format!("`{text}` has no host"))?;
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = if has_port { host.to_owned() } else { format!("{host}:{PORT}") };
        Ok(Address { host, path })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}{}", self.host, self.path.trim_end_matches('/'))
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unanswered {
    /// The deadline has passed.
    Late,
    /// The player cannot be reached, or answers with an error; the message says what happened.
    Failed(String),
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Unanswered {
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Unanswered::Late,
            _ => Unanswered::Failed(error.to_string()),
        }
    }
}

/// Sends a message; the answer must arrive before the deadline.
pub fn send(address: &Address, body: &str, deadline: Instant) -> Result<String, Unanswered> {
    let mut stream = connect(address, deadline)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(left(deadline)?))?;
    let Address { host, path } = address;
    let head = format!(
        "POST {path} HTTP/1.0\r\nHost: {host}\r\nAccept: text/delim\r\nSender: GAMESERVER\r\nReceiver: GAMEPLAYER\r\n\
         Content-Type: text/acl\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + body).as_bytes())?;
    let mut answer = Vec::new();
    let mut chunk = [0; 4096];
    while !is_complete(&answer) {
        // What has arrived counts, even if this process was too busy to read it in time.
        match left(deadline) {
            Ok(left) => stream.set_read_timeout(Some(left))?,
            Err(_) => stream.set_nonblocking(true)?,
        }
        match stream.read(&mut chunk)? {
            0 => break,
            read => answer.extend_from_slice(&chunk[..read]),
        }
        if answer.len() > LONGEST_ANSWER {
            return Err(Unanswered::Failed("the answer is too long".to_owned()));
        }
    }
    content(&String::from_utf8_lossy(&answer))
}

fn connect(address: &Address, deadline: Instant) -> Result<TcpStream, Unanswered> {
    let mut failure = Unanswered::Failed(format!("{} is not an address", address.host));
    for one in address.host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&one, left(deadline)?) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error.into(),
        }
    }
    Err(failure)
}

/// The remaining time, if there is any.
fn left(deadline: Instant) -> Result<Duration, Unanswered> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(Unanswered::Late) } else { Ok(left) }
}

/// Whether an answer states its length and is complete. Others end with the connection.
fn is_complete(answer: &[u8]) -> bool {
    let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
    length.is_some_and(|length| answer.len() - end - 4 >= length)
}

fn content(answer: &str) -> Result<String, Unanswered> {
    let failed = |why: String| Unanswered::Failed(why);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| failed("the answer is not HTTP".to_owned()))?;
    let status = head.split_whitespace().nth(1).unwrap_or_default();
    match status {
        "200" => Ok(body.trim().to_owned()),
        _ => Err(failed(format!("status {status}: {}", body.trim()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_a_port() {
        let read = |text: &str| text.parse::<Address>().map(|address| address.to_string());
        assert_eq!(read("http://localhost:9148"), Ok("http://localhost:9148".to_owned()));
        assert_eq!(read("http://example.org/"), Ok("http://example.org:9147".to_owned()));
        assert!(read("localhost:9147").unwrap_err().contains("http://"));
        assert!(read("http:///x").is_err() && read("http://a b").is_err());
    }

    #[test]
    fn answers_are_complete_at_their_length() {
        assert!(!is_complete(b"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nread"));
        assert!(is_complete(b"HTTP/1.0 200 OK\r\nCONTENT-length: 5\r\n\r\nready"));
        assert!(!is_complete(b"HTTP/1.0 200 OK\r\n\r\nready"), "it ends with the connection");
    }

    #[test]
    fn other_statuses_than_200_are_failures() {
        assert_eq!(content("HTTP/1.1 200 OK\r\n\r\n ready\n"), Ok("ready".to_owned()));
        assert_eq!(content("HTTP/1.1 400 No\r\n\r\nwhy"), Err(Unanswered::Failed("status 400: why".to_owned())));
    }
}
