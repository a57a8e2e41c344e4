//! By number of threads: 1, 2, 4 … as many as there are cores.

use std::thread;

use crate::Outcome;
use crate::child::{backsolve, measure, solve};
use crate::report::{Table, megabytes, publish, seconds};

/// Measures reach and solve of some games.
pub fn run(games: &[String]) -> Outcome<()> {
    let program = backsolve()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let counts: Vec<usize> = (0..).map(|power| 1 << power).take_while(|&threads| threads <= cores).collect();
    let mut table = Table::new(&["game", "task", "threads", "wall s", "CPU s", "MB", "speed-up"]);
    for game in games {
        for task in ["reach", "solve"] {
            let mut one = 0.0;
            for &threads in &counts {
                let threads = threads.to_string();
                let taken = match task {
                    "solve" => solve(&program, game, &["--engine", "symbolic", "--threads", &threads])?,
                    _ => measure(&program, &[task, game, "--json", "--engine", "symbolic", "--threads", &threads])?,
                };
                if !taken.is_done() {
                    return Err(format!("{task} {game} failed").into());
                }
                if threads == "1" {
                    one = taken.wall;
                }
                table.row([
                    game.clone(),
                    task.to_owned(),
                    threads.clone(),
                    seconds(taken.wall),
                    seconds(taken.cpu),
                    megabytes(taken.memory),
                    format!("{:.2}", one / taken.wall),
                ]);
            }
        }
    }
    let text =
        format!("Decision diagrams; the speed-up is in wall-clock time over one thread.\n\n{}", table.markdown(2));
    publish("threads", "By number of threads", &text)
}
