//! Solving sheets with chance or simultaneous moves, and comparing every state with brute force.

use std::ops::ControlFlow;
use std::path::Path;

use bruteforce::JointGraph;
use explicit::Resources;
use explicit::expected::ExpectedTask;
use gdl::{Mode, Source};
use prove::ProvedGame;
use solution::manifest::{ExpectedFigures, FORMAT, Manifest, Method, Progress, Question};
use solution::{Algorithm, Directory, Engine, ExpectedDatabase, Model};
use task::{Defects, Error, Phase, Traits, VariableOrder};

/// A sheet with chance or simultaneous moves, proved.
pub struct ExpectedSheet {
    /// The text.
    pub text: String,
    /// Whether defects are given a meaning.
    pub lenient: bool,
    /// The game.
    pub proved: ProvedGame,
    random: Option<usize>,
}

impl ExpectedSheet {
    /// Grounds and proves a sheet, or says why that fails.
    pub fn new(text: &str, lenient: bool) -> Result<ExpectedSheet, String> {
        let mode = if lenient { Mode::Lenient } else { Mode::Strict };
        let rules = gdl::check::check_in(&Source::new("rules", text), mode).rules.ok_or("it is not well-formed")?;
        let limits = ground::GroundingLimits { stuck_ends: lenient, ..ground::GroundingLimits::default() };
        let game = ground::ground(&rules, &limits).map_err(|error| error.to_string())?;
        let proved = prove::prove(game, &prove::ProofOptions::default()).map_err(|error| error.to_string())?;
        Ok(ExpectedSheet { text: text.to_owned(), lenient, random: rules.random(), proved })
    }

    /// What is asked by default.
    pub fn task(&self) -> ExpectedTask {
        let game = &self.proved.game;
        let player = (0..game.roles.len()).find(|role| Some(*role) != self.random);
        ExpectedTask {
            random: self.random,
            security: false,
            model: Model::Own,
            defects: if self.lenient { Defects::Lenient } else { Defects::Refuse },
            reduction: None,
            infinite: None,
            lowest: player.map_or(0, |role| game.lowest_rewards[role]),
            precision: 1e-6,
            measure: Traits::of(&self.proved).measure.map(|measure| measure.weights),
        }
    }

    /// Solves the game into a directory.
    pub fn solve(&self, task: &ExpectedTask, path: &Path, threads: usize) -> Result<Manifest, Error> {
        self.solve_within(task, path, threads, u128::MAX)
    }

    /// The same for a game of at most so many states: a larger one is interrupted after the layer that exceeds them.
    pub fn solve_within(
        &self,
        task: &ExpectedTask,
        path: &Path,
        threads: usize,
        most: u128,
    ) -> Result<Manifest, Error> {
        let manifest = Manifest {
            format: FORMAT,
            question: Question {
                rules: self.text.clone(),
                name: "test".to_owned(),
                rules_hash: String::new(),
                fingerprint: String::new(),
                model: task.model,
                infinite: task.infinite.clone(),
                lenient: self.lenient,
                reduction: task.reduction,
                distances: None,
                from: None,
                security: task.security,
                precision: Some(format!("{:e}", task.precision)),
            },
            encoding: VariableOrder::by_number(&self.proved.game).describe(&self.proved.game, None),
            notation: Default::default(),
            method: Method::new(Engine::Explicit, Algorithm::Expectation),
            expected: Some(ExpectedFigures { random: task.random, ..ExpectedFigures::default() }),
            progress: Progress::Forward,
            layers: Vec::new(),
        };
        let mut directory = Directory::start_or_resume(path, manifest)?;
        let resources = Resources { bytes: 1 << 30, threads, folder: path, give_back: || {} };
        let mut found = 0;
        let mut go_on = |report: &task::CommitReport| {
            found += if report.phase == Phase::Forward { report.states } else { 0 };
            if found > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        explicit::expected::solve(&self.proved, task, resources, &mut directory, &mut go_on)?;
        Ok(directory.manifest().clone())
    }
}

/// Compares every state of an acyclic game with brute force: exact values are equal, and others within their bounds.
pub fn compare_all(graph: &JointGraph, database: &ExpectedDatabase) -> Result<(), String> {
    let players = database.players();
    let valued = if database.figures().sum.is_some() { &players[..1] } else { &players[..] };
    let exact: Vec<_> = valued.iter().map(|&role| graph.guaranteed(role)).collect::<Option<_>>().ok_or("a cycle")?;
    for (number, state) in graph.states.iter().enumerate() {
        let facts = state.facts.iter().map(String::as_str);
        let values = database.facts().state(facts).map_err(|error| error.to_string())?;
        let record = database.probe(&values).map_err(|error| error.to_string())?;
        let record = record.ok_or_else(|| format!("{:?} is missing", state.facts))?;
        for (place, value) in record.values.iter().enumerate() {
            let fits = match value.exact() {
                Some(exactly) => exact[place][number].is(exactly.numerator(), exactly.denominator()),
                None => exact[place][number].is_between(value.lower().units(), value.upper().units()),
            };
            if !fits {
                return Err(format!("{:?}: {value} instead of {:?}", state.facts, exact[place][number]));
            }
        }
    }
    Ok(())
}
