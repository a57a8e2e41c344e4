//! A table of what is known about sheets with chance or simultaneous moves: solved, with the value that brute force
//! has where there are few states, a security value only, or refused and why.
//!
//! ```text
//! cargo run --release -p agreement --example expected -- corpus/games/*.kif > docs/expected.md
//! ```
//!
//! Sheets in which roles choose in turn without chance are left out.

use std::env;
use std::fs;
use std::path::Path;

use agreement::expected::{ExpectedSheet, compare_all};
use bruteforce::JointGraph;
use number::grouped;
use solution::ExpectedDatabase;
use solution::manifest::{ExpectedReward, Manifest};

/// States up to which brute force has its own value.
const COMPARED: usize = 20_000;

/// States up to which a sheet is solved.
const SOLVED: u128 = 2_000_000;

fn main() {
    println!("# Sheets with chance or simultaneous moves\n");
    println!("Made by\n");
    println!("    cargo run --release -p agreement --example expected -- corpus/games/*.kif > docs/expected.md\n");
    println!(
        "with at most {} states and 1 GiB for each sheet. *Equal* means that every state has the value",
        grouped(SOLVED as u64)
    );
    println!(
        "of a separate plain solver in exact fractions, which is tried up to {} states. Sheets are read",
        grouped(COMPARED as u64)
    );
    println!("leniently. A security value is what a role guarantees against all others together.\n");
    println!("| sheet | states | answer | value | widest | mixed states | brute force |");
    println!("|---|--:|---|---|--:|--:|---|");
    for path in env::args().skip(1) {
        if let Some(row) = row(Path::new(&path)) {
            println!("{row}");
        }
    }
}

fn row(path: &Path) -> Option<String> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    let refused = |why: &dyn std::fmt::Display| Some(format!("| {name} | | refused: {why} | | | | |"));
    let text = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
    let sheet = match ExpectedSheet::new(&text, true) {
        Ok(sheet) => sheet,
        Err(why) => return refused(&why),
    };
    let is_random = sheet.proved.game.roles.iter().any(|role| role.eq_ignore_ascii_case("random"));
    if !is_random && !sheet.proved.class.turn_taking.is_refuted() {
        return None;
    }
    let folder = tempfile::tempdir().ok()?;
    let solution = folder.path().join("solution");
    let mut task = sheet.task();
    let mut solve = |security| {
        task.security = security;
        sheet.solve_within(&task, &solution, 2, SOLVED)
    };
    let (answer, solved) = match solve(false) {
        Err(task::Error::NoEquilibrium(_)) => {
            let _ = fs::remove_dir_all(&solution);
            ("security value only: not two roles with a constant sum", solve(true))
        }
        solved => ("solved", solved),
    };
    let manifest = match solved {
        Ok(manifest) => manifest,
        Err(task::Error::Interrupted) => return refused(&format!("more than {} states", grouped(SOLVED as u64))),
        Err(error) => return refused(&error),
    };
    let compared = compared(&text, &solution, &manifest);
    let figures = manifest.expected.as_ref()?;
    let values: Vec<String> = figures.value.iter().map(value).collect();
    let widest = if figures.widest == 0.0 { "0".to_owned() } else { format!("{:.1e}", figures.widest) };
    let (states, mixed) = (grouped(manifest.states() as u64), grouped(figures.mixed_states));
    let values = values.join(", ");
    Some(format!("| {name} | {states} | {answer} | {values} | {widest} | {mixed} | {compared} |"))
}

fn value(reward: &ExpectedReward) -> String {
    reward.exact.clone().unwrap_or_else(|| format!("{:.6}", (reward.lower + reward.upper) / 2.0))
}

/// Whether brute force has the same values.
fn compared(text: &str, solution: &Path, manifest: &Manifest) -> String {
    if manifest.states() > COMPARED as u128 {
        return String::new();
    }
    let Some(graph) = JointGraph::explore(text, true, COMPARED) else { return "more states".to_owned() };
    let Ok(database) = ExpectedDatabase::open(solution) else { return "unreadable".to_owned() };
    match compare_all(&graph, &database) {
        Ok(()) => "equal".to_owned(),
        Err(what) => format!("differs: {what}"),
    }
}
