//! Checks of solutions.

use std::collections::BTreeMap;
use std::path::Path;

use bruteforce::SolvedGame;
use solution::manifest::{Layer, OutcomeCount, Progress};
use solution::{Database, Facts, Manifest};

/// The manifest of a directory.
pub fn manifest(path: &Path) -> Manifest {
    solution::directory::read_manifest(path).unwrap().unwrap()
}

/// Fails the test unless the solution in a directory passes verification, which shares no code with either engine.
#[track_caller]
pub fn verified(path: &Path) {
    let report = verify::verify(path, &verify::CheckOptions::default(), &mut |_| true).unwrap();
    assert!(report.ok(), "{:?}", report.failures);
}

/// Fails the test unless the solution in a directory agrees with brute force on every state, including distances if it
/// has them.
#[track_caller]
pub fn same_as_brute_force(path: &Path, expected: &SolvedGame, about: &str) {
    let database = Database::open(path).unwrap();
    let distances = occurring(database.manifest()).any(|outcome| outcome.distance.is_some());
    let facts = Facts::new(&expected.encoding);
    let mut states = 0;
    for (state, value) in expected.layers.iter().flatten() {
        let text = facts.facts(state);
        let values = database.facts().state(text.iter().copied()).unwrap_or_else(|error| panic!("{about}: {error}"));
        let found = database.probe(&values).unwrap().unwrap_or_else(|| panic!("{about}: no value for {text:?}"));
        assert_eq!(found.outcome.rewards, value.rewards, "{about}: {text:?}");
        if distances {
            assert_eq!(found.outcome.distance, value.distance, "{about}: {text:?}");
        }
        states += 1;
    }
    // A layer per ply may repeat states, so there may be more.
    let stored: u128 = database.manifest().layers.iter().map(|layer| layer.states).sum();
    assert!(stored >= states, "{about}: {stored} of {states} states");
}

fn occurring(manifest: &Manifest) -> impl Iterator<Item = &OutcomeCount> {
    manifest.layers.iter().flat_map(|layer| &layer.outcomes).filter(|outcome| outcome.states > 0)
}

/// The number of states per reward vector over all layers.
pub fn outcomes(manifest: &Manifest) -> BTreeMap<Vec<i32>, u128> {
    let mut totals = BTreeMap::new();
    occurring(manifest).for_each(|outcome| *totals.entry(outcome.rewards.clone()).or_insert(0) += outcome.states);
    totals
}

/// The value of the first state.
pub fn value(manifest: &Manifest) -> Vec<i32> {
    match &manifest.progress {
        Progress::Complete { value } => value.clone(),
        other => panic!("not complete: {other:?}"),
    }
}

/// Counts and content hashes of all layers, and the value.
pub fn essence(manifest: &Manifest) -> (Vec<(u128, u128, Option<String>)>, Progress) {
    let of = |layer: &Layer| (layer.states, layer.terminal_states, layer.content.clone());
    (manifest.layers.iter().map(of).collect(), manifest.progress.clone())
}

/// Names and hashes of all files.
pub fn files(manifest: &Manifest) -> Vec<(String, String)> {
    let files = manifest.layers.iter().filter_map(|layer| layer.value_file.as_ref());
    files.map(|file| (file.name.clone(), file.hash.clone())).collect()
}
