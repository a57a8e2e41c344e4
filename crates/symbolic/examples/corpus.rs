//! Reachability on diagrams against recorded exhaustive searches.
//!
//! ```sh
//! cargo run --release -p symbolic --example corpus -- DIRECTORY [NAME…]
//! ```
//!
//! DIRECTORY has `games/*.kif` and `summary.tsv`, whose columns `states`, `terminals`, `cyclic`, `layers_dd` and `layers_nodd` are
//! compared for every sheet with a complete search. One line per sheet; the last line counts.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use game::effects::effects;
use game::implied::Implied;
use game::joint::joint_moves;
use gdl::Source;
use symbolic::engine::{Engine, Resources};
use symbolic::race::race;
use symbolic::reach::{Duplicates, End, Reached, is_cyclic, reach};

/// Joint moves that are still enumerated.
const JOINT_MOVES: usize = 1_000_000;

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

fn compare<'c>(path: &Path, cell: &impl Fn(&str) -> &'c str) -> Result<Vec<String>, Box<dyn Error>> {
    let source = Source { name: path.display().to_string(), text: std::fs::read_to_string(path)? };
    let rules = gdl::check_lenient(&source).rules.ok_or("ill-formed")?;
    let mut game = ground::ground(&rules, &ground::Limits::default())?;
    game.variables = prove::analyse(&game, &prove::Options::default())?.variables;
    let implied = Implied::new(&game);
    let joints = joint_moves(&game, &implied, JOINT_MOVES).map_err(|_| "too many joint moves")?;
    let effects = effects(&game, &implied, joints);
    let order = race(&game, &effects).swap_remove(0).order;
    let resources = Resources { bytes: 4 << 30, threads: 1 };

    let mut engine = Engine::new(&game, &effects, &order, resources)?;
    let mut all = engine.store().none();
    let distinct = reach(&mut engine, Duplicates::Remove, |engine, _, layer| {
        match engine.store().union(&all, layer) {
            Ok(union) => all = union,
            Err(_) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    })?;
    let cyclic = is_cyclic(&mut engine, &all)?;
    let recorded = cell("layers_nodd").split(',').count();
    let mut seen = 0;
    let repeated = reach(&mut engine, Duplicates::Keep, |_, _, _| {
        seen += 1;
        if seen < recorded { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;

    let total = |pick: fn(&symbolic::reach::Layer) -> u128| distinct.layers.iter().map(pick).sum::<u128>().to_string();
    let mut differences = Vec::new();
    let mut check = |what: &str, ours: String| {
        if ours != cell(what) {
            differences.push(format!("{what}: {ours}, not {}", cell(what)));
        }
    };
    check("states", total(|layer| layer.states));
    check("terminals", total(|layer| layer.terminal_states));
    check("cyclic", if cyclic { "cyclic" } else { "acyclic" }.to_owned());
    check("layers_dd", counts(&distinct));
    // Layers that repeat for ever are recorded up to some length; ours stop at the first repetition.
    if matches!(repeated.end, End::Cycle { .. }) {
        let ours = counts(&repeated);
        if !cell("layers_nodd").starts_with(&ours) || !cyclic {
            differences.push(format!("layers_nodd: {ours}"));
        }
    } else {
        check("layers_nodd", counts(&repeated));
    }
    Ok(differences)
}

fn counts(reached: &Reached) -> String {
    reached.layers.iter().map(|layer| layer.states.to_string()).collect::<Vec<_>>().join(",")
}
