//! By number of threads: 1, 2, 4 … as many as there are cores.

use std::thread;

use crate::Outcome;
use crate::child::{backsolve, measure};
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
                let folder = tempfile::tempdir()?;
                let out = folder.path().join("solution").display().to_string();
                let threads = threads.to_string();
                let common = [task, game, "--json", "--threads", &threads];
                let taken = match task {
                    "solve" => measure(&program, &[&common[..], &["--engine", "symbolic", "--out", &out]].concat())?,
                    _ => measure(&program, &common)?,
                };
                if taken.code != Some(0) {
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
    let text = format!("Decision diagrams; the speed-up is by the clock, over one thread.\n\n{}", table.markdown(2));
    publish("threads", "By number of threads", &text)
}
