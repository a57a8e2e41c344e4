//! `backsolve verify DB`: checks that a solution is correct.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::Instant;

use ::verify::{CheckOptions, CheckReport};
use clap::Args;
use serde::Serialize;
use solution::directory::read_manifest;

use crate::console::{BAD, Console, DIM, GOOD};
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions, ThreadOptions};
use crate::load::{refuse_unsolvable, unopened, warnings_of};
use crate::progress::Progress;
use crate::table::grouped;

const EXAMPLES: &str = "\
Examples:
  backsolve verify ttt.solution                    check everything from the rules alone
  backsolve verify big.solution --sample 1000000   a larger sample of a very large solution
  backsolve verify --json ttt.solution             ok, checked, method, failures

What is checked:
  The verifier shares no code with the solver: it has its own file readers and interprets the rules directly.
  Up to a million states, it checks every state, successor and value. Beyond that, it checks every file and count,
  and the rules on a random sample of states. The answer says what was checked and what was not.

Exit codes:
  0 correct   1 a value is wrong   2 no such solution, or nothing is solved in it yet
  3 a limit was reached   4 a file is damaged";

/// Re-check a solution from the rules alone, with code that the solver does not share
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Verify {
    /// Solution: a directory written by `backsolve solve`
    #[arg(value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: PathBuf,

    /// Number of states to sample if there are too many to check all
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    sample: usize,

    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Serialize)]
struct Answer {
    database: String,
    ok: bool,
    #[serde(flatten)]
    report: CheckReport,
    seconds: f64,
    /// Warnings about the answer.
    warnings: Vec<String>,
}

impl Verify {
    /// Checks and prints the result.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        self.limits.budget().check()?;
        if self.sample == 0 {
            return Err(Error::input("--sample 0 would check nothing").hint("give a number of states"));
        }
        let options = CheckOptions {
            sample: self.sample,
            seed: self.seed,
            threads: self.threads.threads(),
            limits: interpret::InterpreterLimits {
                bytes: self.limits.budget().memory,
                deadline: self.limits.budget().deadline(clock),
                ..interpret::InterpreterLimits::default()
            },
            ..CheckOptions::default()
        };
        let progress = Progress::new(console, "", 0);
        let unchecked = |early: Early| Err(early.unfinished("the check is incomplete"));
        let late = Cell::new(false);
        let deadline = self.limits.budget().deadline(clock);
        let report = self.limits.watch(console, clock).over(unchecked, || {
            ::verify::verify(&self.database, &options, &mut |at| {
                progress.at(at.what, at.done, at.of);
                late.set(deadline.is_some_and(|deadline| Instant::now() >= deadline));
                !console.stop.raised() && !late.get()
            })
        });
        if late.get() && !console.stop.raised() {
            return Err(Early::Time.unfinished("the check is incomplete"));
        }
        let report = report.map_err(|error| unopened(&self.database, error.into()))?;
        drop(progress);
        // The verifier has already checked that the directory can be read.
        let manifest = read_manifest(&self.database).ok().flatten();
        manifest.as_ref().map_or(Ok(()), refuse_unsolvable)?;
        if report.ok() && !report.complete && report.states == 0 {
            let what =
                format_args!("nothing is solved in {} yet, so there is nothing to check", self.database.display());
            return Err(Error::input(what).hint(
                "to finish the solve, run the same `backsolve solve` command again, with more --time if it had a limit",
            ));
        }
        let warnings = manifest.map_or(Vec::new(), |manifest| warnings_of(&manifest.question));
        let (database, seconds) = (self.database.display().to_string(), clock.elapsed().as_secs_f64());
        let answer = Answer { database, ok: report.ok(), report, seconds, warnings };
        console.warn(&answer.warnings);
        console.answer(&answer, || text(&answer))?;
        Ok(if answer.ok { Exit::Done } else { Exit::No })
    }
}

fn text(answer: &Answer) -> String {
    let Answer { database, report, .. } = answer;
    let method = &report.method;
    let mut text = match answer.ok {
        true if !report.complete => {
            format!("{GOOD}correct so far{GOOD:#}: {database}, which is not fully solved: {method}\n")
        }
        true => format!("{GOOD}correct{GOOD:#}: {database}: {method}\n"),
        false => format!("{BAD}incorrect{BAD:#}: {database}: {method}\n"),
    };
    for failure in &report.failures {
        text += &format!("  layer {}: {}\n", failure.layer, failure.what);
        if let Some(state) = &failure.state {
            text += &format!("    {DIM}in{DIM:#} {state}\n");
        }
    }
    if report.failed > report.failures.len() as u64 {
        text += &format!("  and {} more\n", grouped(report.failed - report.failures.len() as u64));
    }
    report.did.iter().for_each(|what| text += &format!("  checked      {what}\n"));
    report.did_not.iter().for_each(|what| text += &format!("  not checked  {what}\n"));
    text
}
