//! Counts what a run has seen, to distinguish a fuzzer that tests something from one whose inputs all fail the first
//! check.

use std::collections::BTreeMap;
use std::fmt;

/// Counts by name.
#[derive(Clone, Debug, Default)]
pub struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    /// Adds to a count.
    pub fn add(&mut self, name: &'static str, number: u64) {
        *self.0.entry(name).or_default() += number;
    }

    /// Adds one to a count.
    pub fn count(&mut self, name: &'static str) {
        self.add(name, 1);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(|(name, number)| format!("{number} {name}")).collect();
        f.write_str(&parts.join(", "))
    }
}
