//! Compares this version with an older binary: the same games with both, alternating, so that other load on the machine
//! affects both alike.

use std::path::Path;

use crate::Outcome;
use crate::child::{Taken, agree, backsolve, solve};
use crate::report::{Table, grouped, seconds};

/// Eight games that take a few seconds, with both engines and every kind of algorithm.
const GAMES: [(&str, &str); 8] = [
    ("connect-four:4x5", "explicit"),
    ("connect-four:4x5", "symbolic"),
    ("clobber:4x4", "symbolic"),
    ("number-tic-tac-toe", "explicit"),
    ("sheep-and-wolf", "symbolic"),
    ("nine-mens-morris:2x4", "explicit"),
    ("eight-puzzle", "explicit"),
    ("breakthrough:4x5", "symbolic"),
];

/// Runs of each binary.
const REPEATS: usize = 5;

/// The accepted ratio of this version's time to the older binary's.
const AS_FAST: f64 = 1.05;

/// Compares median CPU seconds, and fails if one is clearly larger.
pub fn run(old: &Path) -> Outcome<()> {
    let new = backsolve()?;
    let mut table = Table::new(&["game", "engine", "states", "old CPU s", "new CPU s", "new / old"]);
    let mut slower = Vec::new();
    for (game, engine) in GAMES {
        let by = |program: &Path| solve(program, game, &["--engine", engine, "--threads", "1"]);
        let mut runs: [Vec<Taken>; 2] = [Vec::new(), Vec::new()];
        for _ in 0..REPEATS {
            runs[0].push(by(old)?);
            runs[1].push(by(&new)?);
        }
        agree(game, runs.iter().flatten())?;
        if !runs.iter().flatten().all(Taken::is_done) {
            return Err(format!("{game} was not solved by the {engine} engine").into());
        }
        let [before, after] = runs.each_ref().map(|runs| median(runs));
        let states = grouped(runs[1][0].number("states"));
        table.row([
            game.to_owned(),
            engine.to_owned(),
            states,
            seconds(before),
            seconds(after),
            format!("{:.2}", after / before),
        ]);
        if after > AS_FAST * before {
            slower.push(format!("{game} by the {engine} engine"));
        }
    }
    println!("The medians of {REPEATS} runs of each binary, in turns, with one thread.\n\n{}", table.markdown(2));
    if slower.is_empty() { Ok(()) } else { Err(format!("slower than before: {}", slower.join(", ")).into()) }
}

/// The median CPU seconds of some runs.
fn median(runs: &[Taken]) -> f64 {
    let mut seconds: Vec<f64> = runs.iter().map(|taken| taken.cpu).collect();
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}
