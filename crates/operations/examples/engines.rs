//! Compares both engines on the same games: layers, counts and contents must be equal, with one thread and with two.
//!
//! ```sh
//! cargo run --release -p operations --example engines -- [--states N] [--seconds N] [SHEET…]
//! ```
//!
//! Uses the given rule sheets, or else the bundled games, that have at most N states (200,000) and are grounded and
//! analysed within some seconds (20). Prints a line per game that is skipped or on which the engines disagree; the last
//! line is a total.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use explicit::reach::{ReachSearch, ReachStep};
use gdl::{Mode, Rules, Source};
use operations::solve::{Solve, SolveOptions};
use operations::{Budget, Error, ErrorKind, Stop};
use prove::ProvedGame;
use solution::{Engine, Manifest};
use task::Traits;

fn main() -> ExitCode {
    let (mut paths, mut states, mut seconds) = (Vec::new(), 200_000, 20);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = |into: &mut u64| *into = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(*into);
        match argument.as_str() {
            "--states" => number(&mut states),
            "--seconds" => number(&mut seconds),
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let time = Some(Duration::from_secs(seconds));
    let budget = Budget { time, ..Budget::default() };
    let (mut agreeing, mut total, mut left_out) = (0, 0, 0);
    for source in if paths.is_empty() { bundled() } else { sheets(&paths) } {
        match compare(&source, &budget, states) {
            Ok(differences) => {
                total += 1;
                agreeing += usize::from(differences.is_empty());
                differences.iter().for_each(|difference| println!("{}: {difference}", source.name));
            }
            Err(why) => {
                left_out += 1;
                println!("{} is left out: {why}", source.name);
            }
        }
    }
    println!("{agreeing} of {total} agree; {left_out} left out");
    ExitCode::from(u8::from(agreeing != total))
}

fn bundled() -> Vec<Source> {
    games::all().iter().filter_map(|game| Some(Source::new(game.name, games::sheet(game.name).ok()?))).collect()
}

fn sheets(paths: &[PathBuf]) -> Vec<Source> {
    let sheet = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Some(Source::new(name, std::fs::read_to_string(path).ok()?))
    };
    paths.iter().filter_map(sheet).collect()
}

/// The differences between four solutions of a game, or why there are none.
fn compare(source: &Source, budget: &Budget, most: u64) -> Result<Vec<String>, String> {
    let stop = Stop::default();
    let rules = gdl::check::check_in(source, Mode::Lenient).rules.ok_or("ill-formed")?;
    let proved = operations::prove(&rules, budget, &stop).map_err(|error| error.to_string())?;
    if !is_small(&proved, most).map_err(|error| error.to_string())? {
        return Err(format!("more than {most} states"));
    }
    let mut found = Vec::new();
    for (engine, threads) in [Engine::Symbolic, Engine::Explicit].into_iter().flat_map(|e| [(e, 1), (e, 2)]) {
        let solved = solve(source, &rules, &proved, engine, threads);
        if let Err(error) = &solved
            && error.kind() == ErrorKind::Limit
        {
            return Err(format!("{} engine: {error}", engine.name()));
        }
        found.push((format!("{} engine, {threads} threads", engine.name()), essence(solved)));
    }
    let (first, others) = found.split_first().ok_or("nothing was solved")?;
    let differing = others.iter().filter(|(_, essence)| *essence != first.1);
    let line = |(name, essence): &(String, String)| format!("{name}: {essence}\n  {}: {}", first.0, first.1);
    Ok(differing.map(line).collect())
}

/// Whether a game has at most `most` states.
fn is_small(proved: &ProvedGame, most: u64) -> Result<bool, task::Error> {
    let folder = std::env::temp_dir();
    let resources = explicit::Resources { bytes: 1 << 30, threads: 1, folder: &folder, give_back: || {} };
    let search = ReachSearch { distinct: false, cycles: false };
    let mut total = 0;
    let mut within = |step: ReachStep| {
        let ReachStep::Layer(layer) = step else { return ControlFlow::Continue(()) };
        total += layer.states;
        if total + layer.next > 2 * most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let reached = explicit::reach::reach(proved, search, resources, &mut within)?;
    Ok(reached.complete && total <= most)
}

fn solve(
    source: &Source,
    rules: &Rules,
    proved: &ProvedGame,
    engine: Engine,
    threads: usize,
) -> Result<Manifest, Error> {
    let folder = tempfile::tempdir().map_err(Error::bug)?;
    let stop = Stop::default();
    let budget = Budget { time: Some(Duration::from_secs(120)), ..Budget::default() };
    let infinite = (proved.game.roles.len() == 1).then(|| vec![0]);
    let options = SolveOptions {
        engine: Some(engine),
        distances: Some(true),
        lenient: true,
        infinite: infinite.filter(|_| Traits::of(proved).measure.is_none()),
        ..SolveOptions::new(budget, threads)
    };
    let path = folder.path().join("solution");
    Ok(Solve::new(source, rules, &options, &path, &stop).run(proved, &mut |_| {})?.manifest)
}

/// The data on which both engines must agree: the value, and the counts and content of each layer; or the error.
fn essence(solved: Result<Manifest, Error>) -> String {
    match solved {
        Ok(manifest) => {
            let layer = |layer: &solution::manifest::Layer| {
                let content = layer.content.clone().unwrap_or_default();
                format!("{} {} {content}", layer.states, layer.terminal_states)
            };
            let layers: Vec<String> = manifest.layers.iter().map(layer).collect();
            format!("{:?}; {}", manifest.progress, layers.join("; "))
        }
        // The example states may differ.
        Err(error) => error.to_string().lines().next().unwrap_or_default().to_owned(),
    }
}
