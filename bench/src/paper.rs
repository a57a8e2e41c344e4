//! The papers' tables: every game by the engine that the program chooses, by diagrams alone, and by each algorithm that the papers compare.
//!
//! What was measured is kept in `bench/results/paper.json`, run by run, so that a long run need not be repeated for the sake of another; the
//! page is made from all of it.

mod figures;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::child::{Taken, backsolve, measure};
use crate::report::{Table, grouped, megabytes, publish, root, seconds};
use crate::{Outcome, machine};
use figures::{Row, SOLVED, Time, UNSOLVED};

/// The algorithms that the papers compare, as the command line names them.
const ALGORITHMS: [&str; 4] = ["layered", "fixpoint", "zero-sum", "restart"];

/// Exit codes that are no answer: the algorithm does not apply; a limit was reached.
const REFUSED: [i32; 2] = [1, 2];
const LIMIT: i32 = 3;

/// A measurement, and where it was made.
#[derive(Serialize, Deserialize, Clone)]
struct Run {
    taken: Taken,
    machine: String,
    limit: u64,
}

/// All measurements, by game and how it was solved.
type Runs = BTreeMap<String, Run>;

/// Solves the games of the papers, or those named, each run within so many seconds, and writes the page.
pub fn run(games: &[String], limit: u64) -> Outcome<()> {
    let program = backsolve()?;
    fs::create_dir_all(root().join("bench/results"))?;
    let mut runs = load()?;
    let all = SOLVED.iter().map(|row| row.game).chain(UNSOLVED);
    for game in all.filter(|game| games.is_empty() || games.iter().any(|name| name == game)) {
        let auto = solve(&program, game, &[], limit)?;
        let symbolic = match auto.taken.answer["engine"].as_str() {
            Some("symbolic") => auto.clone(),
            _ => solve(&program, game, &["--engine", "symbolic"], limit)?,
        };
        for algorithm in ALGORITHMS {
            let taken = match symbolic.taken.answer["algorithm"].as_str() {
                Some(chosen) if chosen == algorithm => symbolic.clone(),
                _ => solve(&program, game, &["--engine", "symbolic", "--algorithm", algorithm], limit.div_ceil(10))?,
            };
            runs.insert(format!("{game} {algorithm}"), taken);
        }
        runs.insert(format!("{game} auto"), auto);
        runs.insert(format!("{game} symbolic"), symbolic);
        fs::write(store(), serde_json::to_string_pretty(&runs)? + "\n")?;
        page(&runs)?;
    }
    page(&runs)
}

fn store() -> PathBuf {
    root().join("bench/results/paper.json")
}

fn load() -> Outcome<Runs> {
    match fs::read_to_string(store()) {
        Ok(text) => Ok(serde_json::from_str(&text)?),
        Err(_) => Ok(Runs::new()),
    }
}

fn solve(program: &Path, game: &str, how: &[&str], limit: u64) -> Outcome<Run> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("solution").display().to_string();
    let time = format!("{limit}s");
    let mut arguments = vec!["solve", game, "--json", "--time", &time, "--out", &out];
    // The rewards of Clobber are meant to be weighed against each other, as the papers do.
    if game.starts_with("clobber:") {
        arguments.extend(["--model", "difference"]);
    }
    arguments.extend(how);
    let mut taken = measure(program, &arguments)?;
    // Of the answer only what the page shows.
    if let Some(answer) = taken.answer.as_object_mut() {
        let shown = ["engine", "algorithm", "states", "layers", "value", "peak_nodes", "database_bytes"];
        answer.retain(|key, _| shown.contains(&key.as_str()));
    }
    Ok(Run { taken, machine: machine::describe(), limit })
}

fn page(runs: &Runs) -> Outcome<()> {
    let games: Vec<&str> = SOLVED.iter().map(|row| row.game).chain(UNSOLVED).collect();
    let mut machines: Vec<&str> = runs.values().map(|run| run.machine.as_str()).collect();
    machines.sort_unstable();
    machines.dedup();
    let text = format!(
        "Every game from its rule sheet, into a database on disk. Seconds by the clock, all threads; MB are the most that the process held.\n\n\
         ## Against the papers\n\n\
         *Auto* takes the engine that the program chooses, *diagrams* the symbolic one. The papers' time is that of their fastest algorithm for the game; \
         the factor says how many times faster *auto* is.\n\n{}\n{}\n\
         ## By algorithm\n\n\
         Decision diagrams. In brackets what the papers report of the same algorithm; a dash where it does not apply.\n\n{}\n\
         ## What the papers could not do\n\n{}\n\
         Measured on: {}.\n",
        against(runs).markdown(2),
        differences(runs),
        by_algorithm(runs, &games).markdown(1),
        beyond(runs).markdown(1),
        machines.join("; "),
    );
    publish("paper", "The papers' tables", &text)
}

/// A row for each game that the papers solve.
fn against(runs: &Runs) -> Table {
    let mut table = Table::new(&[
        "game",
        "value",
        "states",
        "papers' states",
        "layers",
        "engine",
        "auto s",
        "MB",
        "diagrams s",
        "MB",
        "nodes",
        "papers' s",
        "factor",
    ]);
    for row in &SOLVED {
        let (Some(auto), Some(symbolic)) = (kept(runs, row.game, "auto"), kept(runs, row.game, "symbolic")) else {
            continue;
        };
        let papers = row.states.map_or(String::new(), |states| {
            let mark = match row.differs {
                Some(_) => " *",
                None if solved(auto) && auto.taken.number("states") != states => " (differs)",
                None => "",
            };
            format!("{}{mark}", grouped(states))
        });
        let game = [row.game.to_owned(), value(auto, row), number(auto, "states"), papers, number(auto, "layers")];
        let factor = row.best().filter(|_| solved(auto)).map(|best| format!("{:.0}", best / auto.taken.wall));
        let against = [row.best().map_or(String::new(), seconds), factor.unwrap_or_default()];
        table.row(game.into_iter().chain(engines(auto, symbolic)).chain(against));
    }
    table
}

fn kept<'r>(runs: &'r Runs, game: &str, how: &str) -> Option<&'r Run> {
    runs.get(&format!("{game} {how}"))
}

/// What the program chose and took, and what diagrams took.
fn engines(auto: &Run, symbolic: &Run) -> [String; 6] {
    [
        auto.taken.answer["engine"].as_str().unwrap_or("-").to_owned(),
        clock(auto),
        megabytes(auto.taken.memory),
        clock(symbolic),
        megabytes(symbolic.taken.memory),
        number(symbolic, "peak_nodes"),
    ]
}

fn solved(run: &Run) -> bool {
    run.taken.code == Some(0)
}

fn clock(run: &Run) -> String {
    match run.taken.code {
        Some(0) => seconds(run.taken.wall),
        Some(LIMIT) if run.taken.wall + 1.0 < run.limit as f64 => "memory".to_owned(),
        Some(LIMIT) => format!("> {}", run.limit),
        Some(code) if REFUSED.contains(&code) => "-".to_owned(),
        _ => "failed".to_owned(),
    }
}

fn number(run: &Run, key: &str) -> String {
    if solved(run) { grouped(run.taken.number(key)) } else { String::new() }
}

/// The value, and the papers' where it is another.
fn value(run: &Run, row: &Row) -> String {
    let ours: Vec<i64> =
        run.taken.answer["value"].as_array().into_iter().flatten().filter_map(|v| v.as_i64()).collect();
    let text = ours.iter().map(i64::to_string).collect::<Vec<_>>().join("/");
    match row.value {
        Some(papers) if solved(run) && ours != papers => format!("{text} (papers: {}/{})", papers[0], papers[1]),
        _ => text,
    }
}

fn differences(runs: &Runs) -> String {
    let measured = SOLVED.iter().filter(|row| kept(runs, row.game, "auto").is_some());
    let line = |row: &Row| row.differs.map(|why| format!("\\* {}: {why}.  \n", row.game));
    measured.filter_map(line).collect()
}

fn by_algorithm(runs: &Runs, games: &[&str]) -> Table {
    let mut table = Table::new(&["game", "layered (2010)", "fixpoint (2008)", "zero-sum (2002)", "restart (2007)"]);
    for game in games {
        let row = SOLVED.iter().find(|row| row.game == *game);
        let cell = |algorithm: &str| {
            let ours = kept(runs, game, algorithm).map_or(String::new(), clock);
            let papers = row.map_or(Time::None, |row| match algorithm {
                "layered" => row.layered,
                "fixpoint" => row.fixpoint,
                "zero-sum" => row.zero_sum,
                _ => row.restart,
            });
            match papers {
                Time::None => ours,
                Time::Took(time) => format!("{ours} ({})", seconds(time)),
                Time::MoreThan(time) => format!("{ours} (> {})", seconds(time)),
                Time::NoMemory => format!("{ours} (memory)"),
            }
        };
        if kept(runs, game, "auto").is_some() {
            table.row([(*game).to_owned()].into_iter().chain(ALGORITHMS.map(cell)));
        }
    }
    table
}

fn beyond(runs: &Runs) -> Table {
    let mut table = Table::new(&["game", "value", "states", "engine", "auto s", "MB", "diagrams s", "MB", "nodes"]);
    for game in UNSOLVED {
        let (Some(auto), Some(symbolic)) = (kept(runs, game, "auto"), kept(runs, game, "symbolic")) else { continue };
        let value = auto.taken.answer["value"].as_array().into_iter().flatten().map(ToString::to_string);
        let game = [game.to_owned(), value.collect::<Vec<_>>().join("/"), number(auto, "states")];
        table.row(game.into_iter().chain(engines(auto, symbolic)));
    }
    table
}
