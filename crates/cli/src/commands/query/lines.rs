//! Positions on standard input, each with its answer.

use std::io::{self, BufRead};
use std::time::Instant;

use operations::report::slashed;
use query::{Oracle, Position};
use serde::Serialize;

use super::{Answer, Query};
use crate::console::{BAD, Console};
use crate::error::{Error, Exit};
use crate::table::{PLY, count};

/// The error for a line that is not a position.
#[derive(Serialize)]
struct Failure {
    line: usize,
    error: String,
}

impl Query {
    /// Answers line by line. A line that is not a position gets an error in its place, and the others are answered.
    pub(super) fn ask_lines(&self, console: &Console, clock: Instant) -> Result<Exit, Error> {
        let mut oracle = self.open(console)?;
        let mut failed = 0usize;
        for (number, line) in (1..).zip(io::stdin().lock().lines()) {
            let line = line.map_err(|error| Error::input(format_args!("can't read standard input: {error}")))?;
            if line.trim().is_empty() {
                continue;
            }
            let answer = line_position(&mut oracle, &line)
                .and_then(|(position, played)| self.ask_about(&mut oracle, clock, &position, played));
            let text = match (answer, console.is_json()) {
                (Ok(answer), true) => object(&answer)?,
                (Ok(answer), false) => summary(&answer),
                (Err(error), json) => {
                    failed += 1;
                    let error = error.to_string();
                    match json {
                        true => object(&Failure { line: number, error })?,
                        false => format!("{BAD}error{BAD:#}: {error}\n"),
                    }
                }
            };
            console.print(&text)?;
        }
        Ok(if failed > 0 { Exit::Input } else { Exit::Done })
    }
}

fn object(answer: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(answer).map_err(Error::bug)? + "\n")
}

/// A position given as moves from the start or as facts, with the plies that lead there.
fn line_position(oracle: &mut Oracle, line: &str) -> Result<(Position, Vec<(String, String)>), Error> {
    let start = oracle.initial()?;
    match oracle.read(&start, line) {
        Ok(plies) => {
            let position = plies.last().map_or(start, |ply| Position::from(ply.after.clone()));
            Ok((position, plies.into_iter().map(|ply| (ply.text, ply.name)).collect()))
        }
        Err(unreadable) => oracle.state(line).map(|position| (position, Vec::new())).map_err(|_| unreadable.into()),
    }
}

/// `100/0 in 5 plies: mark b2, mark a1`: value, distance and the optimal moves.
fn summary(answer: &Answer) -> String {
    let value = answer.value.as_deref().map_or("?".to_owned(), slashed);
    let plies = match answer.distance {
        _ if answer.terminal => ", the game is over".to_owned(),
        Some(plies) => format!(" in {}", count(plies, PLY)),
        None if answer.endless => ", endless".to_owned(),
        None => String::new(),
    };
    let best: Vec<String> = answer.moves.iter().filter(|one| one.best).map(|one| one.name.clone()).collect();
    let best = if best.is_empty() { String::new() } else { format!(": {}", notation::joined(&best)) };
    format!("{value}{plies}{best}\n")
}
