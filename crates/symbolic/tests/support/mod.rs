//! Solves rule sheets into scratch directories, and has the results checked by code that shares nothing with the solver.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use bruteforce::Solved;
use game::Game;
use game::effects::{Effects, effects};
use game::implied::Implied;
use game::joint::joint_moves;
use gdl::{Mode, Source};
use prove::Growth;
use solution::manifest::{FORMAT, Manifest, Method, Progress, Question};
use solution::{Database, Directory, Facts, Reduction};
use symbolic::Error;
use symbolic::engine::{Engine, Resources};
use symbolic::journal::Journal;
use symbolic::order::Order;
use symbolic::race::race;
use symbolic::solve::solve;
use task::{Algorithm, Allowance, Defects, Model, Progressive, Task, Traits, choose};

/// All algorithms.
pub const ALGORITHMS: [Algorithm; 5] =
    [Algorithm::Layered, Algorithm::Fixpoint, Algorithm::ZeroSum, Algorithm::OnePlayer, Algorithm::Restart];

/// How to solve.
#[derive(Clone, Debug)]
pub struct Setting {
    pub algorithm: Option<Algorithm>,
    pub model: Model,
    pub distances: Option<bool>,
    pub reduction: Option<Reduction>,
    pub infinite: Option<Vec<i32>>,
    pub threads: usize,
    pub lenient: bool,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            algorithm: None,
            model: Model::Own,
            distances: None,
            reduction: None,
            infinite: None,
            threads: 1,
            lenient: false,
        }
    }
}

/// A game ready to be solved, in as many ways as one likes.
pub struct Prepared {
    pub rules: String,
    pub game: Game,
    pub effects: Effects,
    pub order: Order,
    pub traits: Traits,
}

impl Prepared {
    pub fn new(rules: &str) -> Prepared {
        let source = Source::new("test", rules);
        let checked = gdl::check::check_in(&source, Mode::Strict).rules;
        let checked = checked.unwrap_or_else(|| panic!("ill-formed:\n{rules}"));
        let mut game = ground::ground(&checked, &ground::Limits::default()).unwrap();
        let analysis = prove::analyse(&game, &prove::Options::default()).unwrap();
        game.variables.clone_from(&analysis.variables);
        let implied = Implied::new(&game);
        let effects = effects(&game, &implied, joint_moves(&game, &implied, 100_000).unwrap());
        let order = race(&game, &effects, Allowance::default()).swap_remove(0).order;
        let measure = analysis.measure.as_ref().and_then(|measure| match measure.growth {
            Growth::Incremental => {
                Some(Progressive { weights: measure.weights.clone(), growth: task::Growth::Incremental })
            }
            Growth::Increasing => {
                Some(Progressive { weights: measure.weights.clone(), growth: task::Growth::Increasing })
            }
            Growth::TwoPly { .. } => None,
        });
        let traits = Traits {
            roles: game.roles.len(),
            constant_sum: analysis.class.sum,
            cyclic: analysis.class.acyclic.is_refuted(),
            measure,
        };
        Prepared { rules: rules.to_owned(), game, effects, order, traits }
    }

    pub fn engine(&self, threads: usize) -> Result<Engine<'_>, Error> {
        self.engine_in(&self.order, threads)
    }

    fn engine_in(&self, order: &Order, threads: usize) -> Result<Engine<'_>, Error> {
        let resources = Resources { bytes: 1 << 30, threads };
        Ok(Engine::new(&self.game, &self.effects, order, resources)?)
    }

    /// A directory for the answer, begun or as an earlier call left it.
    pub fn directory(&self, path: &Path, setting: &Setting, engine: &Engine<'_>) -> Result<Directory, Error> {
        let algorithm = self.algorithm(setting);
        let measure = self.traits.measure.as_ref().filter(|_| algorithm == Algorithm::Layered);
        let manifest = Manifest {
            format: FORMAT,
            question: Question {
                rules: self.rules.clone(),
                name: "test".to_owned(),
                rules_hash: String::new(),
                fingerprint: String::new(),
                model: setting.model,
                infinite: setting.infinite.clone().filter(|_| algorithm.allows_cycles()),
                lenient: setting.lenient,
                reduction: setting.reduction,
                distances: setting.distances,
            },
            encoding: engine.description(measure),
            method: Method::new(solution::Engine::Symbolic, algorithm),
            progress: Progress::Forward,
            layers: Vec::new(),
        };
        Ok(Directory::start_or_resume(path, manifest)?)
    }

    /// Solves, with whoever watches the commits free to stop it.
    pub fn solve_watched(
        &self,
        path: &Path,
        setting: &Setting,
        mut watch: impl FnMut(&task::Report) -> ControlFlow<()>,
    ) -> Result<Manifest, Error> {
        let traits = self.traits_in(setting);
        let mut engine = self.engine(setting.threads)?;
        let mut directory = self.directory(path, setting, &engine)?;
        let mut journal = Journal::new(&mut directory, &mut watch);
        solve(&mut engine, &mut journal, &self.task(setting, &traits))?;
        Ok(directory.manifest().clone())
    }

    /// Solves.
    pub fn solve(&self, path: &Path, setting: &Setting) -> Result<Manifest, Error> {
        self.solve_watched(path, setting, |_| ControlFlow::Continue(()))
    }

    /// Solves state by state, into layers whose levels are in the order of the keys.
    pub fn solve_explicitly(&self, path: &Path, setting: &Setting) -> Result<Manifest, explicit::Error> {
        let by_number = Order { name: "by number", variables: (0..self.game.variables.len()).collect() };
        let engine = self.engine_in(&by_number, 1).unwrap();
        let mut directory = self.directory(path, setting, &engine).unwrap();
        let traits = self.traits_in(setting);
        let task = self.task(setting, &traits);
        let (game, effects, threads) = (&self.game, &self.effects, setting.threads);
        let problem =
            explicit::solve::Problem { game, effects, task: &task, bytes: 1 << 30, threads, give_back: || {} };
        let mut watch = |_: &task::Report| ControlFlow::Continue(());
        explicit::solve::solve(&problem, &mut directory, &mut watch)?;
        Ok(directory.manifest().clone())
    }

    /// What is known of the game as it is read.
    fn traits_in(&self, setting: &Setting) -> Traits {
        let constant_sum = setting.reduction.map_or(self.traits.constant_sum, |_| Some(Reduction::SUM));
        Traits { constant_sum, ..self.traits.clone() }
    }

    fn task<'t>(&self, setting: &'t Setting, traits: &'t Traits) -> Task<'t> {
        Task {
            algorithm: self.algorithm(setting),
            traits,
            model: setting.model,
            defects: if setting.lenient { Defects::Lenient } else { Defects::Refuse },
            reduction: setting.reduction,
            infinite: setting.infinite.as_deref(),
            distances: setting.distances,
            bounds: task::Bounds::default(),
        }
    }

    pub fn algorithm(&self, setting: &Setting) -> Algorithm {
        setting.algorithm.unwrap_or_else(|| choose(&self.traits).algorithm)
    }
}

/// Solves and verifies; the manifest tells what was found.
pub fn solved(rules: &str, setting: &Setting) -> Result<Manifest, Error> {
    let folder = tempfile::tempdir().unwrap();
    let manifest = Prepared::new(rules).solve(folder.path(), setting)?;
    verified(folder.path());
    Ok(manifest)
}

/// Fails the test unless the solution in a directory is right.
#[track_caller]
pub fn verified(path: &Path) {
    let report = verify::verify(path, &verify::Options::default(), &mut |_| true).unwrap();
    assert!(report.ok(), "{:?}", report.failures);
}

/// Fails the test unless the solution in a directory says of every state what brute force says, distances included where it has them.
#[track_caller]
pub fn same_as_brute_force(path: &Path, expected: &Solved, about: &str) {
    let database = Database::open(path).unwrap();
    let outcomes = database.manifest().layers.iter().flat_map(|layer| &layer.outcomes);
    let distances = outcomes.into_iter().any(|outcome| outcome.distance.is_some());
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
    // By plies a state may be in several layers, so there may be more.
    let stored: u128 = database.manifest().layers.iter().map(|layer| layer.states).sum();
    assert!(stored >= states, "{about}: {stored} of {states} states");
}

/// States per reward vector over all layers.
pub fn outcomes(manifest: &Manifest) -> BTreeMap<Vec<i32>, u128> {
    let mut totals = BTreeMap::new();
    for outcome in manifest.layers.iter().flat_map(|layer| &layer.outcomes).filter(|outcome| outcome.states > 0) {
        *totals.entry(outcome.rewards.clone()).or_insert(0) += outcome.states;
    }
    totals
}

/// The value of the first state.
pub fn value(manifest: &Manifest) -> Vec<i32> {
    match &manifest.progress {
        Progress::Complete { value } => value.clone(),
        other => panic!("not complete: {other:?}"),
    }
}
