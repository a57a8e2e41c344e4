//! A solve resumes with the proofs of the run that started it, however little is proved this time.

use std::path::Path;

use gdl::{Mode, Rules, Source};
use operations::solve::{Solve, SolveOptions};
use operations::{Budget, Error, ErrorKind, Stop};
use prove::{JOINT_MOVES, ProvedGame};
use solution::manifest::{Manifest, Progress};
use solution::{Algorithm, Engine};
use task::AdviceStep;

fn sheet(name: &str) -> (Source, Rules) {
    let source = Source::new(name, games::sheet(name).unwrap());
    let rules = operations::check(&source, Mode::Strict).unwrap();
    (source, rules)
}

/// A game analysed without any work for proofs.
fn hardly_analysed(rules: &Rules) -> ProvedGame {
    let game = ground::ground(rules, &ground::GroundingLimits::default()).unwrap();
    let options = prove::ProofOptions { work: 0, states: 0, ..prove::ProofOptions::default() };
    let analysis = prove::analyse(&game, &options).unwrap();
    ProvedGame::new(game, analysis, JOINT_MOVES).unwrap()
}

fn options(engine: Engine) -> SolveOptions {
    SolveOptions { engine: Some(engine), ..SolveOptions::new(Budget::default(), 1) }
}

/// Solves until the given number of layers is committed.
fn solve(
    (source, rules): &(Source, Rules),
    proved: &ProvedGame,
    engine: Engine,
    path: &Path,
    most: usize,
) -> Result<Manifest, Error> {
    let (options, stop) = (options(engine), Stop::default());
    let mut committed = 0;
    let solve = Solve::new(source, rules, &options, path, &stop);
    let solved = solve.run(proved, &mut |_| {
        committed += 1;
        if committed == most {
            stop.raise();
        }
    })?;
    Ok(solved.manifest)
}

fn hashes(manifest: &Manifest) -> Vec<String> {
    manifest.layers.iter().flat_map(|layer| &layer.value_file).map(|file| file.hash.clone()).collect()
}

#[test]
fn variables_and_measure_are_those_of_the_first_run() {
    // Layers by plies; by values of a measure; no layers; one role.
    for name in ["connect-four:3x3", "chomp:4x3", "nim:1,2,3", "three-mens-morris", "eight-puzzle:6"] {
        let game = sheet(name);
        let full = operations::prove(&game.1, &Budget::default(), &Stop::default()).unwrap();
        let hardly = hardly_analysed(&game.1);
        assert_ne!(hardly.game.variables, full.game.variables, "{name}: nothing is left to be proved");
        for engine in [Engine::Symbolic, Engine::Explicit] {
            let folder = tempfile::tempdir().unwrap();
            let expected = solve(&game, &full, engine, &folder.path().join("whole"), usize::MAX).unwrap();
            let mut phases = [false; 2];
            for most in 1.. {
                let path = folder.path().join(most.to_string());
                match solve(&game, &full, engine, &path, most) {
                    Ok(_) => break,
                    Err(error) => assert_eq!(error.kind(), ErrorKind::Interrupted, "{name}: {error}"),
                }
                let begun = solution::directory::read_manifest(&path).unwrap().unwrap();
                phases[usize::from(begun.progress != Progress::Forward)] = true;
                let manifest = solve(&game, &hardly, engine, &path, usize::MAX).unwrap();
                assert_eq!(hashes(&manifest), hashes(&expected), "{name}, {engine:?}, after {most} layers");
                assert_eq!(manifest.progress, expected.progress, "{name}, {engine:?}, after {most} layers");
                std::fs::remove_dir_all(path).unwrap();
            }
            assert_eq!(phases, [true; 2], "{name}, {engine:?}: not interrupted in both phases");
        }
    }
}

#[test]
fn a_resumed_solve_needs_no_proofs() {
    let game = sheet("chomp:4x3");
    let (folder, stop) = (tempfile::tempdir().unwrap(), Stop::default());
    let full = operations::prove(&game.1, &Budget::default(), &stop).unwrap();
    solve(&game, &full, Engine::Explicit, folder.path(), 3).unwrap_err();
    let options = options(Engine::Explicit);
    let proved = Solve::new(&game.0, &game.1, &options, folder.path(), &stop).prepare().unwrap();
    assert_eq!(proved.game.variables, full.game.variables);
    assert!(proved.measure.is_none(), "the measure is the manifest's business");
}

#[test]
fn the_estimate_and_the_decision_are_in_the_manifest() {
    let game = sheet("connect-four:3x3");
    let (folder, stop) = (tempfile::tempdir().unwrap(), Stop::default());
    let options = SolveOptions::new(Budget::default(), 1);
    let solve = Solve::new(&game.0, &game.1, &options, folder.path(), &stop);
    let method = solve.run(&solve.prepare().unwrap(), &mut |_| {}).unwrap().manifest.method;
    let (decision, estimate) = (method.decision.unwrap(), method.estimate.unwrap());
    assert!(estimate.counted && estimate.states > 100.0, "{estimate:?}");
    assert_eq!((decision.engine.name, decision.engine.asked), (method.engine, false));
    assert_eq!((decision.algorithm.name, decision.algorithm.asked), (Algorithm::Layered, false));
    assert!(decision.class.contains("2 roles") && method.why.contains(&decision.engine.why), "{decision:?}");
}

/// It takes 37 MB with explicit states and 5 MB on diagrams.
#[test]
fn diagrams_take_over_if_states_do_not_fit_in_memory() {
    let game = sheet("sheep-and-wolf");
    let (folder, stop) = (tempfile::tempdir().unwrap(), Stop::default());
    let options = SolveOptions::new(Budget { memory: 20 << 20, time: None, alone: false }, 1);
    let solve = Solve::new(&game.0, &game.1, &options, folder.path(), &stop);
    let solved = solve.run(&operations::prove(&game.1, &Budget::default(), &stop).unwrap(), &mut |_| {}).unwrap();
    let method = solved.manifest.method;
    assert_eq!(method.engine, Engine::Symbolic);
    assert!(method.why.contains("did not fit in memory as a list"), "{}", method.why);
    assert!(matches!(solved.manifest.progress, solution::manifest::Progress::Complete { .. }));
}

/// Resuming with less memory gives an error and loses nothing.
#[test]
fn layers_of_an_earlier_run_survive_too_little_memory() {
    let game = sheet("sheep-and-wolf");
    let (folder, stop) = (tempfile::tempdir().unwrap(), Stop::default());
    let proved = operations::prove(&game.1, &Budget::default(), &stop).unwrap();
    let run = |memory: usize, most: usize| {
        let (stop, mut committed) = (Stop::default(), 0);
        let options = SolveOptions::new(Budget { memory, time: None, alone: false }, 1);
        let solved = Solve::new(&game.0, &game.1, &options, folder.path(), &stop).run(&proved, &mut |_| {
            committed += 1;
            if committed == most {
                stop.raise();
            }
        });
        (solved.map(|_| ()).map_err(|error| error.kind()), solution::directory::read_manifest(folder.path()).unwrap())
    };
    let (interrupted, before) = run(1 << 30, 20);
    assert_eq!(interrupted, Err(ErrorKind::Interrupted));
    let (refused, after) = run(20 << 20, usize::MAX);
    assert_eq!(refused, Err(ErrorKind::Limit));
    let states = |manifest: Option<Manifest>| manifest.map_or(0, |m| m.layers.iter().map(|layer| layer.states).sum());
    let [before, after]: [u128; 2] = [before, after].map(states);
    assert!(before > 0 && after >= before, "{before} states, then {after}");
    assert_eq!(run(1 << 30, usize::MAX).0, Ok(()));
}

/// The second role has a single move, which keeps a fact. Earlier versions found that fact to be constant.
const SINGLE_MOVE: &str = "\
(role mover)
(role watcher)
(init (step 0))
(init watched)
(succ 0 1)
(succ 1 2)
(succ 2 3)
(legal mover go)
(legal mover rest)
(legal watcher watch)
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= (next rested) (does mover rest))
(<= (next watched) (does watcher watch))
(<= terminal (true (step 3)))
(<= (goal mover 100) (true rested))
(<= (goal mover 0) (not (true rested)))
(<= (goal watcher 100) (true watched))
(<= (goal watcher 0) (not (true watched)))
";

/// Changes the manifest of a directory so that a fact is constant.
fn make_certain(path: &Path, fact: &str) {
    let mut manifest = solution::directory::read_manifest(path).unwrap().unwrap();
    let encoding = &mut manifest.encoding;
    let has_fact = |values: &[Option<String>]| values.iter().flatten().any(|value| value == fact);
    let removed = encoding.variables.iter().position(|variable| has_fact(&variable.values)).unwrap();
    encoding.variables.remove(removed);
    encoding.levels.retain(|level| level.variable != removed);
    encoding.levels.iter_mut().for_each(|level| level.variable -= usize::from(level.variable > removed));
    if let Some(measure) = &mut encoding.measure {
        measure.remove(removed);
    }
    encoding.always.push(fact.to_owned());
    encoding.always.sort();
    let known = solution::directory::read_manifest(path).unwrap().unwrap();
    let mut directory = solution::Directory::start_or_resume(path, known).unwrap();
    directory.commit(|known| *known = manifest).unwrap();
}

#[test]
fn a_directory_of_an_earlier_version_with_other_constant_facts_is_not_called_damaged() {
    let source = Source::new("single-move", SINGLE_MOVE);
    let rules = operations::check(&source, Mode::Strict).unwrap();
    let (folder, stop) = (tempfile::tempdir().unwrap(), Stop::default());
    let proved = operations::prove(&rules, &Budget::default(), &stop).unwrap();
    let [begun, complete] = ["begun", "complete"].map(|name| folder.path().join(name));
    let run = |path: &Path, distances: Option<bool>, most: usize| {
        let (options, stop) = (SolveOptions { distances, ..options(Engine::Explicit) }, Stop::default());
        let mut committed = 0;
        let solve = Solve::new(&source, &rules, &options, path, &stop);
        let solved = solve.run(&proved, &mut |_| {
            committed += 1;
            if committed == most {
                stop.raise();
            }
        });
        solved.map(|_| ())
    };
    assert_eq!(run(&begun, None, 2).unwrap_err().kind(), ErrorKind::Interrupted);
    run(&complete, Some(false), usize::MAX).unwrap();
    for (path, distances) in [(&begun, None), (&complete, Some(true))] {
        make_certain(path, "watched");
        let error = run(path, distances, usize::MAX).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input, "{error}");
        assert!(error.message().contains("started by an earlier version"), "{error}");
        assert!(error.advice().ways.contains(&vec![AdviceStep::OtherDirectory]), "{error}");
    }
    run(&complete, None, usize::MAX).unwrap();
}

#[test]
fn an_unfinished_solution_calls_no_move_optimal_if_a_value_is_missing() {
    let game = sheet("three-mens-morris");
    let full = operations::prove(&game.1, &Budget::default(), &Stop::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut partly_known = 0;
    for most in 1..60 {
        let path = folder.path().join(most.to_string());
        if solve(&game, &full, Engine::Explicit, &path, most).is_ok() {
            break;
        }
        let Ok(mut oracle) = query::Oracle::open(&path) else { continue };
        let start = oracle.initial().unwrap();
        let mut open = vec![oracle.play(&start, "b2 a1 b1 b3 a2 c2").unwrap_or(start)];
        // All positions a few plies deep.
        for _ in 0..3 {
            let answers: Vec<query::Answer> = open.iter().map(|position| oracle.answer(position).unwrap()).collect();
            for answer in answers.iter().filter(|answer| answer.value.is_none()) {
                partly_known += usize::from(answer.moves.iter().any(|one| one.value.is_some()));
                assert!(answer.moves.iter().all(|one| !one.best), "{:?}", answer.moves);
            }
            open = answers.into_iter().flat_map(|answer| answer.moves).map(|one| one.next).take(200).collect();
        }
    }
    assert!(partly_known > 0, "some position without a value has moves with one");
}
