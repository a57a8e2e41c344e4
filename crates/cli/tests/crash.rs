//! `kill -9` at random moments of a solve, then `solve` again until it is done: the same value, the same files, and
//! nothing committed is computed again.
//!
//! A few kills by default. Fifty of each game:
//!
//! ```text
//! BACKSOLVE_KILLS=50 cargo test --release -p backsolve --test crash -- --nocapture
//! ```
#![cfg(unix)]

mod support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use support::{Folder, command};

/// The result of a run of `solve`, with its reported commits.
struct Run {
    killed: bool,
    committed: Vec<String>,
}

/// When a run is killed.
#[derive(Clone, Copy)]
enum Moment {
    Never,
    /// After this time.
    After(Duration),
    /// After this many commits were reported.
    Behind(usize),
}

/// Runs `solve`, and kills it.
fn run(arguments: &[&str], database: &Path, moment: Moment) -> Run {
    let mut child = command()
        .args(["solve", "--verbose", "--json", "--threads", "1", "--out"])
        .arg(database)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let lines = BufReader::new(child.stderr.take().expect("standard error"));
    let (sender, receiver) = mpsc::channel();
    // Its standard error, and with it the channel, closes when the process ends.
    let reader = std::thread::spawn(move || {
        let committed = |line: String| line.strip_prefix("committed ").map(str::to_owned);
        lines
            .lines()
            .map_while(Result::ok)
            .filter_map(committed)
            .for_each(|file| sender.send(file).expect("a receiver"));
    });
    let clock = Instant::now();
    let mut run = Run { killed: false, committed: Vec::new() };
    loop {
        let late = match moment {
            Moment::Behind(steps) if run.committed.len() >= steps => Err(RecvTimeoutError::Timeout),
            Moment::After(time) => receiver.recv_timeout(time.saturating_sub(clock.elapsed())),
            _ => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match late {
            Ok(file) => run.committed.push(file),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                child.kill().expect("it can be killed");
                run.killed = true;
                break;
            }
        }
    }
    let status = child.wait().expect("it ends");
    run.committed.extend(receiver);
    reader.join().expect("the reader ends");
    assert!(run.killed || status.success(), "{status}");
    run
}

/// The content of a finished database: its value, and its files with their hashes.
fn content(database: &Path) -> (serde_json::Value, Vec<(String, String)>) {
    let text = std::fs::read_to_string(database.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let file = |layer: &serde_json::Value| {
        let file = &layer["value_file"];
        (file["name"].as_str().unwrap_or("").to_owned(), file["hash"].as_str().unwrap_or("").to_owned())
    };
    let files = manifest["layers"].as_array().expect("layers").iter().map(file).collect();
    (manifest["progress"].clone(), files)
}

fn kills() -> usize {
    std::env::var("BACKSOLVE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(4)
}

/// Kills solves of a game by diagrams at moments spread over the time that one takes.
fn survives(arguments: &[&str]) {
    survives_after(None, &with_diagrams(arguments));
}

fn with_diagrams<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    arguments.iter().copied().chain(["--engine", "symbolic"]).collect()
}

/// The same for databases left by an uninterrupted solve with other arguments.
fn survives_after(first: Option<&[&str]>, arguments: &[&str]) {
    let folder = Folder::new();
    let prepare = |database: &Path| first.map(|first| run(first, database, Moment::Never));
    let undisturbed = folder.path().join("undisturbed");
    prepare(&undisturbed);
    let clock = Instant::now();
    let steps = run(arguments, &undisturbed, Moment::Never).committed.len();
    let whole = clock.elapsed();
    let expected = content(&undisturbed);

    let mut random = randomgame::RandomChoices::new(clock.elapsed().subsec_nanos().into());
    let (mut killed, mut runs, mut solved, mut kept) = (0, 0, 0, 0);
    while killed < kills() {
        let database = folder.path().join(format!("disturbed-{solved}"));
        prepare(&database);
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        loop {
            // By the clock, which hits everything; and by commits, which hits the solve itself however busy the machine
            // is.
            let moment = match killed {
                _ if killed >= kills() => Moment::Never,
                _ if killed % 2 == 0 => Moment::After(whole.mul_f64(random.below(1000) as f64 / 1000.0)),
                _ => Moment::Behind(1 + random.below(steps.div_ceil(3))),
            };
            let run = run(arguments, &database, moment);
            runs += 1;
            killed += usize::from(run.killed);
            kept += if run.killed { run.committed.len() } else { 0 };
            run.committed.into_iter().for_each(|file| *times.entry(file).or_default() += 1);
            if !run.killed {
                break;
            }
        }
        assert_eq!(content(&database), expected, "{arguments:?}");
        let twice: Vec<_> = times.iter().filter(|(_, times)| **times > 1).collect();
        assert!(twice.is_empty(), "{arguments:?}: committed twice: {twice:?}");
        solved += 1;
    }
    println!(
        "{arguments:?}: {killed} kills in {runs} runs, {solved} times solved; {kept} steps survived a kill, none was done twice"
    );
}

#[test]
fn a_layered_solve_survives_being_killed() {
    survives(if kills() < 10 { &["connect-four:4x4"] } else { &["connect-four:5x4"] });
}

#[test]
fn a_fixpoint_solve_survives_being_killed() {
    survives(if kills() < 10 {
        &["tic-tac-toe", "--algorithm", "fixpoint"]
    } else {
        &["connect-four:4x4", "--algorithm", "fixpoint"]
    });
}

#[test]
fn an_attractor_solve_survives_being_killed() {
    survives(&["three-mens-morris"]);
}

#[test]
fn adding_distances_survives_being_killed() {
    let game = if kills() < 10 { "connect-four:4x4" } else { "connect-four:5x4" };
    survives_after(Some(&with_diagrams(&[game, "--distances=no"])), &with_diagrams(&[game, "--distances"]));
}

#[test]
fn a_solve_of_simultaneous_moves_survives_being_killed() {
    survives_after(None, if kills() < 10 { &["goofspiel:4"] } else { &["goofspiel:5"] });
}

#[test]
fn a_solve_of_a_cyclic_game_with_dice_survives_being_killed() {
    survives_after(None, if kills() < 10 { &["pig:10"] } else { &["pig:30"] });
}
