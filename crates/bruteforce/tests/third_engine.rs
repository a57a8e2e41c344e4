//! A third engine behind the interface of the other two, which know nothing of it.

use std::ops::ControlFlow;

use bruteforce::BruteForce;
use explicit::solve::Explicit;
use gdl::{Mode, Source};
use solution::manifest::{FORMAT, Manifest, Method, Progress, Question};
use solution::{Algorithm, Directory, Engine, Model};
use symbolic::solve::Symbolic;
use task::{Bounds, Defects, Order, Phase, Problem, Solver, Task};
use workshop::{Budget, Prepared, Stop};

/// Solves a game by plies and checks what came of it. Returns the manifest and how many layers were told of as solved.
fn solve(engine: &dyn Solver, rules: &str, prepared: &Prepared, distances: bool) -> (Manifest, usize) {
    let (game, traits) = (&prepared.game, prepared.traits());
    let task = Task {
        algorithm: Algorithm::Layered,
        traits: &traits,
        model: Model::Own,
        defects: Defects::Refuse,
        reduction: None,
        infinite: None,
        distances: Some(distances),
        bounds: Bounds::default(),
    };
    let effects = &prepared.effects;
    let problem = Problem { game, effects, task: &task, bytes: 1 << 26, steps: u64::MAX, threads: 1, give_back: || {} };
    let manifest = Manifest {
        format: FORMAT,
        question: Question {
            rules: rules.to_owned(),
            name: "test".to_owned(),
            rules_hash: String::new(),
            fingerprint: String::new(),
            model: Model::Own,
            infinite: None,
            lenient: false,
            reduction: None,
            distances: Some(distances),
        },
        encoding: Order::by_number(game).describe(game, traits.measure.as_ref()),
        method: Method::new(Engine::Explicit, Algorithm::Layered),
        progress: Progress::Forward,
        layers: Vec::new(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut directory = Directory::start_or_resume(folder.path(), manifest).expect("a directory");
    let mut told = 0;
    let mut observe = |report: &task::Report| {
        told += usize::from(report.phase == Phase::Backward);
        ControlFlow::Continue(())
    };
    let solved = engine.solve(&problem, &mut directory, &mut observe).expect("a solution");
    let manifest = directory.manifest().clone();
    assert_eq!(manifest.progress, Progress::Complete { value: solved.value });
    let report = verify::verify(folder.path(), &verify::Options::default(), &mut |_| true).expect("a report");
    assert!(report.ok(), "{:?}", report.failures);
    (manifest, told)
}

#[test]
fn three_engines_write_the_same_layers() {
    for name in ["tic-tac-toe", "hex:2"] {
        let rules = games::sheet(name).expect("a bundled game");
        let checked = workshop::check(&Source::new(name, &*rules), Mode::Strict).expect("a well-formed sheet");
        let prepared = Prepared::new(&checked, &Budget::default(), &Stop::default()).expect("a game");
        let order = Order::by_number(&prepared.game);
        let engines: [&dyn Solver; 3] = [&Explicit, &Symbolic { order: &order }, &BruteForce];
        for distances in [false, true] {
            let [first, second, third] = engines.map(|engine| {
                let (manifest, told) = solve(engine, &rules, &prepared, distances);
                assert_eq!(told, manifest.layers.len(), "every solved layer is told of");
                let layers = manifest.layers.iter();
                layers.map(|layer| (layer.states, layer.terminal_states, layer.content.clone())).collect::<Vec<_>>()
            });
            assert!(first.len() > 3 && first == second && second == third, "{name}");
        }
    }
}
