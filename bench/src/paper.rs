//! The papers' tables: every game by the engine that the program chooses, by diagrams alone, and by each algorithm that the papers compare.
//!
//! What was measured is kept in `bench/results/paper.json`, run by run, so that a long run need not be repeated for the sake of another; the
//! page is made from all of it.

mod figures;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::child::{Taken, backsolve, measure, measure_own};
use crate::report::{Table, grouped, megabytes, publish, root, seconds};
use crate::{Outcome, machine};
use figures::{Row, SOLVED, Time, UNSOLVED};

/// The algorithms that the papers compare, as the command line names them.
const ALGORITHMS: [&str; 4] = ["layered", "fixpoint", "zero-sum", "restart"];

/// Exit codes that are no answer: the algorithm does not apply; a limit was reached.
const REFUSED: [i32; 2] = [1, 2];
const LIMIT: i32 = 3;

/// What a single run may take.
pub struct Limits {
    /// Seconds.
    pub seconds: u64,
    /// Gigabytes.
    pub gigabytes: u64,
}

impl Limits {
    /// The memory as the command line takes it.
    fn memory(&self) -> String {
        format!("{}G", self.gigabytes)
    }
}

/// A measurement, and where it was made.
#[derive(Serialize, Deserialize, Clone)]
pub struct Run {
    /// What it took.
    pub taken: Taken,
    machine: String,
    limit: u64,
    /// Bytes that it was allowed.
    #[serde(default)]
    memory: Option<u64>,
    /// The database, looked at afterwards.
    #[serde(default)]
    database: Option<Checked>,
}

/// What was found out about a database.
#[derive(Serialize, Deserialize, Clone)]
struct Checked {
    /// The answer of `backsolve verify`.
    verified: Taken,
    /// Microseconds that a probe takes; none where that was not measured.
    probe: Option<f64>,
}

/// All measurements, by game and how it was solved.
type Runs = BTreeMap<String, Run>;

/// Solves the games of the papers, or those named, each run within limits, and writes the page.
pub fn run(games: &[String], limits: &Limits) -> Outcome<()> {
    let program = backsolve()?;
    fs::create_dir_all(root().join("bench/results"))?;
    let mut runs = load()?;
    let all = SOLVED.iter().map(|row| row.game).chain(UNSOLVED);
    for game in all.filter(|game| games.is_empty() || games.iter().any(|name| name == game)) {
        for (how, run) in measured(&program, game, limits)? {
            runs.insert(format!("{game} {how}"), run);
        }
        fs::write(store(), serde_json::to_string_pretty(&runs)? + "\n")?;
        page(&runs)?;
    }
    page(&runs)
}

/// The runs that there are for a game: as the program chooses, by diagrams, by each algorithm, and how far a search gets where it is not solved.
fn measured(program: &Path, game: &str, limits: &Limits) -> Outcome<Vec<(&'static str, Run)>> {
    let auto = solve(program, game, &[], limits)?;
    let symbolic = match auto.taken.answer["engine"].as_str() {
        Some("symbolic") => auto.clone(),
        _ => solve(program, game, &["--engine", "symbolic"], limits)?,
    };
    let tenth = Limits { seconds: limits.seconds.div_ceil(10), ..*limits };
    let mut runs = Vec::new();
    for algorithm in ALGORITHMS {
        let run = match symbolic.taken.answer["algorithm"].as_str() {
            Some(chosen) if chosen == algorithm => symbolic.clone(),
            _ => solve(program, game, &["--engine", "symbolic", "--algorithm", algorithm], &tenth)?,
        };
        runs.push((algorithm, run));
    }
    if !solved(&auto) && !solved(&symbolic) {
        let time = format!("{}s", limits.seconds);
        let taken = measure(
            program,
            &["reach", game, "--json", "--engine", "symbolic", "--time", &time, "--memory", &limits.memory()],
        )?;
        runs.push(("reach", Run::new(taken, limits, None)));
    }
    runs.extend([("auto", auto), ("symbolic", symbolic)]);
    Ok(runs)
}

/// What diagrams took for a game, if that was measured.
pub fn symbolic(game: &str) -> Outcome<Option<Run>> {
    Ok(load()?.remove(&format!("{game} symbolic")).filter(solved))
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

fn solve(program: &Path, game: &str, how: &[&str], limits: &Limits) -> Outcome<Run> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("solution").display().to_string();
    let (time, memory) = (format!("{}s", limits.seconds), limits.memory());
    let mut arguments = vec!["solve", game, "--json", "--time", &time, "--memory", &memory, "--out", &out];
    // The rewards of Clobber are meant to be weighed against each other, as the papers do.
    if game.starts_with("clobber:") {
        arguments.extend(["--model", "difference"]);
    }
    arguments.extend(how);
    let taken = measure(program, &arguments)?;
    // As the program chooses: that is the database that people have.
    let database = match taken.code {
        Some(0) if how.is_empty() => Some(check(program, &out)?),
        _ => None,
    };
    Ok(Run::new(taken, limits, database))
}

/// Verifies a database, and measures its probes.
fn check(program: &Path, out: &str) -> Outcome<Checked> {
    let verified = measure(program, &["verify", out, "--json"])?;
    let probe = measure_own(&["probe", out])?.answer.as_f64();
    Ok(Checked { verified: shown(verified), probe })
}

impl Run {
    fn new(taken: Taken, limits: &Limits, database: Option<Checked>) -> Run {
        let memory = Some(limits.gigabytes << 30);
        Run { taken: shown(taken), machine: machine::describe(), limit: limits.seconds, memory, database }
    }
}

/// Of the answer only what the page shows.
fn shown(mut taken: Taken) -> Taken {
    if let Some(answer) = taken.answer.as_object_mut() {
        let shown =
            ["engine", "algorithm", "states", "layers", "value", "peak_nodes", "database_bytes", "ok", "checked"];
        answer.retain(|key, _| shown.contains(&key.as_str()));
        // A search lists its layers.
        let layers = answer.get("layers").and_then(Value::as_array).map(Vec::len);
        answer.extend(layers.map(|layers| ("layers".to_owned(), layers.into())));
    }
    taken
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
         ## Databases\n\n\
         As the program chooses to write them, checked by `backsolve verify`: all states through the rules where there are few, else a sample. \
         Probes are of states drawn at random, where all layers are diagrams.\n\n{}\n\
         {}\n\nMeasured on: {}.\n",
        against(runs).markdown(2),
        differences(runs),
        by_algorithm(runs, &games).markdown(1),
        beyond(runs).markdown(1),
        databases(runs, &games).markdown(1),
        within(runs),
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

/// The databases that were looked at.
fn databases(runs: &Runs, games: &[&str]) -> Table {
    let mut table = Table::new(&["game", "MB", "states", "checked", "wrong", "verify s", "us a probe"]);
    for game in games {
        let Some(run) = kept(runs, game, "auto") else { continue };
        let Some(Checked { verified, probe }) = &run.database else { continue };
        table.row([
            (*game).to_owned(),
            format!("{:.1}", run.taken.number("database_bytes") as f64 / 1e6),
            number(run, "states"),
            grouped(verified.number("checked")),
            if verified.answer["ok"] == true { "nothing" } else { "something" }.to_owned(),
            seconds(verified.wall),
            probe.map_or("-".to_owned(), |micros| format!("{micros:.2}")),
        ]);
    }
    table
}

/// Whether runs kept within their memory.
fn within(runs: &Runs) -> String {
    let limited = runs.iter().filter_map(|(name, run)| Some((name, run.taken.memory, run.memory?)));
    let over: Vec<&str> =
        limited.clone().filter(|(_, took, limit)| took > limit).map(|(name, ..)| name.as_str()).collect();
    let most = limited.clone().map(|(_, took, _)| took).max().unwrap_or(0);
    let (count, most) = (limited.count(), megabytes(most));
    match over[..] {
        [] => format!("All of the {count} runs with `--memory` kept within it; the largest held {most} MB."),
        _ => format!("Of the {count} runs with `--memory` these held more: {}.", over.join(", ")),
    }
}

fn beyond(runs: &Runs) -> Table {
    let mut table =
        Table::new(&["game", "value", "states", "engine", "auto s", "MB", "diagrams s", "MB", "nodes", "so far"]);
    for name in UNSOLVED {
        let (Some(auto), Some(symbolic)) = (kept(runs, name, "auto"), kept(runs, name, "symbolic")) else { continue };
        let value = auto.taken.answer["value"].as_array().into_iter().flatten().map(ToString::to_string);
        let game = [name.to_owned(), value.collect::<Vec<_>>().join("/"), number(auto, "states")];
        table.row(game.into_iter().chain(engines(auto, symbolic)).chain([so_far(runs, name)]));
    }
    table
}

/// How far a search got in a game that was not solved.
fn so_far(runs: &Runs, game: &str) -> String {
    kept(runs, game, "reach").map_or(String::new(), |run| {
        let [states, layers, nodes] = ["states", "layers", "peak_nodes"].map(|key| grouped(run.taken.number(key)));
        format!("{states} states in {layers} layers, {nodes} nodes, after {} s", seconds(run.taken.wall))
    })
}
