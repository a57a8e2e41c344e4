//! The papers' tables: every game by the engine that the program chooses, by diagrams alone, and by each algorithm that
//! the papers compare.
//!
//! What was measured is kept in `bench/results/paper.json`, run by run, so that a long run need not be repeated for the
//! sake of another; the page is made from all of it.

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

/// The algorithms that the papers compare, as the command line names them.
const ALGORITHMS: [&str; 4] = ["layered", "fixpoint", "zero-sum", "restart"];

/// How a game is measured: as the program chooses, by diagrams, by each algorithm, and how far a search gets where it
/// is not solved.
const WAYS: [&str; 7] = ["auto", "symbolic", "layered", "fixpoint", "zero-sum", "restart", "reach"];

/// Exit codes that are no answer: the algorithm does not apply; a limit was reached.
const REFUSED: [i32; 2] = [1, 2];
const LIMIT: i32 = 3;

/// What a single run may take.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Seconds for a game that the papers solve.
    pub seconds: u64,
    /// Seconds for one that they do not, and for an algorithm that the program would not choose.
    pub brief: u64,
    /// Gigabytes.
    pub gigabytes: u64,
}

/// A measurement, and where it was made.
#[derive(Serialize, Deserialize, Clone)]
pub struct Run {
    taken: Taken,
    machine: String,
    limit: u64,
    /// Bytes that it was allowed.
    memory: u64,
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

/// Those of some names that are wanted, all if none is.
fn chosen<'n>(wanted: &[String], names: &[&'n str]) -> Outcome<Vec<&'n str>> {
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("`{unknown}` is not among {}", names.join(", ")).into());
    }
    Ok(names.iter().copied().filter(|name| wanted.is_empty() || wanted.iter().any(|one| one == name)).collect())
}

/// The page again, from what was measured.
pub fn rewrite() -> Outcome<()> {
    page(&load()?)
}

/// What diagrams took for a game, if that was measured.
pub fn symbolic<'r>(runs: &'r Runs, game: &str) -> Option<&'r Taken> {
    kept(runs, game, "symbolic").map(|run| &run.taken).filter(|taken| taken.is_done())
}

/// The model of a game, where it is not the usual one: the rewards of Clobber are meant to be weighed against each
/// other, as the papers do.
pub fn model(game: &str) -> &'static [&'static str] {
    if game.starts_with("clobber:") { &["--model", "difference"] } else { &[] }
}

fn store() -> PathBuf {
    root().join("bench/results/paper.json")
}

/// What was measured so far.
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
    /// Measures a game in one way, unless what was measured in another way is the same.
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

    /// Keeps a run for all that it stands for; one that was not done does not take the place of one that was.
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
        // As the program chooses: that is the database that people have.
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

    /// The memory as the command line takes it.
    fn memory(&self) -> String {
        format!("{}G", self.limits.gigabytes)
    }

    fn run(&self, taken: Taken, limit: u64) -> Run {
        let memory = self.limits.gigabytes << 30;
        Run { taken: shown(taken), machine: machine::describe(), limit, memory, database: None }
    }

    /// Refuses a game whose runs found different things, or another thing than the papers, or whose database is wrong.
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

/// Says that a way is not measured, since the run of another one stands for it too.
fn same(game: &str, way: &str, other: &str) -> Outcome<()> {
    eprintln!("  {game} {way} is the run of {other}");
    Ok(())
}

impl Run {
    /// Whether its answer has these words for something.
    fn says(&self, key: &str, words: &str) -> bool {
        self.taken.answer[key] == words
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

fn kept<'r>(runs: &'r Runs, game: &str, way: &str) -> Option<&'r Run> {
    runs.get(&format!("{game} {way}"))
}

fn value(run: &Run) -> Vec<i64> {
    run.taken.answer["value"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}
