//! Both engines on the same games, and the choice of `auto`.
//!
//! Measurements are stored in `bench/results/engines.json`, game by game, so that single games can be measured again;
//! the page is made from all of them.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::child::{Taken, agree, backsolve, solve};
use crate::report::{Table, factor, grouped, megabytes, root, seconds, write};
use crate::{Outcome, machine};

/// Games of every kind: with and without layers, cyclic and acyclic, one and two players, seconds and minutes.
pub const GAMES: [&str; 20] = [
    "connect-four:4x5",
    "connect-four:5x5",
    "connect-four:5x6",
    "clobber:4x5",
    "peg-solitaire",
    "sheep-and-wolf",
    "eight-puzzle",
    "number-tic-tac-toe",
    "nim:11,12,15,25",
    "breakthrough:4x5",
    "kalah:4x2",
    "kalah:5x2",
    "awari:3x2",
    "awari:3x3",
    "nine-mens-morris:2x4",
    "nine-mens-morris:2x5",
    "domineering:5x5",
    "domineering:5x6",
    "pancakes:8",
    "krk-endgame:8",
];

/// The accepted ratio of `auto`'s time to the better engine's, and the accepted extra seconds.
const AS_GOOD: f64 = 1.5;
const BEYOND: f64 = 0.5;

/// The runs of one game, with the machine and the settings.
#[derive(Serialize, Deserialize)]
struct Row {
    explicit: Taken,
    symbolic: Taken,
    auto: Taken,
    limit: u64,
    threads: u64,
    machine: String,
}

impl Row {
    fn runs(&self) -> [&Taken; 3] {
        [&self.explicit, &self.symbolic, &self.auto]
    }

    /// CPU seconds of the better engine; `None` if both took too long.
    fn better(&self) -> Option<f64> {
        let done = [&self.explicit, &self.symbolic].into_iter().filter(|taken| taken.is_done());
        done.map(|taken| taken.cpu).min_by(f64::total_cmp)
    }

    /// Whether `auto` was within the accepted ratio.
    fn is_well(&self) -> bool {
        self.auto.is_done() && self.better().is_none_or(|better| self.auto.cpu <= AS_GOOD * better + BEYOND)
    }
}

/// Solves games with both engines and with the chosen one, one run after the other, and writes the page after each
/// game.
pub fn run(games: &[String], limit: u64, threads: u64) -> Outcome<()> {
    let program = backsolve()?;
    let mut rows = load()?;
    for game in games {
        let (time, several) = (format!("{limit}s"), threads.to_string());
        let by = |engine| solve(&program, game, &["--engine", engine, "--time", &time, "--threads", &several]);
        let (auto, explicit, symbolic) = (by("auto")?, by("explicit")?, by("symbolic")?);
        let row = Row { explicit, symbolic, auto, limit, threads, machine: machine::describe() };
        agree(game, row.runs())?;
        if !row.runs().iter().any(|taken| taken.is_done()) {
            return Err(format!("{game} was solved by no engine within the time limit").into());
        }
        rows.insert(game.clone(), row);
        fs::write(path(), serde_json::to_string_pretty(&rows)? + "\n")?;
        page(&rows)?;
    }
    Ok(())
}

fn path() -> PathBuf {
    root().join("bench/results/engines.json")
}

fn load() -> Outcome<BTreeMap<String, Row>> {
    match fs::read_to_string(path()) {
        Ok(text) => Ok(serde_json::from_str(&text)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(error.into()),
    }
}

/// Writes the page, with the games of the list first.
fn page(rows: &BTreeMap<String, Row>) -> Outcome<()> {
    let mut table = Table::new(&[
        "game",
        "auto takes",
        "well",
        "states",
        "explicit CPU s",
        "MB",
        "symbolic CPU s",
        "MB",
        "auto CPU s",
        "times the better",
    ]);
    let listed = GAMES.iter().filter_map(|game| rows.get_key_value(*game));
    let others = rows.iter().filter(|(game, _)| !GAMES.contains(&game.as_str()));
    for (game, row) in listed.chain(others) {
        let taken = row.auto.answer["engine"].as_str().unwrap_or("none").to_owned();
        let states = row.runs().map(|taken| taken.number("states")).into_iter().max().unwrap_or(0);
        let ratio = row.better().filter(|_| row.auto.is_done()).map(|better| factor(row.auto.cpu / better));
        let mut cells = vec![game.clone(), taken, if row.is_well() { "yes" } else { "no" }.to_owned(), grouped(states)];
        cells.extend([&row.explicit, &row.symbolic].into_iter().flat_map(figures));
        cells.push(figures(&row.auto)[0].clone());
        cells.push(ratio.unwrap_or_else(|| "-".to_owned()));
        table.row(cells);
    }
    let well = rows.values().filter(|row| row.is_well()).count();
    let limits = one_or_several(rows.values().map(|row| format!("{} s", row.limit)));
    let threads = one_or_several(rows.values().map(|row| number::count(row.threads, "thread")));
    let machines = one_or_several(rows.values().map(|row| row.machine.clone()));
    let text = format!(
        "From the rule sheet to the database, with {threads}, in CPU seconds. The time limit is {limits}; runs that exceeded it have no figures. `auto` does \
         *well* if it takes at most {AS_GOOD} times as long as the better engine, plus {BEYOND} s: {well} of {} games. Its time includes the work of both engines \
         before the choice.\n\n{}\nGenerated by `cargo run --release -p bench -- engines` on {machines}.\n",
        rows.len(),
        table.markdown(3)
    );
    write("engines", "Both engines", &text)
}

/// The common value of all rows, or all different values.
fn one_or_several(said: impl Iterator<Item = String>) -> String {
    let mut said: Vec<String> = said.collect();
    said.sort();
    said.dedup();
    said.join(" or ")
}

fn figures(taken: &Taken) -> [String; 2] {
    match taken.is_done() {
        true => [seconds(taken.cpu), megabytes(taken.memory)],
        false => ["-", "-"].map(str::to_owned),
    }
}
