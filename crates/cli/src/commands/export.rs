//! `backsolve export DB`: all states with their values as a table.

use std::io::{BufWriter, IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use export::{ExportCounts, ExportFormat};
use operations::export::StateTable;
use operations::report::slashed;
use serde::Serialize;

use crate::console::{BOLD, Console, DIM};
use crate::error::{Error, Exit, unwritten};
use crate::limits::{Early, LimitOptions, Watch};
use crate::load::{unopened, warnings_of};
use crate::patience;
use crate::progress::Progress;
use crate::table::{self, count, grouped, row, size};

const EXAMPLES: &str = "\
Columns:
  layer       the layer of the database
  to_move     whose turn it is, if a fact of the rules determines it; empty when the game is over
  terminal    whether the game is over
  value_ROLE  the reward of each role under optimal play; expected rewards have two columns, lower_ROLE and upper_ROLE
  distance    plies to the end, if the database stores them; empty if play never ends
  then one column per state variable: `cell 1 2` with x, o and blank for (cell 1 2 x), (cell 1 2 o), (cell 1 2 blank)

Examples:
  backsolve export ttt.solution > ttt.csv                   comma-separated values, with a line of names
  backsolve export ttt.solution --format ndjson | head -3   a JSON object per line
  backsolve export c4.solution --out c4.parquet             for polars, pandas, DuckDB and others
  backsolve export c4.solution --out c4.parquet --json      counts and speed for programs

Exit codes:
  0 done   1 the game has hidden information   2 no such solution, or the file cannot be written
  3 a limit was reached, or the disk is full   4 damaged   130 interrupted: no file is left";

/// The formats as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Comma-separated values with a line of names
    Csv,
    /// Apache Parquet
    Parquet,
    /// A JSON object per line
    Ndjson,
}

/// Write all states with their values as a table: CSV, Parquet or JSON lines
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    /// Solution: the directory that `backsolve solve` wrote
    #[arg(value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: PathBuf,

    /// Format: csv, parquet or ndjson [default: by the ending of the file; otherwise csv]
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Format>,

    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Serialize)]
struct Answer {
    database: String,
    game: String,
    out: String,
    format: &'static str,
    bytes: u64,
    /// Whether the whole game is solved.
    complete: bool,
    states: u128,
    /// Empty if values are expected rewards.
    values: Vec<ValueCount>,
    columns: Vec<String>,
    /// The time of reading and writing states.
    seconds: f64,
    states_per_second: f64,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct ValueCount {
    value: Vec<i32>,
    states: u128,
}

impl Format {
    /// The format of files with this ending.
    fn of(path: &Path) -> Format {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("parquet") => Format::Parquet,
            Some("ndjson" | "jsonl") => Format::Ndjson,
            _ => Format::Csv,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Parquet => "parquet",
            Format::Ndjson => "ndjson",
        }
    }
}

impl From<Format> for ExportFormat {
    fn from(format: Format) -> ExportFormat {
        match format {
            Format::Csv => ExportFormat::Csv,
            Format::Parquet => ExportFormat::Parquet,
            Format::Ndjson => ExportFormat::NdJson,
        }
    }
}

impl Export {
    /// Writes the states, and prints what was written.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        self.limits.budget().check()?;
        let format = self.format.unwrap_or_else(|| self.out.as_deref().map_or(Format::Csv, Format::of));
        if self.out.is_none() && console.is_json() {
            return Err(Error::input("standard output is taken by the states").hint("write them to a file with --out"));
        }
        if self.out.is_none() && format == Format::Parquet && stdout().is_terminal() {
            return Err(Error::input("a Parquet file cannot be shown").hint("write it to a file with --out"));
        }
        // The work removes its file when it is stopped, so it is awaited for longer.
        let watch = Watch { patience: patience::SEARCH, ..self.limits.watch(console, clock) };
        watch.over(|early| Err(unfinished(early)), || self.answer(console, clock, format))?;
        Ok(Exit::Done)
    }

    fn answer(&self, console: &Console, clock: Instant, format: Format) -> Result<(), Error> {
        let budget = self.limits.budget();
        let (table, _) = StateTable::open(&self.database, &budget, &console.stop)
            .map_err(|error| unopened(&self.database, error))?;
        let manifest = table.states.manifest();
        let mut warnings = warnings_of(&manifest.question);
        if !manifest.progress.is_complete() {
            warnings.push("the solution is not complete; only solved states are written".to_owned());
        }
        console.warn(&warnings);
        let deadline = budget.deadline(clock);
        let total = u64::try_from(table.states.stored()).unwrap_or(u64::MAX);
        let progress = Progress::new(console, "states", 0);
        let mut goes_on = |states: u128| {
            progress.at("states written", u64::try_from(states).unwrap_or(u64::MAX), total);
            !console.stop.raised() && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        let stopped = |error: Error| match (error.kind(), console.stop.raised()) {
            (crate::error::ErrorKind::Interrupted, true) => unfinished(Early::Interrupted),
            (crate::error::ErrorKind::Interrupted, false) => unfinished(Early::Time),
            _ => error,
        };
        let start = Instant::now();
        let Some(path) = &self.out else {
            let out = BufWriter::with_capacity(1 << 16, stdout());
            let written = table.write(format.into(), out, &mut goes_on);
            return written.map(|_| ()).map_err(|error| match error {
                export::Error::Output(error) => unwritten(error),
                error => stopped(error.into()),
            });
        };
        let (counts, bytes) = table.write_file(format.into(), path, &mut goes_on).map_err(stopped)?;
        drop(progress);
        let ExportCounts { states, values } = counts;
        let seconds = start.elapsed().as_secs_f64();
        let answer = Answer {
            database: self.database.display().to_string(),
            game: manifest.question.name.clone(),
            out: path.display().to_string(),
            format: format.name(),
            bytes,
            complete: manifest.progress.is_complete(),
            states,
            values: values.into_iter().rev().map(|(value, states)| ValueCount { value, states }).collect(),
            columns: table.columns.names(),
            seconds,
            states_per_second: states as f64 / seconds.max(1e-9),
            warnings,
        };
        console.answer(&answer, || text(&answer))
    }
}

fn unfinished(early: Early) -> Error {
    early.unfinished("no file was written")
}

fn text(answer: &Answer) -> String {
    let written = size(usize::try_from(answer.bytes).unwrap_or(usize::MAX));
    let mut text = format!(
        "{BOLD}{}{BOLD:#}  {} in {} columns\n",
        answer.game,
        count(answer.states, "state"),
        grouped(answer.columns.len() as u64)
    );
    if !answer.values.is_empty() {
        let mut table = table::table(&["value", "states"], &[0, 1], 1);
        for one in &answer.values {
            table.add_row(row([slashed(&one.value), grouped(one.states)]));
        }
        text += &format!("\n{}", table::text(&table));
    }
    let (seconds, speed) = (answer.seconds, grouped(answer.states_per_second as u64));
    text + &format!(
        "\n{DIM}file{DIM:#}  {} ({written})\n{DIM}took{DIM:#}  {seconds:.2} s; {speed} states/s\n",
        answer.out
    )
}
