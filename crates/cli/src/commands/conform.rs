//! `backsolve conform DIR`: compares the interpreter and the batch evaluator with recorded traces.

mod batch;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use conform::{CorpusOptions, CorpusReport, SheetVerdict};
use serde::Serialize;

use crate::console::{BAD, BOLD, Console, GOOD};
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions, ThreadOptions, Watch};
use crate::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  backsolve conform corpus                     all sheets with a trace
  backsolve conform corpus --only chess        sheets with `chess` in their name
  backsolve conform corpus --at-least 392      for CI: fewer is a failure

DIR holds rule sheets as games/NAME.kif and recorded playouts as traces/NAME.jsonl.gz. The
interpreter and the batch evaluator on the ground game evaluate each recorded state: its facts, the
legal moves of each role, whether it is terminal, goals and successor must be as recorded. The limits
apply to each sheet; --time is 60 s by default.

Exit codes:
  0 enough sheets agree (by default all)   1 too few agree   2 DIR is unreadable or has no traces";

/// The expected layout of the directory.
const LAYOUT: &str = "DIR must hold rule sheets as games/NAME.kif and traces as traces/NAME.jsonl.gz";

/// Compare the evaluators with recorded playouts
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Conform {
    /// Directory with games/ and traces/
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    directory: PathBuf,

    /// Only sheets whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,

    /// Number of sheets that must agree, for each evaluator [default: all]
    #[arg(long, value_name = "N")]
    at_least: Option<usize>,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Default, Serialize)]
struct Answer {
    /// Sheets on which both judges agree with the trace.
    agreeing: usize,
    /// Sheets with a trace.
    total: usize,
    disagreements: Vec<Disagreement>,
    judges: Vec<JudgeAnswer>,
    states: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct Disagreement {
    sheet: String,
    judge: &'static str,
    /// The first differences, or why there is no verdict.
    reasons: Vec<String>,
}

#[derive(Serialize)]
struct JudgeAnswer {
    judge: &'static str,
    agreeing: usize,
    seconds: f64,
}

impl Conform {
    /// Compares sheet by sheet and prints agreeing / total.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        let sheets = self.count()?;
        let threads = self.threads.threads();
        let options = CorpusOptions {
            threads,
            time: self.limits.budget().time.unwrap_or(Duration::from_secs(60)),
            bytes: self.limits.budget().memory / threads,
            filter: self.only.clone(),
        };
        let progress = Progress::new(console, "comparisons", 2 * sheets);
        let judges: [(&'static str, conform::MakeJudge<'_>); 2] =
            [("interpreter", &conform::interpreter), ("batch", &batch::judge)];
        let mut answer = Answer { total: sheets, ..Answer::default() };
        let unfinished = |early: Early| Err(early.unfinished("not all sheets were compared"));
        Watch::new(console).over(unfinished, || {
            for (judge, make) in judges {
                let start = Instant::now();
                let done = |sheet: &conform::SheetReport| progress.step(&sheet.name);
                let report = conform::run(&self.directory, &options, make, &done).map_err(Error::input)?;
                answer.add(judge, &report, start.elapsed());
            }
            Ok::<(), Error>(())
        })?;
        drop(progress);
        answer.finish(clock.elapsed());
        console.answer(&answer, || text(&answer))?;
        let enough = self.at_least.unwrap_or(answer.total);
        let agreed = answer.judges.iter().all(|judge| judge.agreeing >= enough);
        Ok(if agreed { Exit::Done } else { Exit::No })
    }

    /// Number of traces.
    fn count(&self) -> Result<usize, Error> {
        let names = conform::names(&self.directory, &self.only).map_err(|e| Error::input(e).hint(LAYOUT))?;
        if names.is_empty() {
            let folder = self.directory.join("traces");
            let named = if self.only.is_empty() { String::new() } else { format!(" named like `{}`", self.only) };
            return Err(Error::input(format!("there is no trace{named} in {}", folder.display())).hint(LAYOUT));
        }
        Ok(names.len())
    }
}

impl Answer {
    fn add(&mut self, judge: &'static str, report: &CorpusReport, time: Duration) {
        self.judges.push(JudgeAnswer { judge, agreeing: report.agreeing(), seconds: time.as_secs_f64() });
        self.states = report.sheets.iter().map(|sheet| sheet.states).sum();
        for sheet in &report.sheets {
            let reasons = match &sheet.outcome {
                SheetVerdict::Agrees => continue,
                SheetVerdict::Disagrees(differences) => differences.clone(),
                SheetVerdict::Failed(why) => vec![why.clone()],
            };
            self.disagreements.push(Disagreement { sheet: sheet.name.clone(), judge, reasons });
        }
    }

    fn finish(&mut self, time: Duration) {
        self.seconds = time.as_secs_f64();
        self.disagreements.sort_by(|a, b| a.sheet.cmp(&b.sheet));
        let mut sheets: Vec<&str> = self.disagreements.iter().map(|d| d.sheet.as_str()).collect();
        sheets.dedup();
        self.agreeing = self.total - sheets.len();
    }
}

fn text(answer: &Answer) -> String {
    let mut lines = String::new();
    for disagreement in &answer.disagreements {
        let reason = disagreement.reasons.first().map_or("", String::as_str);
        lines += &format!("{BAD}{}{BAD:#} ({}): {reason}\n", disagreement.sheet, disagreement.judge);
    }
    for judge in &answer.judges {
        lines += &format!("{:<12} {} / {} agree, {:.0} s\n", judge.judge, judge.agreeing, answer.total, judge.seconds);
    }
    let style = if answer.agreeing == answer.total { GOOD } else { BOLD };
    lines
        + &format!(
            "{style}both         {} / {} agree{style:#}, {} states\n",
            answer.agreeing, answer.total, answer.states
        )
}
