//! Solving games with chance or simultaneous moves: always state by state, by expected rewards.

use std::ops::ControlFlow;

use explicit::Resources;
use explicit::expected::ExpectedTask;
use prove::ProvedGame;
use solution::difference::same_question;
use solution::manifest::{Chosen, Decision, ExpectedFigures, FORMAT, Manifest, Method, Progress, Question};
use solution::{Difference, Directory, Engine};
use task::{AdviceStep, Algorithm, CommitReport, Defects, Peak, Progressive, Traits, VariableOrder};

use super::errors::engine_error;
use super::{FinishedSolve, Solve};
use crate::begun;
use crate::budget::give_back;
use crate::drawing;
use crate::error::{Error, ErrorKind};
use crate::proving::{self, class_in_words};

/// How far the bounds of an expected reward may be apart, unless told otherwise.
pub const PRECISION: f64 = 1e-6;

const WHY: &str = "a state is worth a matrix game or an average over its successors";
const ENGINE: &str = "expected rewards are mostly all different, so diagrams would not be smaller";

impl Solve<'_> {
    /// Whether the values of the game are expected rewards: there is chance, roles choose at once, or somebody asks.
    pub(super) fn is_expected(&self, proved: &ProvedGame, known: Option<&Manifest>) -> bool {
        let asked = self.options.security || self.options.algorithm == Some(Algorithm::Expectation);
        let begun = known.is_some_and(|known| known.expected.is_some());
        asked || begun || self.rules.random().is_some() || proved.class.turn_taking.is_refuted()
    }

    /// Solves such a game, or goes on where an earlier run ended.
    pub(super) fn run_expected(
        &self,
        proved: &ProvedGame,
        known: Option<&Manifest>,
        observe: &mut dyn FnMut(&CommitReport),
    ) -> Result<FinishedSolve, Error> {
        if self.options.outcomes_only {
            return Err(match self.rules.uncertainty() {
                Some(uncertainty) => Error::no(uncertainty),
                None => Error::no("simultaneous moves: values are expected rewards"),
            });
        }
        self.refuse_other_means()?;
        if let Some(known) = known {
            if known.expected.is_none() {
                let (begun, asked) = (known.method.algorithm, Algorithm::Expectation);
                return Err(Difference::Algorithm { begun, asked }.of(self.path).into());
            }
            same_question(self.path, &known.question, &self.expected_question())?;
        }
        if let Some(known) = known.filter(|known| begun::is_complete(known)) {
            self.sweep(known);
            return Ok(finished(known.clone(), Peak::default(), true, 0.0));
        }
        let adopted = known.map(|known| proving::with_variables_of(proved, self.path, known)).transpose()?.flatten();
        let proved = adopted.as_ref().unwrap_or(proved);
        let measure = match known {
            Some(known) => begun::measure(known),
            None => Traits::of(proved).measure,
        };
        let task = self.expected_task(proved, measure.as_ref())?;
        self.refuse_large_rewards(proved)?;
        if self.is_over() {
            return Err(self.ended_early());
        }
        if self.options.replace {
            solution::directory::clear(self.path)?;
        }
        let bytes = self.options.budget.make_room_for_engine()?;
        let manifest = self.expected_manifest(proved, measure.as_ref(), task.random, bytes);
        let mut directory = Directory::start_or_resume(self.path, manifest)?;
        let earlier = known.and_then(|known| known.method.effort);
        directory.count_from(self.clock, earlier);
        let resources = Resources { bytes, threads: self.options.threads, folder: self.path, give_back };
        let mut watch = |report: &CommitReport| {
            observe(report);
            if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let solved = explicit::expected::solve(proved, &task, resources, &mut directory, &mut watch);
        let peak = solved.map_err(|error| {
            let error = match error {
                task::Error::Interrupted if self.is_over() => self.ended_early(),
                error => engine_error(error, &proved.game, self.means(known.is_some())),
            };
            if matches!(error.kind(), ErrorKind::No | ErrorKind::Input) || self.is_empty(&error) {
                self.remove(known);
            }
            error
        })?;
        let manifest = directory.manifest().clone();
        let total = |effort: Option<solution::manifest::Effort>| effort.unwrap_or_default().seconds;
        let seconds = total(manifest.method.effort) - total(earlier);
        Ok(finished(manifest, peak, false, seconds))
    }

    /// Refuses what expected rewards do not have: other algorithms, diagrams, distances.
    fn refuse_other_means(&self) -> Result<(), Error> {
        let options = self.options;
        if let Some(algorithm) = options.algorithm.filter(|algorithm| *algorithm != Algorithm::Expectation) {
            let what = format!("{algorithm} is for games without chance in which roles choose in turn");
            return Err(Error::no(what).advise(AdviceStep::AnyAlgorithm));
        }
        if options.engine == Some(Engine::Symbolic) {
            let what = format!("games with chance or simultaneous moves are solved by the explicit engine: {ENGINE}");
            return Err(Error::no(what).advise(AdviceStep::AnyEngine));
        }
        if options.distances == Some(true) {
            let what = "games with chance or mixed strategies have no distances";
            return Err(Error::no(what).advise(AdviceStep::NoDistances));
        }
        Ok(())
    }

    fn expected_task(&self, proved: &ProvedGame, measure: Option<&Progressive>) -> Result<ExpectedTask, Error> {
        let options = self.options;
        let random = self.rules.random();
        let players = proved.game.roles.len() - usize::from(random.is_some());
        if options.infinite.as_ref().is_some_and(|infinite| infinite.len() != players) {
            let given = number::count(options.infinite.as_ref().map_or(0, Vec::len), "reward");
            let roles = number::count(players, "role");
            let what = format!("infinite play is given {given} where the game has {roles} beside `random`");
            return Err(Error::input(what));
        }
        if options.reduction.is_some() && players != 2 {
            return Err(Error::input(task::Refusal::NotTwoRoles));
        }
        let mut lowest = (0..proved.game.roles.len()).filter(|role| Some(*role) != random);
        Ok(ExpectedTask {
            random,
            security: options.security,
            model: options.model,
            defects: if options.lenient { Defects::Lenient } else { Defects::Refuse },
            reduction: options.reduction,
            infinite: options.infinite.clone(),
            lowest: lowest.next().map_or(0, |role| proved.game.lowest_rewards[role]),
            precision: options.precision.unwrap_or(PRECISION),
            measure: measure.map(|measure| measure.weights.clone()),
        })
    }

    fn expected_question(&self) -> Question {
        let precision = self.options.precision.unwrap_or(PRECISION);
        Question {
            security: self.options.security,
            precision: Some(format!("{precision:e}")),
            ..self.question(self.options.infinite.clone(), None)
        }
    }

    fn expected_manifest(
        &self,
        proved: &ProvedGame,
        measure: Option<&Progressive>,
        random: Option<usize>,
        bytes: usize,
    ) -> Manifest {
        let order = VariableOrder::by_number(&proved.game);
        let chosen = |why: &str| Chosen::new(Algorithm::Expectation, self.options.algorithm.is_some(), why);
        let decision = Decision {
            class: class_in_words(&proved.class, false),
            algorithm: chosen(WHY),
            engine: Chosen::new(Engine::Explicit, self.options.engine.is_some(), ENGINE),
            order: Chosen::new(order.name.to_owned(), false, "packed states have this order"),
            bytes: bytes as u64,
        };
        Manifest {
            format: FORMAT,
            question: self.expected_question(),
            encoding: order.describe(&proved.game, measure),
            notation: drawing::drawn(self.source, &proved.game).1,
            method: Method {
                program: format!("backsolve {}", env!("CARGO_PKG_VERSION")),
                why: format!("{WHY}; explicit engine: {ENGINE}"),
                decision: Some(decision),
                ..Method::new(Engine::Explicit, Algorithm::Expectation)
            },
            expected: Some(ExpectedFigures { random, ..ExpectedFigures::default() }),
            progress: Progress::Forward,
            layers: Vec::new(),
        }
    }
}

fn finished(manifest: Manifest, peak: Peak, already: bool, seconds: f64) -> FinishedSolve {
    FinishedSolve { manifest, peak, order: super::AS_BEGUN, already, added_distances: false, seconds }
}
