//! Grounds every rule sheet of a directory and prints a table.
//!
//! ```sh
//! cargo run --release -p ground --example corpus -- DIRECTORY [SECONDS] [MEGABYTES] [NAME…]
//! ```
//!
//! One line per sheet: name, fluents, moves, gates, operands, recursive blocks, ground rules before simplification, milliseconds,
//! working memory by own account in megabytes; or what went wrong. The last line counts. With names, only those sheets. Each sheet
//! gets the given time and memory (default 60 s and 3072 MB).

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gdl::Source;
use ground::{Limits, ground_with_statistics};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(directory) = arguments.first() else {
        eprintln!("usage: corpus DIRECTORY [SECONDS] [MEGABYTES] [NAME…]");
        return ExitCode::from(2);
    };
    let number = |position: usize, default: u64| match arguments.get(position) {
        Some(text) => text.parse().unwrap_or(default),
        None => default,
    };
    let limits = Limits {
        time: Some(Duration::from_secs(number(1, 60))),
        bytes: (number(2, 3072) as usize) << 20,
        ..Limits::default()
    };
    let names = arguments.get(3..).unwrap_or_default();
    let sheets = match sheets(Path::new(directory), names) {
        Ok(sheets) => sheets,
        Err(error) => {
            eprintln!("{directory}: {error}");
            return ExitCode::from(2);
        }
    };
    println!(
        "{:40} {:>7} {:>7} {:>8} {:>9} {:>4} {:>9} {:>7} {:>5}",
        "sheet", "fluents", "moves", "gates", "operands", "rec", "instances", "ms", "MB"
    );
    let grounded = sheets.iter().filter(|path| row(path, &limits)).count();
    println!("{grounded} of {} ground", sheets.len());
    ExitCode::SUCCESS
}

fn sheets(directory: &Path, names: &[String]) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let wanted = names.is_empty() || names.iter().any(|name| *name == stem);
        if wanted && path.extension().is_some_and(|e| e == "kif") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Grounds one sheet and prints its line. Whether it went well.
fn row(path: &Path, limits: &Limits) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            println!("{name:40} {error}");
            return false;
        }
    };
    let source = Source::new(&name, &text);
    let Some(rules) = gdl::check_lenient(&source).rules else {
        println!("{name:40} not well-formed");
        return false;
    };
    let start = Instant::now();
    match ground_with_statistics(&rules, limits) {
        Ok((game, statistics)) => {
            println!(
                "{name:40} {:>7} {:>7} {:>8} {:>9} {:>4} {:>9} {:>7} {:>5}",
                game.fluents.len(),
                game.moves.iter().map(Vec::len).sum::<usize>(),
                statistics.gates,
                statistics.operands,
                statistics.recursive_blocks,
                statistics.instances,
                start.elapsed().as_millis(),
                statistics.peak_bytes >> 20,
            );
            true
        }
        Err(error) => {
            let line = error.span().map(|span| text[..(span.start as usize).min(text.len())].matches('\n').count() + 1);
            let place = line.map_or(String::new(), |line| format!(" line {line}:"));
            println!("{name:40}{place} {error} [{} ms]", start.elapsed().as_millis());
            false
        }
    }
}
