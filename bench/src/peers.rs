//! Against OxiDD on the same boards of Connect Four, in the same run.

use std::fs;
use std::path::Path;

use crate::child::{Taken, backsolve, measure, measure_own};
use crate::figure::{Bar, bars};
use crate::report::{Table, grouped, megabytes, publish, root, seconds};
use crate::{Outcome, machine};

const KERNELS: [&str; 5] = [
    "Backsolve, diagrams",
    "Backsolve, explicit",
    "OxiDD, our image operator",
    "OxiDD, its own operators",
    "Backsolve, a fifth of that memory",
];

/// The exit code of a run that reached its limit.
const LIMIT: i32 = 3;

/// Measures all kernels on all boards and writes table and figure.
pub fn run(boards: &[String]) -> Outcome<()> {
    let program = backsolve()?;
    let mut text = String::from(
        "The same rule sheets, variables and variable order in every kernel, one thread. *Reach* counts the reachable states layer by layer, *solve* gives each its \
         value. Ratios are CPU seconds and peak memory of the kernel to those of Backsolve's diagrams. The last row of a board is Backsolve's diagrams again, told by \
         `--memory` to do with a fifth of what OxiDD took with its own operators.\n\n",
    );
    let mut drawn = Vec::new();
    for task in ["reach", "solve"] {
        let mut table =
            Table::new(&["board", "kernel", "states", "CPU s", "wall s", "MB", "nodes", "CPU ratio", "memory ratio"]);
        for board in boards {
            let rules = format!("connect-four:{board}");
            let mut first: Option<Taken> = None;
            let mut peak = 0;
            for kernel in KERNELS {
                let taken = match kernel {
                    "Backsolve, diagrams" => solver(&program, task, &rules, "symbolic", None)?,
                    "Backsolve, explicit" => solver(&program, task, &rules, "explicit", None)?,
                    "OxiDD, our image operator" => measure_own(&["oxidd", "image", task, &rules])?,
                    "OxiDD, its own operators" => measure_own(&["oxidd", "own", task, &rules])?,
                    _ => solver(&program, task, &rules, "symbolic", Some(peak / 5))?,
                };
                if taken.code == Some(LIMIT) {
                    table.row([board, kernel, "not enough memory", "", "", "", "", "", ""].map(str::to_owned));
                    continue;
                }
                if taken.code != Some(0) {
                    return Err(format!("{kernel} failed on {rules}").into());
                }
                peak = taken.memory;
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

fn solver(program: &Path, task: &str, rules: &str, engine: &str, memory: Option<u64>) -> Outcome<Taken> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("solution").display().to_string();
    let memory = memory.map(|bytes| bytes.to_string());
    let mut arguments = vec![task, rules, "--json", "--threads", "1", "--engine", engine];
    if task == "solve" {
        arguments.extend(["--out", &out]);
    }
    if let Some(memory) = &memory {
        arguments.extend(["--memory", memory]);
    }
    measure(program, &arguments)
}
