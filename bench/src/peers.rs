//! Comparison with OxiDD on the same Connect Four boards, in the same run.

use std::fs;
use std::path::Path;

use crate::child::{Taken, backsolve, measure, measure_own, solve};
use crate::figure::{Bar, bars};
use crate::report::{Table, grouped, megabytes, publish, root, seconds};
use crate::{Outcome, machine};

const DIAGRAMS: &str = "Backsolve, diagrams";
const EXPLICIT: &str = "Backsolve, explicit";
const IMAGE: &str = "OxiDD, our image operator";
const OWN: &str = "OxiDD, its own operators";
const A_FIFTH: &str = "Backsolve, a fifth of that memory";
const KERNELS: [&str; 5] = [DIAGRAMS, EXPLICIT, IMAGE, OWN, A_FIFTH];

/// The exit code of a run that reached its limit.
const LIMIT: i32 = 3;

/// Measures all kernels on all boards and writes table and figure.
pub fn run(boards: &[String]) -> Outcome<()> {
    let program = backsolve()?;
    let mut text = String::from(
        "The same rule sheets, variables and variable order in every kernel, one thread. *Reach* counts the reachable states layer by layer, *solve* gives each its \
         value. Ratios are relative to the CPU seconds and peak memory of Backsolve's diagrams. The last row of a board is Backsolve's diagrams again, limited by \
         `--memory` to a fifth of the memory that OxiDD used with its own operators.\n\n",
    );
    let mut drawn = Vec::new();
    for task in ["reach", "solve"] {
        let mut table =
            Table::new(&["board", "kernel", "states", "CPU s", "wall s", "MB", "nodes", "CPU ratio", "memory ratio"]);
        for board in boards {
            let rules = format!("connect-four:{board}");
            let mut first: Option<Taken> = None;
            let mut peak: Option<u64> = None;
            for kernel in KERNELS {
                let taken = match (kernel, peak) {
                    (DIAGRAMS, _) => solver(&program, task, &rules, &["--engine", "symbolic"])?,
                    (EXPLICIT, _) => solver(&program, task, &rules, &["--engine", "explicit"])?,
                    (IMAGE, _) => measure_own(&["oxidd", "image", task, &rules])?,
                    (OWN, _) => measure_own(&["oxidd", "own", task, &rules])?,
                    (_, Some(peak)) => {
                        let fifth = (peak / 5).to_string();
                        solver(&program, task, &rules, &["--engine", "symbolic", "--memory", &fifth])?
                    }
                    (_, None) => continue,
                };
                if taken.code == Some(LIMIT) {
                    table.row([board, kernel, "not enough memory", "", "", "", "", "", ""].map(str::to_owned));
                    continue;
                }
                if !taken.is_done() {
                    return Err(format!("{kernel} failed on {rules}").into());
                }
                if kernel == OWN {
                    peak = Some(taken.memory);
                }
                let best = first.get_or_insert_with(|| taken.clone());
                if taken.number("states") != best.number("states")
                    || taken.answer["value"] != best.answer["value"] && task == "solve"
                {
                    return Err(format!("{kernel} disagrees on {rules}").into());
                }
                table.row([
                    board.clone(),
                    kernel.to_owned(),
                    grouped(taken.number("states")),
                    seconds(taken.cpu),
                    seconds(taken.wall),
                    megabytes(taken.memory),
                    grouped(taken.number("peak_nodes")),
                    format!("{:.1}", taken.cpu / best.cpu),
                    format!("{:.1}", taken.memory as f64 / best.memory as f64),
                ]);
                drawn.push(Bar { group: format!("{task} {board}"), name: kernel.to_owned(), value: taken.cpu });
            }
        }
        text += &format!("## {task}\n\n{}\n", table.markdown(2));
    }
    let folder = root().join("docs/figures");
    fs::create_dir_all(&folder)?;
    let title = format!("CPU seconds on boards of Connect Four ({})", machine::describe());
    fs::write(folder.join("peers.svg"), bars(&title, &KERNELS, &drawn))?;
    publish("peers", "Against other kernels", &text)
}

fn solver(program: &Path, task: &str, rules: &str, how: &[&str]) -> Outcome<Taken> {
    let how = [&["--threads", "1"], how].concat();
    match task {
        "solve" => solve(program, rules, &how),
        _ => measure(program, &[&[task, rules, "--json"], &how[..]].concat()),
    }
}
