//! A game that both engines can solve.

use std::ops::ControlFlow;
use std::path::Path;

use explicit::solve::Explicit;
use gdl::{Mode, Source};
use prove::ProvedGame;
use solution::manifest::{FORMAT, Method, Progress, Question};
use solution::{Algorithm, Directory, Engine, Manifest, Model, Reduction};
use symbolic::engine::{DiagramEngine, Resources};
use symbolic::race::race;
use symbolic::solve::Symbolic;
use task::{Allowance, Bounds, CommitReport, Defects, Error, Problem, Solver, Task, Traits, VariableOrder, choose};

use crate::check::verified;

/// How to solve a game.
#[derive(Clone, Debug)]
pub struct SolveSetting {
    /// The algorithm; `None` for the best.
    pub algorithm: Option<Algorithm>,
    /// What a role maximises.
    pub model: Model,
    /// Whether plies to the end are kept; `None`: where they are cheap.
    pub distances: Option<bool>,
    /// The bounds below which they are cheap.
    pub bounds: Bounds,
    /// How rewards are read as win, draw or loss, if they are.
    pub reduction: Option<Reduction>,
    /// The rewards of infinite play; `None` for equal shares, or the lowest reward of a single role.
    pub infinite: Option<Vec<i32>>,
    /// Whether defects of the rules have a meaning.
    pub lenient: bool,
    /// Threads.
    pub threads: usize,
    /// Bytes for states.
    pub bytes: usize,
}

impl Default for SolveSetting {
    fn default() -> SolveSetting {
        SolveSetting {
            algorithm: None,
            model: Model::Own,
            distances: None,
            bounds: Bounds::default(),
            reduction: None,
            infinite: None,
            lenient: false,
            threads: 1,
            bytes: 1 << 30,
        }
    }
}

/// A game ready for both engines.
pub struct TestGame {
    /// Its rule sheet.
    pub rules: String,
    /// The game.
    pub proved: ProvedGame,
    /// The properties on which the choice of an algorithm depends.
    pub traits: Traits,
    /// The winning variable order.
    pub order: VariableOrder,
}

impl TestGame {
    /// The game of a rule sheet.
    pub fn new(rules: &str) -> TestGame {
        TestGame::read(rules, false)
    }

    /// The game of a rule sheet whose defects have a meaning.
    pub fn lenient(rules: &str) -> TestGame {
        TestGame::read(rules, true)
    }

    fn read(rules: &str, lenient: bool) -> TestGame {
        let mode = if lenient { Mode::Lenient } else { Mode::Strict };
        let checked = gdl::check::check_in(&Source::new("test", rules), mode).rules;
        let checked = checked.unwrap_or_else(|| panic!("ill-formed:\n{rules}"));
        let limits = ground::GroundingLimits { stuck_ends: lenient, ..ground::GroundingLimits::default() };
        let game = ground::ground(&checked, &limits).unwrap();
        let proved = prove::prove(game, &prove::ProofOptions::default()).unwrap();
        let order = race(&proved, Allowance::default()).swap_remove(0).order;
        TestGame { rules: rules.to_owned(), traits: Traits::of(&proved), proved, order }
    }

    /// A bundled game.
    pub fn bundled(name: &str) -> TestGame {
        TestGame::new(&games::sheet(name).unwrap())
    }

    /// The game on diagrams.
    pub fn diagrams(&self, threads: usize) -> DiagramEngine<'_> {
        DiagramEngine::new(&self.proved, &self.order, Resources { bytes: 1 << 30, threads }).unwrap()
    }

    /// A new directory for the solution, or the one of an earlier call.
    pub fn directory(&self, path: &Path, setting: &SolveSetting, engine: Engine) -> Result<Directory, solution::Error> {
        let by_number = VariableOrder::by_number(&self.proved.game);
        let order = if engine == Engine::Symbolic { &self.order } else { &by_number };
        let algorithm = self.algorithm(setting);
        let measure = self.traits.measure.as_ref().filter(|_| algorithm == Algorithm::Layered);
        let manifest = Manifest {
            format: FORMAT,
            question: Question {
                from: None,
                rules: self.rules.clone(),
                name: "test".to_owned(),
                rules_hash: String::new(),
                fingerprint: String::new(),
                model: setting.model,
                infinite: self.infinite(setting),
                lenient: setting.lenient,
                reduction: setting.reduction,
                distances: setting.distances,
                security: false,
                precision: None,
            },
            encoding: order.describe(&self.proved.game, measure),
            notation: Default::default(),
            method: Method::new(engine, algorithm),
            expected: None,
            progress: Progress::Forward,
            layers: Vec::new(),
        };
        Directory::start_or_resume(path, manifest)
    }

    /// Solves with an engine; the observer of commits may stop it.
    pub fn solve_in(
        &self,
        path: &Path,
        setting: &SolveSetting,
        (name, engine): (Engine, &dyn Solver),
        mut watch: impl FnMut(&CommitReport) -> ControlFlow<()>,
    ) -> Result<Manifest, Error> {
        let mut directory = self.directory(path, setting, name)?;
        let traits = self.traits_in(setting);
        let task = self.task(setting, &traits);
        let SolveSetting { bytes, threads, .. } = *setting;
        let problem = Problem { proved: &self.proved, task: &task, bytes, steps: u64::MAX, threads, give_back: || {} };
        engine.solve(&problem, &mut directory, &mut watch)?;
        Ok(directory.manifest().clone())
    }

    /// Solves with diagrams; the observer of commits may stop it.
    pub fn symbolic_in(
        &self,
        path: &Path,
        setting: &SolveSetting,
        watch: impl FnMut(&CommitReport) -> ControlFlow<()>,
    ) -> Result<Manifest, Error> {
        self.solve_in(path, setting, (Engine::Symbolic, &Symbolic { order: &self.order }), watch)
    }

    /// Solves with explicit states; the observer of commits may stop it.
    pub fn explicit_in(
        &self,
        path: &Path,
        setting: &SolveSetting,
        watch: impl FnMut(&CommitReport) -> ControlFlow<()>,
    ) -> Result<Manifest, Error> {
        self.solve_in(path, setting, (Engine::Explicit, &Explicit), watch)
    }

    /// Solves with diagrams and verifies the solution.
    pub fn symbolic(&self, setting: &SolveSetting) -> Result<Manifest, Error> {
        let folder = tempfile::tempdir().unwrap();
        let solved = self.symbolic_in(folder.path(), setting, never)?;
        verified(folder.path());
        Ok(solved)
    }

    /// Solves with explicit states and verifies the solution.
    pub fn explicit(&self, setting: &SolveSetting) -> Result<Manifest, Error> {
        let folder = tempfile::tempdir().unwrap();
        let solved = self.explicit_in(folder.path(), setting, never)?;
        verified(folder.path());
        Ok(solved)
    }

    fn algorithm(&self, setting: &SolveSetting) -> Algorithm {
        setting.algorithm.unwrap_or_else(|| choose(&self.traits).algorithm)
    }

    /// The rewards of infinite play, if the algorithm supports it.
    fn infinite(&self, setting: &SolveSetting) -> Option<Vec<i32>> {
        let by_default = match self.algorithm(setting) {
            Algorithm::ZeroSum => self.traits_in(setting).constant_sum.map(|sum| vec![sum / 2, sum - sum / 2]),
            Algorithm::OnePlayer => Some(vec![self.proved.game.lowest_rewards[0]]),
            _ => return None,
        };
        setting.infinite.clone().or(by_default)
    }

    /// The properties of the game, or of the reduced game if it is reduced.
    fn traits_in(&self, setting: &SolveSetting) -> Traits {
        let constant_sum = setting.reduction.map_or(self.traits.constant_sum, |_| Some(Reduction::SUM));
        Traits { constant_sum, ..self.traits.clone() }
    }

    fn task<'t>(&self, setting: &'t SolveSetting, traits: &'t Traits) -> Task<'t> {
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
}

/// Never stops a solve.
pub fn never(_: &CommitReport) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Stops a solve after the given number of commits.
pub fn stop_after(mut commits: usize) -> impl FnMut(&CommitReport) -> ControlFlow<()> {
    move |_| {
        commits -= 1;
        if commits == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
