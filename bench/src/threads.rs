//! By number of threads: 1, 2, 4 … as many as there are cores.

use std::thread;

use crate::Outcome;
use crate::child::{Taken, agree, backsolve, measure, solve};
use crate::report::{Table, megabytes, publish, seconds};

/// Tasks per game, each with an engine.
const TASKS: [(&str, &str); 4] =
    [("reach", "explicit"), ("solve", "explicit"), ("reach", "symbolic"), ("solve", "symbolic")];

/// Measures reach and solve of some games, with both engines where the states fit in memory.
pub fn run(games: &[String]) -> Outcome<()> {
    let program = backsolve()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let counts: Vec<usize> = (0..).map(|power| 1 << power).take_while(|&threads| threads <= cores).collect();
    let mut table = Table::new(&["game", "task", "engine", "threads", "wall s", "CPU s", "cores", "MB", "speed-up"]);
    for game in games {
        for (task, engine) in TASKS {
            let mut runs: Vec<Taken> = Vec::new();
            for threads in counts.iter().map(usize::to_string) {
                let options = ["--engine", engine, "--threads", &threads];
                let taken = match task {
                    "solve" => solve(&program, game, &options)?,
                    _ => measure(&program, &[&[task, game, "--json"], &options[..]].concat())?,
                };
                // The explicit engine cannot hold the states of the largest games.
                if !taken.is_done() && engine == "explicit" {
                    break;
                }
                if !taken.is_done() {
                    return Err(format!("{task} {game} failed").into());
                }
                runs.push(taken);
            }
            agree(game, &runs)?;
            for (taken, threads) in runs.iter().zip(&counts) {
                table.row([
                    game.clone(),
                    task.to_owned(),
                    engine.to_owned(),
                    threads.to_string(),
                    seconds(taken.wall),
                    seconds(taken.cpu),
                    format!("{:.2}", taken.cpu / taken.wall),
                    megabytes(taken.memory),
                    format!("{:.2}", runs[0].wall / taken.wall),
                ]);
            }
        }
    }
    let text = format!(
        "Cores are those kept busy: CPU time over wall-clock time. The speed-up is in wall-clock time over one thread.\n\n{}",
        table.markdown(3)
    );
    publish("threads", "By number of threads", &text)
}
