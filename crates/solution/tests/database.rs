//! Probes return the solved values in every layout, and damage is reported.

use std::fs;
use std::path::Path;

use bruteforce::{Setup, SolvedGame};
use solution::manifest::{Layout, Progress};
use solution::{Database, Error};

const LAYOUTS: [Layout; 2] = [Layout::Packed, Layout::Diagram];

fn nim(layout: Layout, layered: bool) -> SolvedGame {
    let rules = games::sheet("nim:1,2,3").unwrap();
    SolvedGame::of(&rules, &Setup { layout, layered, ..Setup::default() })
}

fn written(solved: &SolvedGame) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    solved.write(folder.path());
    folder
}

fn open(path: &Path) -> Database {
    Database::open(path).unwrap()
}

#[test]
fn every_state_has_the_value_that_was_written() {
    for layout in LAYOUTS {
        for layered in [true, false] {
            let solved = nim(layout, layered);
            let folder = written(&solved);
            let database = open(folder.path());
            database.check_hashes().unwrap();
            for (layer, (state, value)) in
                solved.layers.iter().enumerate().flat_map(|(i, layer)| layer.iter().map(move |entry| (i, entry)))
            {
                let found = database.probe_in(layer, state).unwrap().expect("a state of the layer");
                assert_eq!((&found.outcome.rewards, found.outcome.distance), (&value.rewards, value.distance));
                assert_eq!(database.probe(state).unwrap().expect("a state").outcome.rewards, value.rewards);
                assert_eq!(database.facts().state(database.facts().facts(state)).unwrap(), *state);
            }
        }
    }
}

#[test]
fn states_that_are_not_in_the_solution_have_no_value() {
    for layout in LAYOUTS {
        let solved = nim(layout, true);
        let folder = written(&solved);
        let database = open(folder.path());
        let (first, last) = (&solved.layers[0], &solved.layers[solved.layers.len() - 1]);
        let start = first.keys().next().unwrap();
        assert_eq!(database.probe_in(1, start).unwrap(), None);
        assert_eq!(database.probe_in(99, start).unwrap(), None);
        assert_eq!(database.probe(&start[1..]).unwrap(), None, "too short");
        assert_eq!(database.probe(&vec![u32::MAX; start.len()]).unwrap(), None, "out of range");
        assert!(last.keys().all(|state| database.probe_in(0, state).unwrap().is_none()));
        let zeros = vec![0; start.len()];
        let there = solved.layers.iter().any(|layer| layer.contains_key(&zeros));
        assert_eq!(database.probe(&zeros).unwrap().is_some(), there);
    }
}

/// Replaces text in the manifest.
fn edit(path: &Path, from: &str, to: &str) {
    let manifest = path.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    assert!(text.contains(from), "no {from}");
    fs::write(&manifest, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_measure_determines_the_layer() {
    for layout in LAYOUTS {
        let mut solved = SolvedGame::of(&counter(), &Setup { layout, ..Setup::default() });
        solved.encoding.measure = Some(measure(&solved));
        let folder = written(&solved);
        let database = open(folder.path());
        for (layer, states) in solved.layers.iter().enumerate() {
            for state in states.keys() {
                assert_eq!(database.probe(state).unwrap().unwrap().layer, layer);
            }
        }
    }
}

/// A game with only a counter, whose value is its ply.
fn counter() -> String {
    let steps: String = (0..9).map(|i| format!("(succ {i} {})\n", i + 1)).collect();
    format!(
        "(role a)\n(init (step 0))\n{steps}(legal a go)\n(legal a stay)\n(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))\n\
         (<= terminal (true (step 9)))\n(goal a 100)\n"
    )
}

/// The weights of a game with a step counter: three per step, so that sums are not layer numbers.
fn measure(solved: &SolvedGame) -> Vec<Vec<i64>> {
    let weight = |fact: &Option<String>| {
        let step = fact.as_ref().and_then(|fact| fact.strip_prefix("(step ")?.strip_suffix(')')?.parse::<i64>().ok());
        3 * step.unwrap_or(0)
    };
    solved.encoding.variables.iter().map(|variable| variable.values.iter().map(weight).collect()).collect()
}

#[test]
fn an_unfinished_solution_is_an_endgame_database() {
    for layout in LAYOUTS {
        let solved = nim(layout, true);
        let folder = written(&solved);
        let mut manifest = solution::directory::read_manifest(folder.path()).unwrap().unwrap();
        manifest.progress = Progress::Backward;
        manifest.layers[0].state_file = manifest.layers[0].value_file.take();
        manifest.layers[0].outcomes.clear();
        fs::write(folder.path().join("manifest.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
        let database = open(folder.path());
        assert!(solved.layers[0].keys().all(|state| database.probe(state).unwrap().is_none()));
        assert!(solved.layers[1].keys().all(|state| database.probe(state).unwrap().is_some()));
    }
}

#[test]
fn damage_is_reported() {
    for layout in LAYOUTS {
        let solved = nim(layout, true);
        let folder = written(&solved);
        let file = folder.path().join("00001.values.layer");
        let state = solved.layers[1].keys().next().unwrap();
        let bytes = fs::read(&file).unwrap();

        let mut flipped = bytes.clone();
        let middle = flipped.len() / 2;
        flipped[middle] ^= 4;
        fs::write(&file, &flipped).unwrap();
        assert!(matches!(open(folder.path()).check_hashes(), Err(Error::Damaged { .. })));

        fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        let error = open(folder.path()).probe_in(1, state).unwrap_err();
        assert!(error.to_string().contains("00001.values.layer is damaged: it has"), "{error}");

        fs::remove_file(&file).unwrap();
        let error = open(folder.path()).probe_in(1, state).unwrap_err();
        assert!(error.to_string().ends_with("it is missing"), "{error}");
    }
}

/// While distances are added, a layer has a second value file.
#[test]
fn damage_to_files_with_distances_is_found() {
    let folder = written(&nim(Layout::Packed, true));
    let mut manifest = solution::directory::read_manifest(folder.path()).unwrap().unwrap();
    let mut added = manifest.layers[1].clone();
    let file = added.value_file.as_mut().unwrap();
    fs::copy(folder.path().join(&file.name), folder.path().join("00001.distances.layer")).unwrap();
    file.name = "00001.distances.layer".to_owned();
    manifest.layers[1].with_distances = Some(Box::new(added));
    fs::write(folder.path().join("manifest.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
    let database = open(folder.path());
    database.check_hashes().unwrap();

    let file = folder.path().join("00001.distances.layer");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 4;
    fs::write(&file, &bytes).unwrap();
    let error = database.check_hashes().unwrap_err();
    assert!(error.to_string().contains("00001.distances.layer is damaged"), "{error}");
}

#[test]
fn an_inconsistent_manifest_is_damaged() {
    let edits = [
        ("00001.values.layer", "../00001.values.layer"),
        ("00001.values.layer", "00001.values"),
        ("\"weight\": 1,", "\"weight\": 0,"),
        ("\"variable\": 0,", "\"variable\": 999,"),
        ("\"rewards\": [\n", "\"rewards\": [ 7,\n"),
    ];
    for (number, (from, to)) in edits.into_iter().enumerate() {
        let folder = written(&nim(Layout::Diagram, true));
        edit(folder.path(), from, to);
        assert!(matches!(Database::open(folder.path()), Err(Error::Damaged { .. })), "edit {number}");
    }
}

#[test]
fn a_path_without_a_solution_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Database::open(&folder.path().join("nothing")), Err(Error::Missing(_))));
    assert!(matches!(Database::open(folder.path()), Err(Error::Foreign(_))));
}
