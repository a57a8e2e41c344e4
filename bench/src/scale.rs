//! By board size: states, nodes, time and memory.

use std::fs;

use crate::child::{Taken, backsolve, solve};
use crate::figure::{Panel, Series, growth};
use crate::report::{Table, grouped, megabytes, publish, root, seconds};
use crate::{Outcome, paper};

/// Boards in growing sizes.
const BOARDS: [(&str, &[&str]); 3] = [
    ("connect-four", &["4x4", "4x5", "5x5", "5x6", "6x6"]),
    ("clobber", &["3x3", "3x4", "4x4", "4x5"]),
    ("hex", &["2", "3", "4", "5"]),
];

/// The number of cells: `4x5` has 20, and `4` is a square.
fn cells(size: &str) -> f64 {
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    [columns, rows].map(|side| side.parse::<f64>().unwrap_or_default()).iter().product()
}

/// A quantity of a run to draw: its name and value.
type Quantity = (&'static str, fn(&Taken) -> f64);

const DRAWN: [Quantity; 4] = [
    ("states", |taken| taken.number("states") as f64),
    ("peak nodes", |taken| taken.number("peak_nodes") as f64),
    ("CPU seconds to solve", |taken| taken.cpu),
    ("peak memory, MB", |taken| taken.memory as f64 / 1e6),
];

/// Solves board by board, each game as far as the time allows.
pub fn run(limit: u64) -> Outcome<()> {
    let program = backsolve()?;
    let mut table = Table::new(&["game", "states", "layers", "nodes", "wall s", "CPU s", "MB", "database MB"]);
    let mut panels = DRAWN.map(|(title, _)| Panel { title, series: Vec::new() });
    let measured = paper::load()?;
    for (game, boards) in BOARDS {
        let mut solved = Vec::new();
        for size in boards {
            let rules = format!("{game}:{size}");
            let taken = match paper::symbolic(&measured, &rules) {
                Some(taken) => taken.clone(),
                None => {
                    let limits = ["--engine", "symbolic", "--memory", "12G", "--time", &format!("{limit}s")];
                    solve(&program, &rules, &[&limits, paper::model(&rules)].concat())?
                }
            };
            if !taken.is_done() {
                eprintln!("    not within {limit} s");
                break;
            }
            table.row([
                rules,
                grouped(taken.number("states")),
                grouped(taken.number("layers")),
                grouped(taken.number("peak_nodes")),
                seconds(taken.wall),
                seconds(taken.cpu),
                megabytes(taken.memory),
                megabytes(taken.number("database_bytes")),
            ]);
            solved.push((cells(size), taken));
        }
        for (panel, (_, quantity)) in panels.iter_mut().zip(DRAWN) {
            let points = solved.iter().map(|(cells, taken)| (*cells, quantity(taken))).collect();
            panel.series.push(Series { name: game, points });
        }
    }
    let folder = root().join("docs/figures");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("scale.svg"), growth("By board size", "cells", &panels))?;
    let text = format!(
        "Decision diagrams, all threads, solved into a database ([plot](../../docs/figures/scale.svg)). Boards of [the papers' tables](paper.md) are \
         taken from there.\n\n{}",
        table.markdown(1)
    );
    publish("scale", "By board size", &text)
}
