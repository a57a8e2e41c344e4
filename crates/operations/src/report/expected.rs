//! The figures of a solution of expected rewards; their field names are an interface.

use std::path::Path;

use serde::Serialize;
use solution::manifest::{ExpectedFigures, ExpectedReward};
use solution::{Algorithm, Engine, Manifest, Model};

use crate::solve::FinishedSolve;

/// The figures of a solution of a game with chance or simultaneous moves.
#[derive(Serialize)]
pub struct ExpectedReport {
    /// Name of the rule sheet.
    pub rules: String,
    /// The roles that have a value: all but `random`.
    pub roles: Vec<String>,
    /// What kind of game it is, in words.
    pub class: String,
    /// Expected reward per role, rounded.
    pub value: Vec<f64>,
    /// The same with proved bounds, and as fractions where they are exact.
    pub bounds: Vec<ExpectedReward>,
    /// Whether these are what each role can guarantee against all others together.
    pub security: bool,
    /// Whether a role moves by chance.
    pub chance: bool,
    /// How far the bounds of a state are apart at most.
    pub widest: f64,
    /// States in which some role must mix its moves.
    pub mixed_states: u64,
    /// States.
    pub states: u128,
    /// Of these, where the game is over.
    pub terminal_states: u128,
    /// Rounds.
    pub layers: usize,
    /// How it was solved.
    pub algorithm: Algorithm,
    /// What solved it.
    pub engine: Engine,
    /// Why by these.
    pub why: String,
    /// What a role tries to get.
    pub model: Model,
    /// How rewards are read as win, draw or loss, if they are.
    pub reduction: Option<String>,
    /// The rewards of infinite play, where the game is cyclic.
    pub infinite: Option<Vec<i32>>,
    /// How far bounds may be apart where they are iterated.
    pub precision: Option<String>,
    /// What all runs took up to the last commit; none where the database does not say.
    pub seconds: Option<f64>,
    /// What this run took.
    pub run_seconds: f64,
    /// The most memory that a process held in any run.
    pub peak_bytes: Option<u64>,
    /// The most that the engine took in this run, by its own account.
    pub engine_bytes: usize,
    /// Whether defects of the rules were given a meaning instead of being refused.
    pub lenient: bool,
    /// The directory.
    pub database: String,
    /// Bytes of its files.
    pub database_bytes: u64,
    /// Whether an earlier run had solved the game.
    pub already_solved: bool,
    /// What to know about the answer.
    pub warnings: Vec<String>,
}

impl ExpectedReport {
    /// The figures of a solved game in its directory; none if its values are not expected rewards.
    pub fn new(solved: &FinishedSolve, path: &Path) -> Option<ExpectedReport> {
        let FinishedSolve { manifest, peak, .. } = solved;
        let figures = manifest.expected.as_ref()?;
        let effort = manifest.method.effort;
        let files = manifest.layers.iter().filter_map(|layer| layer.value_file.as_ref());
        let middle = |reward: &ExpectedReward| (reward.lower + reward.upper) / 2.0;
        Some(ExpectedReport {
            rules: manifest.question.name.clone(),
            roles: players(manifest, figures),
            class: class(manifest, figures),
            value: figures.value.iter().map(middle).collect(),
            bounds: figures.value.clone(),
            security: manifest.question.security,
            chance: figures.random.is_some(),
            widest: figures.widest,
            mixed_states: figures.mixed_states,
            states: manifest.states(),
            terminal_states: manifest.terminal_states(),
            layers: manifest.layers.len(),
            algorithm: manifest.method.algorithm,
            engine: manifest.method.engine,
            why: manifest.method.why.clone(),
            model: manifest.question.model,
            reduction: manifest.question.reduction.map(|reduction| reduction.to_string()),
            infinite: figures.infinite.clone(),
            precision: figures.infinite.as_ref().and_then(|_| manifest.question.precision.clone()),
            seconds: effort.map(|effort| effort.seconds),
            run_seconds: solved.seconds,
            peak_bytes: effort.map(|effort| effort.peak_bytes),
            engine_bytes: peak.bytes,
            lenient: manifest.question.lenient,
            database: path.display().to_string(),
            database_bytes: files.map(|file| file.bytes).sum(),
            already_solved: solved.already,
            warnings: Vec::new(),
        })
    }
}

/// What kind of game it is, in words.
fn class(manifest: &Manifest, figures: &ExpectedFigures) -> String {
    let players = players(manifest, figures).len();
    let mut words = vec![if players == 1 { "one role".to_owned() } else { number::count(players, "role") }];
    words.extend(figures.random.map(|_| "chance".to_owned()));
    words.extend(figures.sum.map(|sum| format!("constant sum {sum}")));
    words.push(if figures.infinite.is_some() { "cyclic" } else { "acyclic" }.to_owned());
    words.join(", ")
}

/// The roles that have a value.
fn players(manifest: &Manifest, figures: &ExpectedFigures) -> Vec<String> {
    let roles = manifest.encoding.roles.iter().enumerate();
    roles.filter(|(role, _)| Some(*role) != figures.random).map(|(_, name)| name.clone()).collect()
}
