//! Re-checks a solution from its rules alone.
//!
//! A solver may be wrong in many places: grounding, encoding, diagrams, algorithms. None of that code is used here.
//! States are read by second implementations of the file readers (`diagram`, `packed`), everything about the game comes
//! from the interpreter, and values are recomputed by plain retrograde analysis (`retrograde`).
//!
//! Up to a million states everything is checked (`exhaustive`): the first state is present, each successor of each
//! state is present, each state is reachable, and each value is correct, including terminal rewards, cycles and
//! distances. For larger solutions, the structure of every file and the counts per outcome are checked completely, and
//! the rules on a random sample of states with all their successors (`sampled`). The report says which.
//!
//! ```no_run
//! # fn main() -> Result<(), verify::Error> {
//! let report = verify::verify("tic-tac-toe.solution".as_ref(), &verify::CheckOptions::default(), &mut |_| true)?;
//! println!("{}: {} states", if report.ok() { "sound" } else { "wrong" }, report.checked);
//! # Ok(()) }
//! ```

mod content;
mod diagram;
mod error;
mod exhaustive;
mod expected;
mod judge;
mod layer;
mod packed;
mod preference;
mod report;
mod retrograde;
mod sampled;
mod states;
mod structure;

use std::path::Path;

pub use error::Error;
pub use report::{CheckProgress, CheckReport, Failure};

use judge::Judge;
use layer::Layers;
use report::Findings;
use states::States;

/// How much to check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Up to this many states, all are checked with the interpreter.
    pub most_states: u128,
    /// The sample size beyond that.
    pub sample: usize,
    /// Seed of the sample.
    pub seed: u64,
    /// Threads for evaluating the rules.
    pub threads: usize,
    /// Limits for evaluating the rules.
    pub limits: interpret::InterpreterLimits,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            most_states: 1_000_000,
            sample: 100_000,
            seed: 1,
            threads: 1,
            limits: interpret::InterpreterLimits::default(),
        }
    }
}

/// Checks the solution in a directory. `observe` receives the progress and returns whether to continue.
///
/// # Errors
///
/// Damaged files, rules that cannot be evaluated, and a requested stop. Wrong values are reported, not returned as
/// `Err`.
pub fn verify(
    path: &Path,
    options: &CheckOptions,
    observe: &mut report::CheckObserver<'_>,
) -> Result<CheckReport, Error> {
    let manifest = solution::directory::read_manifest(path)?;
    let manifest = manifest.ok_or_else(|| solution::directory::without_manifest(path))?;
    let manifest_path = path.join(solution::directory::MANIFEST);
    let damaged = |what: String| Error::from(solution::Error::damaged(&manifest_path, what));
    manifest.check().map_err(damaged)?;
    let mut judge = Judge::new(&manifest.question, options.limits.clone()).map_err(|error| match error {
        judge::Unusable::Rules(what) => damaged(what),
        judge::Unusable::Interpreter(error) => error.into(),
    })?;
    let states = States::new(&manifest.encoding, &mut judge).map_err(damaged)?;
    if let Some(figures) = &manifest.expected {
        return expected::check(path, &manifest, figures, (&states, judge), options, observe);
    }
    let layers = Layers::open(path, &manifest)?;
    let mut findings = Findings::default();
    structure::check(&layers, &mut findings, observe)?;
    let all: u128 = manifest.layers.iter().filter(|layer| layer.value_file.is_some()).map(|layer| layer.states).sum();
    let mut check = Check { manifest: &manifest, layers: &layers, states: &states, judge, options, findings };
    let checked = match all <= options.most_states {
        true => exhaustive::check(&mut check, observe)?,
        false => sampled::check(&mut check, observe)?,
    };
    Ok(check.findings.report(&manifest, all, checked))
}

/// The state of a check.
struct Check<'a> {
    manifest: &'a solution::Manifest,
    layers: &'a Layers,
    states: &'a States,
    judge: Judge,
    options: &'a CheckOptions,
    findings: Findings,
}
