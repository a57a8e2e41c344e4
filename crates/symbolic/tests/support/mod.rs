//! Solves a rule sheet into a scratch directory and has the result verified by code that shares nothing with the solver.

use std::ops::ControlFlow;

use game::effects::effects;
use game::implied::Implied;
use game::joint::joint_moves;
use gdl::{Mode, Source};
use prove::Growth;
use solution::manifest::{FORMAT, Manifest, Method, Progress, Question};
use solution::{Directory, Reduction};
use symbolic::Error;
use symbolic::engine::{Engine, Resources};
use symbolic::journal::Journal;
use symbolic::outcome::Model;
use symbolic::race::race;
use symbolic::rewards::Defects;
use symbolic::solve::{Algorithm, Progressive, Task, Traits, choose, solve};

/// How to solve.
#[derive(Clone, Debug)]
pub struct Setting {
    pub algorithm: Option<Algorithm>,
    pub model: Model,
    pub distances: Option<bool>,
    pub reduction: Option<Reduction>,
    pub infinite: Option<Vec<i32>>,
    pub threads: usize,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting { algorithm: None, model: Model::Own, distances: None, reduction: None, infinite: None, threads: 1 }
    }
}

/// Solves and verifies; the manifest tells what was found.
pub fn solved(rules: &str, setting: &Setting) -> Result<Manifest, Error> {
    let folder = tempfile::tempdir().unwrap();
    let source = Source::new("test", rules);
    let checked = gdl::check::check_in(&source, Mode::Strict).rules.unwrap_or_else(|| panic!("ill-formed:\n{rules}"));
    let mut game = ground::ground(&checked, &ground::Limits::default()).unwrap();
    let analysis = prove::analyse(&game, &prove::Options::default()).unwrap();
    game.variables.clone_from(&analysis.variables);
    let implied = Implied::new(&game);
    let effects = effects(&game, &implied, joint_moves(&game, &implied, 100_000).unwrap());
    let order = race(&game, &effects).swap_remove(0).order;
    let measure = analysis.measure.as_ref().and_then(|measure| match measure.growth {
        Growth::Incremental => Some(Progressive { weights: measure.weights.clone(), incremental: true }),
        Growth::Increasing => Some(Progressive { weights: measure.weights.clone(), incremental: false }),
        Growth::TwoPly { .. } => None,
    });
    let traits = Traits {
        roles: game.roles.len(),
        constant_sum: setting.reduction.map_or(analysis.class.sum, |_| Some(Reduction::SUM)),
        cyclic: analysis.class.acyclic.is_refuted(),
        measure,
    };
    let algorithm = setting.algorithm.unwrap_or_else(|| choose(&traits).algorithm);
    let resources = Resources { bytes: 1 << 30, threads: setting.threads };
    let mut engine = Engine::new(&game, &effects, &order, resources)?;
    let weights = traits.measure.as_ref().filter(|_| algorithm == Algorithm::Layered).map(|m| m.weights.clone());
    let manifest = Manifest {
        format: FORMAT,
        question: Question {
            rules: rules.to_owned(),
            name: "test".to_owned(),
            rules_hash: String::new(),
            fingerprint: String::new(),
            model: setting.model.name().to_owned(),
            infinite: setting.infinite.clone().filter(|_| algorithm.allows_cycles()),
            lenient: false,
            reduction: setting.reduction,
            distances: setting.distances,
        },
        encoding: engine.description(weights),
        method: Method {
            program: String::new(),
            engine: "symbolic".to_owned(),
            algorithm: algorithm.to_string(),
            why: String::new(),
        },
        progress: Progress::Forward,
        layers: Vec::new(),
    };
    let mut directory = Directory::start_or_resume(folder.path(), manifest)?;
    let mut watch = |_: &symbolic::journal::Report| ControlFlow::Continue(());
    let mut journal = Journal::new(&mut directory, &mut watch);
    let task = Task {
        algorithm,
        traits: &traits,
        model: setting.model,
        defects: Defects::Refuse,
        reduction: setting.reduction,
        infinite: setting.infinite.as_deref(),
        distances: setting.distances,
    };
    solve(&mut engine, &mut journal, &task)?;
    let manifest = directory.manifest().clone();
    drop(directory);
    let report = verify::verify(folder.path(), &verify::Options::default(), &mut |_| true).unwrap();
    assert!(report.ok(), "{setting:?}: {:?}\n{rules}", report.failures);
    Ok(manifest)
}

/// States per reward vector over all layers.
#[allow(dead_code, reason = "not every test counts")]
pub fn outcomes(manifest: &Manifest) -> std::collections::BTreeMap<Vec<i32>, u128> {
    let mut totals = std::collections::BTreeMap::new();
    for outcome in manifest.layers.iter().flat_map(|layer| &layer.outcomes).filter(|outcome| outcome.states > 0) {
        *totals.entry(outcome.rewards.clone()).or_insert(0) += outcome.states;
    }
    totals
}

/// The value of the first state.
#[allow(dead_code, reason = "not every test asks")]
pub fn value(manifest: &Manifest) -> Vec<i32> {
    match &manifest.progress {
        Progress::Complete { value } => value.clone(),
        other => panic!("not complete: {other:?}"),
    }
}
