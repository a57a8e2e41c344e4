//! The papers' tables: every game with the engine that the program chooses, with diagrams only, and with each algorithm
//! that the papers compare.
//!
//! Measurements are stored in `bench/results/paper.json`, run by run, so that long runs need not be repeated; the page
//! is made from all of them.

mod figures;
mod page;

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::child::{Taken, agree, backsolve, measure, measure_own, solve_and};
use crate::report::root;
use crate::{Outcome, machine};
use figures::{SOLVED, UNSOLVED};
use page::page;

/// The algorithms that the papers compare, by their names on the command line.
const ALGORITHMS: [&str; 4] = ["layered", "fixpoint", "zero-sum", "restart"];

/// How a game is measured: as the program chooses, with diagrams, with each algorithm, and how far a search gets if it
/// is not solved.
const WAYS: [&str; 7] = ["auto", "symbolic", "layered", "fixpoint", "zero-sum", "restart", "reach"];

/// Exit codes without an answer: the algorithm does not apply; a limit was reached.
const REFUSED: [i32; 2] = [1, 2];
const LIMIT: i32 = 3;

/// Limits of a single run.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Seconds for a game that the papers solve.
    pub seconds: u64,
    /// Seconds for other games, and for algorithms that the program would not choose.
    pub brief: u64,
    /// Gigabytes.
    pub gigabytes: u64,
}

/// A measurement and its circumstances.
#[derive(Serialize, Deserialize, Clone)]
pub struct Run {
    taken: Taken,
    machine: String,
    limit: u64,
    /// Its memory limit in bytes.
    memory: u64,
    /// The checks of the database.
    #[serde(default)]
    database: Option<Checked>,
}

/// The checks of a database.
#[derive(Serialize, Deserialize, Clone)]
struct Checked {
    /// The answer of `backsolve verify`.
    verified: Taken,
    /// Microseconds per probe; `None` if not measured.
    probe: Option<f64>,
}

/// All measurements, by game and method.
pub type Runs = BTreeMap<String, Run>;

/// Solves the games of the papers in every way, or some games in some ways, each run within limits, and writes the
/// page.
pub fn run(games: &[String], ways: &[String], limits: Limits) -> Outcome<()> {
    let mut bench = Bench { program: backsolve()?, limits, runs: load()? };
    for game in chosen(games, &games_of_the_papers())? {
        for way in chosen(ways, &WAYS)? {
            bench.measure(game, way)?;
        }
        bench.check(game)?;
        save(&bench.runs)?;
        page(&bench.runs)?;
    }
    Ok(())
}

fn games_of_the_papers() -> Vec<&'static str> {
    SOLVED.iter().map(|row| row.game).chain(UNSOLVED.iter().map(|(game, _)| *game)).collect()
}

/// The names that are wanted; all if none is given.
fn chosen<'n>(wanted: &[String], names: &[&'n str]) -> Outcome<Vec<&'n str>> {
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("`{unknown}` is not among {}", names.join(", ")).into());
    }
    Ok(names.iter().copied().filter(|name| wanted.is_empty() || wanted.iter().any(|one| one == name)).collect())
}

/// Rewrites the page from the stored measurements.
pub fn rewrite() -> Outcome<()> {
    page(&load()?)
}

/// The usage of diagrams for a game, if measured.
pub fn symbolic<'r>(runs: &'r Runs, game: &str) -> Option<&'r Taken> {
    kept(runs, game, "symbolic").map(|run| &run.taken).filter(|taken| taken.is_done())
}

/// The model of a game, if it is not the default: Clobber's rewards are compared by their difference, as in the papers.
pub fn model(game: &str) -> &'static [&'static str] {
    if game.starts_with("clobber:") { &["--model", "difference"] } else { &[] }
}

fn store() -> PathBuf {
    root().join("bench/results/paper.json")
}

/// The stored measurements.
pub fn load() -> Outcome<Runs> {
    match fs::read_to_string(store()) {
        Ok(text) => Ok(serde_json::from_str(&text)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Runs::new()),
        Err(error) => Err(error.into()),
    }
}

fn save(runs: &Runs) -> Outcome<()> {
    fs::create_dir_all(root().join("bench/results"))?;
    let written = store().with_extension("json.new");
    fs::write(&written, serde_json::to_string_pretty(runs)? + "\n")?;
    Ok(fs::rename(written, store())?)
}

struct Bench {
    program: PathBuf,
    limits: Limits,
    runs: Runs,
}

impl Bench {
    /// Measures a game in one way, unless another way gave the same run.
    fn measure(&mut self, game: &str, way: &str) -> Outcome<()> {
        let (auto, symbolic) = (kept(&self.runs, game, "auto"), kept(&self.runs, game, "symbolic"));
        let is_solved = |run: Option<&Run>| run.is_some_and(|run| run.taken.is_done());
        let run = match way {
            "auto" => self.solve(game, &[], self.seconds(game))?,
            "symbolic" if auto.is_some_and(|run| run.says("engine", way)) => return same(game, way, "auto"),
            "symbolic" => self.solve(game, &["--engine", way], self.seconds(game))?,
            "reach" if is_solved(auto) || is_solved(symbolic) => return Ok(()),
            "reach" => self.reach(game)?,
            algorithm if symbolic.is_some_and(|run| run.says("algorithm", algorithm)) => {
                return same(game, algorithm, "symbolic");
            }
            algorithm => self.solve(game, &["--engine", "symbolic", "--algorithm", algorithm], self.limits.brief)?,
        };
        if way == "auto" && !matches!(run.taken.code, Some(0 | LIMIT)) {
            return Err(format!("{game} was not solved, though no limit was reached").into());
        }
        self.keep(game, way, run);
        Ok(())
    }

    /// Stores a run for all ways that it represents; an unfinished run does not replace a finished one.
    fn keep(&mut self, game: &str, way: &str, run: Run) {
        if way == "auto" && run.says("engine", "symbolic") {
            self.keep(game, "symbolic", run.clone());
        }
        if way == "symbolic"
            && let Some(algorithm) = ALGORITHMS.into_iter().find(|algorithm| run.says("algorithm", algorithm))
        {
            self.keep(game, algorithm, run.clone());
        }
        let name = format!("{game} {way}");
        match self.runs.get(&name) {
            Some(before) if before.taken.is_done() && !run.taken.is_done() => {
                eprintln!("    not done this time; the earlier measurement stays");
            }
            _ => drop(self.runs.insert(name, run)),
        }
    }

    /// Seconds for a game.
    fn seconds(&self, game: &str) -> u64 {
        if SOLVED.iter().any(|row| row.game == game) { self.limits.seconds } else { self.limits.brief }
    }

    fn solve(&self, game: &str, how: &[&str], limit: u64) -> Outcome<Run> {
        let (time, memory) = (format!("{limit}s"), self.memory());
        let how = [how, model(game), &["--time", &time, "--memory", &memory]].concat();
        // As the program chooses, which is the database that users have.
        let is_auto = !how.contains(&"--engine");
        let (taken, database) = solve_and(&self.program, game, &how, |taken, out| match taken.is_done() && is_auto {
            true => Ok(Some(self.look(out)?)),
            false => Ok(None),
        })?;
        Ok(Run { database, ..self.run(taken, limit) })
    }

    fn reach(&self, game: &str) -> Outcome<Run> {
        let (limit, memory) = (self.seconds(game), self.memory());
        let how = ["--engine", "symbolic", "--time", &format!("{limit}s"), "--memory", &memory];
        let taken = measure(&self.program, &[&["reach", game, "--json"], &how[..]].concat())?;
        Ok(self.run(taken, limit))
    }

    /// Verifies a database, and measures its probes.
    fn look(&self, out: &str) -> Outcome<Checked> {
        let verified = measure(&self.program, &["verify", out, "--json"])?;
        let probe = measure_own(&["probe", out])?.answer.as_f64();
        Ok(Checked { verified: shown(verified), probe })
    }

    /// The memory limit as a command-line argument.
    fn memory(&self) -> String {
        format!("{}G", self.limits.gigabytes)
    }

    fn run(&self, taken: Taken, limit: u64) -> Run {
        let memory = self.limits.gigabytes << 30;
        Run { taken: shown(taken), machine: machine::describe(), limit, memory, database: None }
    }

    /// Fails if the runs of a game found different results, contradict the papers, or have a wrong database.
    fn check(&self, game: &str) -> Outcome<()> {
        let solves = WAYS.iter().filter(|way| **way != "reach");
        agree(game, solves.filter_map(|way| kept(&self.runs, game, way)).map(|run| &run.taken))?;
        let Some(auto) = kept(&self.runs, game, "auto").filter(|run| run.taken.is_done()) else { return Ok(()) };
        if auto.database.as_ref().is_some_and(|checked| checked.verified.answer["ok"] != true) {
            return Err(format!("the database of {game} is wrong").into());
        }
        let Some(row) = SOLVED.iter().find(|row| row.game == game) else { return Ok(()) };
        let states = row.states.filter(|_| row.differs.is_none());
        if states.is_some_and(|states| states != auto.taken.number("states")) {
            return Err(format!("the papers count other states for {game}").into());
        }
        match row.value {
            Some(papers) if value(auto) != papers => Err(format!("the papers have another value for {game}").into()),
            _ => Ok(()),
        }
    }
}

/// Prints that a way is not measured, since the run of another way represents it.
fn same(game: &str, way: &str, other: &str) -> Outcome<()> {
    eprintln!("  {game} {way} is the run of {other}");
    Ok(())
}

impl Run {
    /// Whether a field of the answer contains these words.
    fn says(&self, key: &str, words: &str) -> bool {
        self.taken.answer[key] == words
    }
}

/// Reduces the answer to the fields that the page shows.
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

fn kept<'r>(runs: &'r Runs, game: &str, way: &str) -> Option<&'r Run> {
    runs.get(&format!("{game} {way}"))
}

fn value(run: &Run) -> Vec<i64> {
    run.taken.answer["value"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}
