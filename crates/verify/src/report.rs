//! What a check found, and what it did and did not look at.

use number::{count, grouped};
use solution::Manifest;

/// Failures that are told one by one; the others are counted.
const TOLD: usize = 20;

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The layer in which.
    pub layer: usize,
    /// What, as a sentence.
    pub what: String,
    /// The facts of the state that shows it, where one does.
    pub state: Option<String>,
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// What is wrong, the first few.
    pub failures: Vec<Failure>,
    /// How many things are wrong in all.
    pub failed: u64,
    /// States that were put before the rules.
    pub checked: u64,
    /// States with a value.
    pub states: u128,
    /// Whether the game is solved: else there are states that have no value yet.
    pub complete: bool,
    /// How they were checked, in one sentence.
    pub method: String,
    /// What was checked.
    pub did: Vec<String>,
    /// What was not.
    pub did_not: Vec<String>,
}

impl CheckReport {
    /// Whether nothing is wrong.
    pub fn ok(&self) -> bool {
        self.failed == 0
    }
}

/// How far a check is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckProgress {
    /// What is being done.
    pub what: &'static str,
    /// How much of it.
    pub done: u64,
    /// Of how much; 0 where that is not measured.
    pub of: u64,
}

/// Hears how far a check is, and says whether to go on.
pub type CheckObserver<'a> = dyn FnMut(&CheckProgress) -> bool + 'a;

/// A report in the making.
#[derive(Default)]
pub struct Findings {
    failures: Vec<Failure>,
    failed: u64,
    did: Vec<String>,
    did_not: Vec<String>,
    method: String,
}

impl Findings {
    /// Something is wrong with a layer.
    pub fn fail(&mut self, layer: usize, what: String) {
        self.add(layer, what, || None);
    }

    /// Something is wrong with a state.
    pub fn fail_at(&mut self, layer: usize, what: String, state: impl FnOnce() -> String) {
        self.add(layer, what, || Some(state()));
    }

    fn add(&mut self, layer: usize, what: String, state: impl FnOnce() -> Option<String>) {
        self.failed += 1;
        if self.failures.len() < TOLD {
            self.failures.push(Failure { layer, what, state: state() });
        }
    }

    /// Something was checked.
    pub fn did(&mut self, what: impl Into<String>) {
        self.did.push(what.into());
    }

    /// Something was not checked.
    pub fn did_not(&mut self, what: impl Into<String>) {
        self.did_not.push(what.into());
    }

    /// How states were checked.
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
