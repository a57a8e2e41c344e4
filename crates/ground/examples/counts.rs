//! Compares the state counts of a plain search with a table of known counts.
//!
//! ```sh
//! cargo run --release -p ground --example counts -- DIRECTORY SUMMARY.tsv [NAME…]
//! ```
//!
//! The table has a header line and tab-separated columns. The columns used are `game`, `bfs` (only rows with
//! `complete`), `states`, `terminals`, `goal_vectors` (`(0,100):3;(50,50):1`) and `layers_dd` (`1,9,72`). Prints one
//! line per difference, then the number of games that agree; exits with code 1 if any differ.

use game::{BfsLimits, SearchReport, Tape, search};
use gdl::Source;
use std::collections::HashMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

type Row<'t> = HashMap<&'t str, &'t str>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, table, names @ ..] = arguments.as_slice() else {
        eprintln!("usage: counts DIRECTORY SUMMARY.tsv [NAME…]");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(table) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{table}: {error}");
            return ExitCode::from(2);
        }
    };
    let mut lines = text.lines().map(|line| line.split('\t'));
    let header: Vec<&str> = lines.next().into_iter().flatten().collect();
    let rows = lines.map(|cells| header.iter().copied().zip(cells).collect::<Row<'_>>());
    let wanted = |row: &Row<'_>| names.is_empty() || names.iter().any(|name| row["game"] == name);
    let complete: Vec<Row<'_>> = rows.filter(|row| row.get("bfs") == Some(&"complete") && wanted(row)).collect();
    let agreeing = complete.iter().filter(|row| agrees(directory, row)).count();
    println!("{agreeing} of {} agree", complete.len());
    ExitCode::from(u8::from(agreeing < complete.len()))
}

/// Whether a search agrees with the row; differences are printed.
fn agrees(directory: &str, row: &Row<'_>) -> bool {
    let name = row["game"];
    let start = Instant::now();
    match find(&format!("{directory}/{name}.kif")) {
        Err(error) => {
            println!("{name}: {error}");
            false
        }
        Ok(found) => {
            let differences: Vec<String> = counts(&found)
                .into_iter()
                .filter(|(column, count)| row.get(column) != Some(&count.as_str()))
                .map(|(column, count)| format!("{column} {count} instead of {}", row.get(column).unwrap_or(&"")))
                .collect();
            if start.elapsed() > Duration::from_secs(5) {
                println!("{name}: {} states in {:.1} s", found.states.len(), start.elapsed().as_secs_f64());
            }
            if !differences.is_empty() {
                println!("{name}: {} ({} goal defects)", differences.join("; "), found.goal_defects);
            }
            differences.is_empty()
        }
    }
}

fn find(path: &str) -> Result<SearchReport, Box<dyn std::error::Error>> {
    let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    let rules = gdl::check_lenient(&Source::new(path, &text)).rules.ok_or("not well-formed")?;
    let limits = ground::GroundingLimits { time: Some(Duration::from_secs(60)), ..ground::GroundingLimits::default() };
    let game = ground::ground(&rules, &limits)?;
    let deadline = Some(Instant::now() + Duration::from_secs(300));
    let found =
        search(&Tape::new(&game)?, &BfsLimits { states: 5_000_000, bytes: 1 << 30, deadline, ..BfsLimits::default() });
    match found.stopped {
        Some(limit) => Err(limit.into()),
        None => Ok(found),
    }
}

/// The columns of the table as computed by the search.
fn counts(found: &SearchReport) -> [(&'static str, String); 4] {
    let mut vectors: Vec<String> = found
        .goal_vectors
        .iter()
        .map(|(vector, count)| {
            let rewards: Vec<String> = vector.iter().map(i32::to_string).collect();
            format!("({}):{count}", rewards.join(","))
        })
        .collect();
    vectors.sort();
    let layers: Vec<String> = found.layers.iter().map(|layer| layer.len().to_string()).collect();
    [
        ("states", found.states.len().to_string()),
        ("terminals", found.terminals.to_string()),
        ("goal_vectors", vectors.join(";")),
        ("layers_dd", layers.join(",")),
    ]
}
