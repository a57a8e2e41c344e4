//! By board size: states, nodes, time and memory.

use std::fs;
use std::path::Path;

use crate::child::{Taken, backsolve, measure};
use crate::figure::{Series, lines};
use crate::report::{Table, grouped, megabytes, publish, root, seconds};
use crate::{Outcome, paper};

/// Boards in growing sizes.
const BOARDS: [(&str, &[&str]); 3] = [
    ("connect-four", &["4x4", "4x5", "5x4", "5x5", "5x6", "6x5", "6x6"]),
    ("clobber", &["3x3", "3x4", "4x4", "4x5"]),
    ("hex", &["3", "4", "5"]),
];

/// Solves board by board, each game as far as the time allows.
pub fn run(limit: u64) -> Outcome<()> {
    let program = backsolve()?;
    let mut table = Table::new(&["game", "states", "layers", "nodes", "wall s", "CPU s", "MB", "database MB"]);
    let (mut nodes, mut times) = (Vec::new(), Vec::new());
    for (game, sizes) in BOARDS {
        let mut drawn = [Vec::new(), Vec::new()];
        for size in sizes {
            let rules = format!("{game}:{size}");
            let taken = match paper::symbolic(&rules)? {
                Some(run) => run.taken,
                None => solve(&program, &rules, limit)?,
            };
            if taken.code != Some(0) {
                eprintln!("    not within {limit} s");
                break;
            }
            let states = taken.number("states");
            table.row([
                rules,
                grouped(states),
                grouped(taken.number("layers")),
                grouped(taken.number("peak_nodes")),
                seconds(taken.wall),
                seconds(taken.cpu),
                megabytes(taken.memory),
                megabytes(taken.number("database_bytes")),
            ]);
            drawn[0].push((states as f64, taken.number("peak_nodes") as f64));
            drawn[1].push((states as f64, taken.cpu));
        }
        let [by_nodes, by_time] = drawn;
        nodes.push(Series { name: game.to_owned(), points: by_nodes });
        times.push(Series { name: game.to_owned(), points: by_time });
    }
    let folder = root().join("docs/figures");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("scale-nodes.svg"), lines("Most nodes at a time", "states", "nodes", &nodes))?;
    fs::write(folder.join("scale-time.svg"), lines("CPU seconds to solve", "states", "CPU s", &times))?;
    let text = format!(
        "Decision diagrams, all threads, solved with database. Boards of [the papers' tables](paper.md) are taken from there.\n\n{}",
        table.markdown(1)
    );
    publish("scale", "By board size", &text)
}

fn solve(program: &Path, rules: &str, limit: u64) -> Outcome<Taken> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("solution").display().to_string();
    let time = format!("{limit}s");
    measure(program, &["solve", rules, "--json", "--engine", "symbolic", "--time", &time, "--out", &out])
}
