//! A solve that is stopped after every commit resumes after it: nothing is committed twice, and the files equal those
//! of an uninterrupted run.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use agreement::{SolveSetting, TestGame, never, stop_after, verified};
use solution::manifest::Layout;
use solution::{Algorithm, Engine, Manifest};
use task::Error;

/// Solves in as many runs as there are commits, and returns how often each file was committed.
fn stopped_every_time(game: &TestGame, setting: &SolveSetting) -> (Manifest, BTreeMap<String, usize>) {
    let folder = tempfile::tempdir().unwrap();
    let mut committed: BTreeMap<String, usize> = BTreeMap::new();
    loop {
        let stop = |report: &task::CommitReport| {
            *committed.entry(report.file.clone()).or_default() += 1;
            ControlFlow::Break(())
        };
        match game.symbolic_in(folder.path(), setting, stop) {
            Ok(manifest) => {
                verified(folder.path());
                return (manifest, committed);
            }
            Err(Error::Interrupted) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn every_algorithm_resumes_after_its_last_step() {
    let infinite = Some(vec![50, 50]);
    for (name, algorithm, infinite) in [
        ("tic-tac-toe", Algorithm::Layered, None),
        ("chomp:4x3", Algorithm::Layered, None),
        ("tic-tac-toe", Algorithm::Fixpoint, None),
        ("clobber:3x2", Algorithm::Fixpoint, None),
        ("three-mens-morris", Algorithm::ZeroSum, infinite),
        ("hanoi:4", Algorithm::OnePlayer, None),
        ("nim:1,2,3", Algorithm::Restart, None),
    ] {
        let game = TestGame::bundled(name);
        let setting = SolveSetting { algorithm: Some(algorithm), infinite, ..SolveSetting::default() };
        let (manifest, committed) = stopped_every_time(&game, &setting);
        assert!(committed.len() > 2, "{name}, {algorithm}: {committed:?}");
        assert!(committed.values().all(|&times| times == 1), "{name}, {algorithm}: {committed:?}");
        let folder = tempfile::tempdir().unwrap();
        let undisturbed = game.symbolic_in(folder.path(), &setting, never).unwrap();
        let untimed = |mut manifest: Manifest| {
            manifest.method.effort = None;
            manifest
        };
        assert_eq!(untimed(manifest), untimed(undisturbed), "{name}, {algorithm}");
    }
}

#[test]
fn a_partial_solution_is_an_endgame_database() {
    let game = TestGame::bundled("tic-tac-toe");
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint, Algorithm::ZeroSum] {
        let folder = tempfile::tempdir().unwrap();
        let mut solved = 0;
        let stop = |report: &task::CommitReport| {
            solved += usize::from(report.phase == task::Phase::Backward);
            if solved == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let setting = SolveSetting { algorithm: Some(algorithm), ..SolveSetting::default() };
        let stopped = game.symbolic_in(folder.path(), &setting, stop);
        assert!(matches!(stopped, Err(Error::Interrupted)), "{algorithm}");
        verified(folder.path());
        let database = solution::Database::open(folder.path()).unwrap();
        let known = database.manifest().layers.iter().filter(|layer| layer.value_file.is_some()).count();
        assert_eq!(known, 3, "{algorithm}");
        // Full boards are terminal, so they are solved first in any order.
        let full = "(cell 1 1 x) (cell 1 2 o) (cell 1 3 x) (cell 2 1 x) (cell 2 2 o) (cell 2 3 o) (cell 3 1 o) (cell 3 2 x) (cell 3 3 x) (control o)";
        let facts: Vec<String> = full.split(") ").map(|fact| fact.trim_end_matches(')').to_owned() + ")").collect();
        let state = database.facts().state(facts.iter().map(String::as_str)).unwrap();
        assert_eq!(database.probe(&state).unwrap().map(|found| found.outcome.rewards.clone()), Some(vec![50, 50]));
    }
}

#[test]
fn a_wrong_number_of_terminal_states_in_an_unsolved_layer_is_found() {
    let game = TestGame::bundled("tic-tac-toe");
    let setting = SolveSetting { algorithm: Some(Algorithm::Layered), ..SolveSetting::default() };
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(game.symbolic_in(folder.path(), &setting, stop_after(8)), Err(Error::Interrupted)));
    verified(folder.path());
    let mut directory = game.directory(folder.path(), &setting, Engine::Symbolic).unwrap();
    directory.commit(|manifest| manifest.layers[7].terminal_states += 1).unwrap();
    drop(directory);
    let report = verify::verify(folder.path(), &verify::CheckOptions::default(), &mut |_| true).unwrap();
    assert!(report.failures.iter().any(|failure| failure.what.contains("terminal states")), "{report:?}");
}

/// Writes the unsolved layers as in format 2: states without terminal marks.
fn drop_terminal_marks(game: &TestGame, path: &Path, setting: &SolveSetting) {
    let mut engine = game.diagrams(1);
    let mut directory = game.directory(path, setting, Engine::Symbolic).unwrap();
    for number in 0..directory.manifest().layers.len() {
        let Some(file) = directory.manifest().layers[number].state_file.clone() else { continue };
        let bytes = directory.map_file(&file).unwrap();
        let layer = engine.store().read_values(bytes.as_ref()).unwrap();
        let states = engine.store().support_set(&layer).unwrap();
        let mut written = Vec::new();
        engine.store().write(&states, &mut written).unwrap();
        let name = format!("older-{}", file.name);
        let file = directory.write_file(&name, Layout::Diagram, |to| to.write_all(&written)).unwrap();
        directory.commit(|manifest| manifest.layers[number].state_file = Some(file)).unwrap();
    }
    directory.commit(|manifest| manifest.format = 2).unwrap();
}

#[test]
fn a_solve_started_in_format_2_resumes() {
    let game = TestGame::bundled("tic-tac-toe");
    let setting = SolveSetting { algorithm: Some(Algorithm::Layered), ..SolveSetting::default() };
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = game.symbolic_in(folder.path(), &setting, never).unwrap();
    for stopped_after in [7, 12] {
        let folder = tempfile::tempdir().unwrap();
        let stopped = game.symbolic_in(folder.path(), &setting, stop_after(stopped_after));
        assert!(matches!(stopped, Err(Error::Interrupted)), "{stopped_after}");
        drop_terminal_marks(&game, folder.path(), &setting);
        verified(folder.path());
        let resumed = game.symbolic_in(folder.path(), &setting, never).unwrap();
        assert_eq!(resumed.layers, undisturbed.layers, "{stopped_after}");
        assert_eq!(resumed.progress, undisturbed.progress, "{stopped_after}");
        assert_eq!(resumed.format, undisturbed.format, "{stopped_after}");
    }
}
