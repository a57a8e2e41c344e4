//! Comparison with a hand-written solver for Connect Four: the cost of generality.
//!
//! The hand-written solver knows only this game and writes no files: a board is a word, a move is an addition, a line
//! is four shifts. It finds the same layers and values as the explicit engine does from the rule sheet.

mod board;
mod retrograde;

use std::path::Path;
use std::thread;

use crate::Outcome;
use crate::child::{self, Taken, backsolve, measure_own};
use crate::report::{Table, grouped, megabytes, publish, seconds};
use board::Board;

/// Measures both on some boards, with one thread and with all.
pub fn run(boards: &[String]) -> Outcome<()> {
    let program = backsolve()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut counts = vec![1, cores];
    counts.dedup();
    let mut table = Table::new(&["board", "solver", "threads", "states", "states/s", "wall s", "CPU s", "MB", "ratio"]);
    for size in boards {
        for &threads in &counts {
            let by_hand = measure_own(&["bitboard", size, &threads.to_string()])?;
            let general = explicit(&program, size, threads)?;
            for taken in [&by_hand, &general] {
                if taken.code != Some(0) || taken.number("states") != by_hand.number("states") {
                    return Err(format!("connect-four:{size} failed, or the solvers disagree").into());
                }
            }
            if by_hand.answer["value"] != general.answer["value"][0] {
                return Err(format!("the solvers disagree on the value of connect-four:{size}").into());
            }
            for (solver, taken) in [("by hand", &by_hand), ("Backsolve, explicit", &general)] {
                table.row([
                    size.clone(),
                    solver.to_owned(),
                    threads.to_string(),
                    grouped(taken.number("states")),
                    grouped((taken.number("states") as f64 / taken.wall) as u64),
                    seconds(taken.wall),
                    seconds(taken.cpu),
                    megabytes(taken.memory),
                    format!("{:.2}", taken.wall / by_hand.wall),
                ]);
            }
        }
    }
    let text = format!(
        "Connect Four, all layers found and solved. By hand: bitboards, sorted layers in memory, nothing written to disk. Backsolve: from the rule sheet to the database \
         on disk, including grounding and proofs. The ratio is of wall-clock times.\n\n{}",
        table.markdown(2)
    );
    publish("bitboards", "Against bitboards", &text)
}

fn explicit(program: &Path, size: &str, threads: usize) -> Outcome<Taken> {
    child::solve(program, &format!("connect-four:{size}"), &["--engine", "explicit", "--threads", &threads.to_string()])
}

/// Solves a board with the hand-written solver and prints the results.
pub fn solve(size: &str, threads: usize) -> Outcome<()> {
    let board = Board::named(size).ok_or_else(|| format!("`{size}` is not a board of at most 64 bits, such as 5x5"))?;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let solved = retrograde::solve(&board);
    println!("{}", serde_json::json!({ "states": solved.states, "value": solved.value }));
    Ok(())
}
