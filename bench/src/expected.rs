//! Games with chance or simultaneous moves: time, memory, and how wide the widest interval is.

use crate::Outcome;
use crate::child::{backsolve, solve};
use crate::report::{Table, grouped, megabytes, publish, seconds};

/// Acyclic with matrices and chance, and cyclic with dice.
pub const GAMES: [&str; 3] = ["goofspiel:6", "goofspiel:7", "pig:100"];

/// Solves some games with a number of threads.
pub fn run(games: &[String], threads: u64) -> Outcome<()> {
    let (program, threads_text) = (backsolve()?, threads.to_string());
    let heads = ["game", "first", "widest", "mixed states", "states", "wall s", "CPU s", "MB"];
    let mut table = Table::new(&heads);
    for game in games {
        let taken = solve(&program, game, &["--threads", &threads_text])?;
        if !taken.is_done() {
            return Err(format!("{game} was not solved").into());
        }
        let number = |name: &str| taken.answer[name].as_f64().unwrap_or(f64::NAN);
        let bounds = &taken.answer["bounds"][0];
        let value = |bound: &str| bounds[bound].as_f64().unwrap_or(f64::NAN);
        let first = match bounds["exact"].as_str() {
            Some(exact) => exact.to_owned(),
            None => format!("{:.7}", (value("lower") + value("upper")) / 2.0),
        };
        table.row([
            game.clone(),
            first,
            format!("{:.1e}", number("widest")),
            grouped(number("mixed_states") as u64),
            grouped(number("states") as u64),
            seconds(taken.wall),
            seconds(taken.cpu),
            megabytes(taken.memory),
        ]);
    }
    let text = format!(
        "Expected rewards of the first role, solved with {threads} threads. *Widest* is the largest distance between the\n\
         bounds of any state; in *mixed states* some role must mix its moves.\n\n{}",
        table.markdown(1)
    );
    publish("expected", "Chance and simultaneous moves", &text)
}
