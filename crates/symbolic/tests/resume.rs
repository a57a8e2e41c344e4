//! A solve that is stopped after every single commit goes on behind it: nothing is committed twice, and the files are those of an undisturbed run.

mod support;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use solution::Manifest;
use support::{Prepared, Setting, verified};
use symbolic::Error;
use task::Algorithm;

/// Solves in as many runs as there are commits, and returns how often each file was committed.
fn stopped_every_time(prepared: &Prepared, setting: &Setting) -> (Manifest, BTreeMap<String, usize>) {
    let folder = tempfile::tempdir().unwrap();
    let mut committed: BTreeMap<String, usize> = BTreeMap::new();
    loop {
        let stop = |report: &task::Report| {
            *committed.entry(report.file.clone()).or_default() += 1;
            ControlFlow::Break(())
        };
        match prepared.solve_watched(folder.path(), setting, stop) {
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
fn every_algorithm_goes_on_behind_its_last_step() {
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
        let prepared = Prepared::new(&games::sheet(name).unwrap());
        let setting = Setting { algorithm: Some(algorithm), infinite, ..Setting::default() };
        let (manifest, committed) = stopped_every_time(&prepared, &setting);
        assert!(committed.len() > 2, "{name}, {algorithm}: {committed:?}");
        assert!(committed.values().all(|&times| times == 1), "{name}, {algorithm}: {committed:?}");
        let folder = tempfile::tempdir().unwrap();
        let undisturbed = prepared.solve(folder.path(), &setting).unwrap();
        assert_eq!(manifest, undisturbed, "{name}, {algorithm}");
    }
}

#[test]
fn what_is_solved_so_far_answers_as_an_endgame_database() {
    let prepared = Prepared::new(&games::sheet("tic-tac-toe").unwrap());
    for algorithm in [Algorithm::Layered, Algorithm::Fixpoint, Algorithm::ZeroSum] {
        let folder = tempfile::tempdir().unwrap();
        let mut solved = 0;
        let stop = |report: &task::Report| {
            solved += usize::from(report.phase == task::Phase::Backward);
            if solved == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let setting = Setting { algorithm: Some(algorithm), ..Setting::default() };
        let stopped = prepared.solve_watched(folder.path(), &setting, stop);
        assert!(matches!(stopped, Err(Error::Interrupted)), "{algorithm}");
        verified(folder.path());
        let database = solution::Database::open(folder.path()).unwrap();
        let known = database.manifest().layers.iter().filter(|layer| layer.value_file.is_some()).count();
        assert_eq!(known, 3, "{algorithm}");
        // Full boards end the game, so they are solved first whatever the order.
        let full = "(cell 1 1 x) (cell 1 2 o) (cell 1 3 x) (cell 2 1 x) (cell 2 2 o) (cell 2 3 o) (cell 3 1 o) (cell 3 2 x) (cell 3 3 x) (control o)";
        let facts: Vec<String> = full.split(") ").map(|fact| fact.trim_end_matches(')').to_owned() + ")").collect();
        let state = database.facts().state(facts.iter().map(String::as_str)).unwrap();
        assert_eq!(database.probe(&state).unwrap().map(|found| found.outcome.rewards.clone()), Some(vec![50, 50]));
    }
}
