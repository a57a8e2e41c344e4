//! A constant sum that cannot be proved is found when all states are listed.

use std::path::Path;

use gdl::{Mode, Rules, Source};
use operations::solve::{Solve, SolveOptions};
use operations::{Budget, Error, ErrorKind, Stop};
use prove::{Finding, ProvedGame};
use solution::manifest::{Manifest, Progress};
use solution::{Algorithm, Engine};
use task::AdviceStep;

fn sheet(name: &str) -> (Source, Rules) {
    let source = Source::new(name, games::sheet(name).unwrap());
    let rules = operations::check(&source, Mode::Strict).unwrap();
    (source, rules)
}

/// A game without proofs about its rewards and cycles.
fn unproved(rules: &Rules) -> ProvedGame {
    let mut proved = operations::prove(rules, &Budget::default(), &Stop::default()).unwrap();
    let class = &mut proved.class;
    (class.constant_sum, class.sum, class.acyclic) = (Finding::unknown(""), None, Finding::unknown(""));
    proved.measure = None;
    proved
}

fn options(engine: Engine) -> SolveOptions {
    SolveOptions { engine: Some(engine), ..SolveOptions::new(Budget::default(), 1) }
}

/// Solves until the given number of layers is committed.
fn solve(
    (source, rules): &(Source, Rules),
    options: &SolveOptions,
    path: &Path,
    most: usize,
) -> Result<Manifest, Error> {
    let stop = Stop::default();
    let mut committed = 0;
    let solve = Solve::new(source, rules, options, path, &stop);
    let solved = solve.run(&unproved(rules), &mut |_| {
        committed += 1;
        if committed == most {
            stop.raise();
        }
    });
    solved.map(|solved| solved.manifest)
}

fn value(manifest: &Manifest) -> &[i32] {
    match &manifest.progress {
        Progress::Complete { value } => value,
        other => panic!("not complete: {other:?}"),
    }
}

#[test]
fn a_cyclic_game_with_an_unproved_constant_sum_is_solved_by_attractors() {
    let game = sheet("three-mens-morris");
    for engine in [Engine::Symbolic, Engine::Explicit] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solution");
        let manifest = solve(&game, &options(engine), &path, usize::MAX).unwrap();
        assert_eq!((value(&manifest), manifest.method.algorithm), (&[100, 0][..], Algorithm::ZeroSum));
        assert_eq!(manifest.question.infinite, Some(vec![50, 50]));
        let class = manifest.method.decision.map(|decision| decision.class).unwrap();
        assert!(class.contains("constant sum 100, cyclic"), "{class}");
        let report = verify::verify(&path, &verify::CheckOptions::default(), &mut |_| true).unwrap();
        assert!(report.ok(), "{:?}", report.failures);
    }
}

#[test]
fn it_resumes_after_a_stop_at_any_point() {
    let game = sheet("three-mens-morris");
    let folder = tempfile::tempdir().unwrap();
    let mut algorithms = std::collections::HashSet::new();
    for most in (2..).step_by(5) {
        let path = folder.path().join(most.to_string());
        match solve(&game, &options(Engine::Explicit), &path, most) {
            Ok(_) => break,
            Err(error) => assert_eq!(error.kind(), ErrorKind::Interrupted, "after {most} layers: {error}"),
        }
        let begun = solution::directory::read_manifest(&path).unwrap().unwrap();
        algorithms.insert(begun.method.algorithm);
        let manifest = solve(&game, &options(Engine::Explicit), &path, usize::MAX).unwrap();
        assert_eq!((value(&manifest), manifest.method.algorithm), (&[100, 0][..], Algorithm::ZeroSum));
    }
    assert_eq!(algorithms.len(), 2, "not stopped before and after the plan was revised: {algorithms:?}");
}

#[test]
fn the_value_of_infinite_play_may_be_given() {
    let game = sheet("three-mens-morris");
    let folder = tempfile::tempdir().unwrap();
    let given = |infinite: [i32; 2]| SolveOptions { infinite: Some(infinite.to_vec()), ..options(Engine::Explicit) };
    let manifest = solve(&game, &given([0, 100]), &folder.path().join("right"), usize::MAX).unwrap();
    assert_eq!(manifest.question.infinite, Some(vec![0, 100]));
    let path = folder.path().join("wrong");
    let error = solve(&game, &given([0, 0]), &path, usize::MAX).unwrap_err();
    assert!(error.message().contains("must sum to 100") && !path.exists(), "{error}");
}

#[test]
fn a_refusal_of_distances_leaves_no_directory_behind() {
    let game = sheet("three-mens-morris");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solution");
    let without = SolveOptions { distances: Some(false), ..options(Engine::Explicit) };
    let error = solve(&game, &without, &path, usize::MAX).unwrap_err();
    assert!(*error.advice() == AdviceStep::KeepDistances.into() && !path.exists(), "{error}");
    solve(&game, &options(Engine::Explicit), &path, usize::MAX).unwrap();
}
