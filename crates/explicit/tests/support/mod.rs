//! Solves rule sheets with both engines into scratch directories; solutions are verified by code that shares nothing with either.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::ops::ControlFlow;

use explicit::reach::Search;
use explicit::solve::Problem;
use game::Game;
use game::effects::{Effects, effects};
use game::implied::Implied;
use game::joint::joint_moves;
use gdl::{Mode, Source};
use prove::Growth;
use solution::manifest::{FORMAT, Manifest, Method, Progress, Question};
use solution::{Directory, Reduction};
use symbolic::engine::Engine;
use symbolic::journal::Journal;
use symbolic::order::Order;
use symbolic::reach::Duplicates;
use task::{Algorithm, Bounds, Defects, Model, Progressive, Report, Task, Traits, choose};

/// How to solve.
#[derive(Clone, Debug)]
pub struct Setting {
    pub algorithm: Option<Algorithm>,
    pub model: Model,
    pub distances: Option<bool>,
    pub reduction: Option<Reduction>,
    pub infinite: Option<Vec<i32>>,
    pub threads: usize,
    pub bytes: usize,
    pub lenient: bool,
    pub bounds: Bounds,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            algorithm: None,
            model: Model::Own,
            distances: Some(false),
            reduction: None,
            infinite: None,
            threads: 1,
            bytes: 1 << 30,
            lenient: false,
            bounds: Bounds::default(),
        }
    }
}

/// A game ready for both engines.
pub struct Prepared {
    rules: String,
    game: Game,
    effects: Effects,
    traits: Traits,
}

impl Prepared {
    pub fn new(rules: &str) -> Prepared {
        let source = Source::new("test", rules);
        let checked =
            gdl::check::check_in(&source, Mode::Strict).rules.unwrap_or_else(|| panic!("ill-formed:\n{rules}"));
        let mut game = ground::ground(&checked, &ground::Limits::default()).unwrap();
        let analysis = prove::analyse(&game, &prove::Options::default()).unwrap();
        game.variables.clone_from(&analysis.variables);
        let implied = Implied::new(&game);
        let effects = effects(&game, &implied, joint_moves(&game, &implied, 100_000).unwrap());
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
        Prepared { rules: rules.to_owned(), game, effects, traits }
    }

    /// The facts of the first state.
    pub fn start(&self) -> impl Iterator<Item = &str> {
        self.game.initial.iter().map(|fluent| self.game.fluents[fluent.0 as usize].as_str())
    }

    fn algorithm(&self, setting: &Setting) -> Algorithm {
        setting.algorithm.unwrap_or_else(|| choose(&self.traits).algorithm)
    }

    fn engine(&self) -> Engine<'_> {
        let order = Order { name: "natural", variables: (0..self.game.variables.len()).collect() };
        let resources = symbolic::engine::Resources { bytes: 1 << 30, threads: 1 };
        Engine::new(&self.game, &self.effects, &order, resources).unwrap()
    }

    fn manifest(&self, setting: &Setting, engine: solution::Engine) -> Manifest {
        let algorithm = self.algorithm(setting);
        let measure = self.traits.measure.as_ref().filter(|_| algorithm == Algorithm::Layered);
        Manifest {
            format: FORMAT,
            question: Question {
                rules: self.rules.clone(),
                name: "test".to_owned(),
                rules_hash: String::new(),
                fingerprint: String::new(),
                model: setting.model,
                infinite: self.infinite(setting),
                lenient: setting.lenient,
                reduction: setting.reduction,
                distances: setting.distances,
            },
            encoding: self.engine().description(measure),
            method: Method::new(engine, algorithm),
            progress: Progress::Forward,
            layers: Vec::new(),
        }
    }

    /// The rewards of infinite play: those asked for, else equal shares, or the lowest reward of a single role.
    fn infinite(&self, setting: &Setting) -> Option<Vec<i32>> {
        let by_default = match self.algorithm(setting) {
            Algorithm::ZeroSum => self.traits(setting).constant_sum.map(|sum| vec![sum / 2, sum - sum / 2]),
            Algorithm::OnePlayer => Some(vec![self.game.lowest_rewards[0]]),
            _ => return None,
        };
        setting.infinite.clone().or(by_default)
    }

    /// What is known, of the reduced game where it is reduced.
    fn traits(&self, setting: &Setting) -> Traits {
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
            bounds: setting.bounds,
        }
    }

    /// By the explicit engine, verified.
    pub fn explicit(&self, setting: &Setting) -> Result<Manifest, explicit::Error> {
        let folder = tempfile::tempdir().unwrap();
        self.explicit_in(folder.path(), setting, usize::MAX)?;
        let report = verify::verify(folder.path(), &verify::Options::default(), &mut |_| true).unwrap();
        assert!(report.ok(), "{setting:?}: {:?}\n{}", report.failures, self.rules);
        Ok(solution::directory::read_manifest(folder.path()).unwrap().unwrap())
    }

    /// By the explicit engine into a directory, stopping after so many layers.
    pub fn explicit_in(
        &self,
        folder: &std::path::Path,
        setting: &Setting,
        layers: usize,
    ) -> Result<(), explicit::Error> {
        let mut directory = Directory::start_or_resume(folder, self.manifest(setting, solution::Engine::Explicit))?;
        let traits = self.traits(setting);
        let task = self.task(setting, &traits);
        let (game, effects) = (&self.game, &self.effects);
        let Setting { bytes, threads, .. } = *setting;
        let problem = Problem { game, effects, task: &task, bytes, threads, give_back: || {} };
        let mut watch = stop_after(layers);
        explicit::solve::solve(&problem, &mut directory, &mut watch).map(|_| ())
    }

    /// Whether the game is cyclic, as both engines find out by search where states repeat.
    pub fn cyclic(&self) -> [Option<bool>; 2] {
        let folder = std::env::temp_dir();
        let resources = explicit::Resources { bytes: 1 << 26, threads: 1, folder: &folder, give_back: || {} };
        let search = Search { distinct: false, cycles: true };
        let go_on = &mut |_| ControlFlow::Continue(());
        let states = explicit::reach::reach(&self.game, &self.effects, search, resources, go_on).unwrap();
        let mut engine = self.engine();
        let remove = Duplicates::Remove;
        let sets = symbolic::reach::reach(&mut engine, remove, |_, _, _| ControlFlow::Continue(())).unwrap();
        assert_eq!(sets.repeats, states.repeats);
        [states.cyclic, symbolic::reach::is_cyclic(&mut engine, &sets.visited, &|| true).unwrap()]
    }

    /// By the symbolic engine.
    pub fn symbolic(&self, setting: &Setting) -> Result<Manifest, symbolic::Error> {
        let folder = tempfile::tempdir().unwrap();
        self.symbolic_in(folder.path(), setting, usize::MAX)?;
        Ok(solution::directory::read_manifest(folder.path()).unwrap().unwrap())
    }

    /// By the symbolic engine into a directory, stopping after so many layers.
    pub fn symbolic_in(
        &self,
        folder: &std::path::Path,
        setting: &Setting,
        layers: usize,
    ) -> Result<(), symbolic::Error> {
        let mut directory = Directory::start_or_resume(folder, self.manifest(setting, solution::Engine::Symbolic))?;
        let mut watch = stop_after(layers);
        let mut journal = Journal::new(&mut directory, &mut watch);
        let traits = self.traits(setting);
        symbolic::solve::solve(&mut self.engine(), &mut journal, &self.task(setting, &traits)).map(|_| ())
    }

    /// Drops the distances of layers that the symbolic engine has solved.
    pub fn drop_symbolic_in(&self, folder: &std::path::Path, setting: &Setting) -> Result<(), symbolic::Error> {
        let mut directory = Directory::start_or_resume(folder, self.manifest(setting, solution::Engine::Symbolic))?;
        let mut watch = stop_after(usize::MAX);
        let mut journal = Journal::new(&mut directory, &mut watch);
        let plain = journal.plain_outcomes()?;
        symbolic::distances::drop_distances(&mut self.engine(), &mut journal, &plain)
    }
}

/// Asks to stop after so many commits.
fn stop_after(mut commits: usize) -> impl FnMut(&Report) -> ControlFlow<()> {
    move |_| {
        commits -= 1;
        if commits == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Settings that are worth comparing, for one algorithm.
pub fn settings(algorithm: Algorithm) -> Vec<Setting> {
    let distances = if algorithm.finds_distances() { [None, None] } else { [Some(false), Some(true)] };
    let base = Setting { algorithm: Some(algorithm), ..Setting::default() };
    vec![
        Setting { distances: distances[0], ..base.clone() },
        Setting { distances: distances[1], model: Model::Difference, reduction: Some(Reduction::Sign), ..base },
    ]
}

/// Counts and content hashes of all layers, and the value.
pub fn essence(manifest: &Manifest) -> (Vec<(u128, u128, Option<String>)>, Progress) {
    let layers = manifest.layers.iter().map(|layer| (layer.states, layer.terminal_states, layer.content.clone()));
    (layers.collect(), manifest.progress.clone())
}

/// Names and hashes of all files.
pub fn files(manifest: &Manifest) -> Vec<(String, String)> {
    let files = manifest.layers.iter().filter_map(|layer| layer.value_file.as_ref());
    files.map(|file| (file.name.clone(), file.hash.clone())).collect()
}
