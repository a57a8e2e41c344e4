//! The report of a check: what it found, and what it did and did not cover.

use number::{count, grouped};
use serde::Serialize;
use solution::Manifest;

/// Failures that are listed; the others are counted.
const TOLD: usize = 20;

/// A failure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// The layer.
    pub layer: usize,
    /// The message.
    pub what: String,
    /// The facts of an example state, if there is one.
    pub state: Option<String>,
}

/// The result of a check; its field names are an interface.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The first failures.
    pub failures: Vec<Failure>,
    /// The total number of failures.
    pub failed: u64,
    /// States evaluated by the rules.
    pub checked: u64,
    /// States with a value.
    pub states: u128,
    /// Whether the game is solved; otherwise some states have no value yet.
    pub complete: bool,
    /// How they were checked, in one sentence.
    pub method: String,
    /// What was checked.
    pub did: Vec<String>,
    /// What was not checked.
    pub did_not: Vec<String>,
}

impl CheckReport {
    /// Whether there are no failures.
    pub fn ok(&self) -> bool {
        self.failed == 0
    }
}

/// The progress of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckProgress {
    /// The current task.
    pub what: &'static str,
    /// The number of items done.
    pub done: u64,
    /// The total; 0 if unknown.
    pub of: u64,
}

/// Receives the progress of a check, and returns whether to continue.
pub type CheckObserver<'a> = dyn FnMut(&CheckProgress) -> bool + 'a;

/// A report under construction.
#[derive(Default)]
pub struct Findings {
    failures: Vec<Failure>,
    failed: u64,
    did: Vec<String>,
    did_not: Vec<String>,
    method: String,
}

impl Findings {
    /// Adds a failure of a layer.
    pub fn fail(&mut self, layer: usize, what: String) {
        self.add(layer, what, || None);
    }

    /// Adds a failure of a state.
    pub fn fail_at(&mut self, layer: usize, what: String, state: impl FnOnce() -> String) {
        self.add(layer, what, || Some(state()));
    }

    fn add(&mut self, layer: usize, what: String, state: impl FnOnce() -> Option<String>) {
        self.failed += 1;
        if self.failures.len() < TOLD {
            self.failures.push(Failure { layer, what, state: state() });
        }
    }

    /// Adds something that was checked.
    pub fn did(&mut self, what: impl Into<String>) {
        self.did.push(what.into());
    }

    /// Adds something that was not checked.
    pub fn did_not(&mut self, what: impl Into<String>) {
        self.did_not.push(what.into());
    }

    /// Sets how states were checked.
    pub fn method(&mut self, sentence: String) {
        self.method = sentence;
    }

    /// The report.
    pub fn report(mut self, manifest: &Manifest, states: u128, checked: u64) -> CheckReport {
        let unsolved = manifest.layers.iter().filter(|layer| layer.value_file.is_none() && layer.states > 0).count();
        let complete = manifest.progress.is_complete();
        if !complete {
            let known = count(manifest.layers.len(), "layer");
            self.did_not(format!("unsolved states ({} of {known} known so far)", grouped(unsolved as u64)));
        }
        let Findings { failures, failed, did, did_not, method } = self;
        CheckReport { failures, failed, checked, states, complete, method, did, did_not }
    }
}
