//! Compares reachability and values with recorded exhaustive searches.
//!
//! ```sh
//! cargo run --release -p symbolic --example corpus -- DIRECTORY [NAME…]
//! ```
//!
//! DIRECTORY has `games/*.kif` and `summary.tsv`. For every sheet with a complete search, the columns `states`,
//! `terminals`, `cyclic`, `layers_dd` and `layers_nodd` are compared, and `value_A` (model `own`), `value_B` (model
//! `difference`), `single_max` and `single_max_depth` with the results of every applicable algorithm. One line per
//! sheet; the last line is a total.

mod reachability;
mod values;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use gdl::Source;
use prove::ProvedGame;
use symbolic::engine::Resources;
use symbolic::race::race;
use task::{Allowance, VariableOrder};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(directory) = arguments.next() else {
        eprintln!("usage: corpus DIRECTORY [NAME…]");
        return ExitCode::from(2);
    };
    let names: Vec<String> = arguments.collect();
    let directory = Path::new(&directory);
    let Ok(summary) = std::fs::read_to_string(directory.join("summary.tsv")) else { return ExitCode::from(2) };
    let mut lines = summary.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let (mut agreeing, mut total) = (0, 0);
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |name: &str| {
            columns.iter().position(|c| *c == name).and_then(|i| cells.get(i)).copied().unwrap_or_default()
        };
        let name = cell("game");
        if cell("bfs") != "complete" || !(names.is_empty() || names.iter().any(|n| n == name)) {
            continue;
        }
        total += 1;
        let start = Instant::now();
        let said = match compare(&directory.join("games").join(format!("{name}.kif")), &cell) {
            Ok(differences) if differences.is_empty() => {
                agreeing += 1;
                "agrees".to_owned()
            }
            Ok(differences) => differences.join("; "),
            Err(error) => error.to_string(),
        };
        println!("{name}\t{}\t{:.1} s\t{said}", cell("states"), start.elapsed().as_secs_f64());
    }
    println!("{agreeing} of {total} agree");
    ExitCode::from(u8::from(agreeing != total))
}

/// The limits of an engine.
const RESOURCES: Resources = Resources { bytes: 4 << 30, threads: 1 };

/// A sheet ready for search.
struct Sheet {
    proved: ProvedGame,
    order: VariableOrder,
}

fn compare<'c>(path: &Path, cell: &impl Fn(&str) -> &'c str) -> Result<Vec<String>, Box<dyn Error>> {
    let source = Source::new(path.display().to_string(), std::fs::read_to_string(path)?);
    let rules = gdl::check_lenient(&source).rules.ok_or("ill-formed")?;
    let game = ground::ground(&rules, &ground::GroundingLimits::default())?;
    let proved = prove::prove(game, &prove::ProofOptions::default())?;
    let order = race(&proved, Allowance::default()).swap_remove(0).order;
    let sheet = Sheet { proved, order };
    let mut differences = reachability::compare(&sheet, cell)?;
    differences.extend(values::compare(&sheet, cell)?);
    Ok(differences)
}
