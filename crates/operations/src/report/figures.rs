//! The figures of a finished solution; the field names are an interface.

use std::collections::BTreeMap;
use std::path::Path;

use number::{count, size};
use prove::ProvedGame;
use query::{LONGEST_LINE, Oracle};
use serde::Serialize;
use solution::{Algorithm, Engine, Manifest, Model};

use crate::error::Error;
use crate::proving::class_in_words;
use crate::solve::FinishedSolve;

/// The figures of a solution, and of the run that finished it or opened it again.
#[derive(Serialize)]
pub struct Figures {
    /// Name of the rule sheet.
    pub rules: String,
    /// The roles, in the order of all rewards.
    pub roles: Vec<String>,
    /// The class of the game, in words.
    pub class: String,
    /// Reward per role under optimal play.
    pub value: Vec<i32>,
    /// Whether a terminal state is reachable. If none is, only games of one role are solved.
    pub ends: bool,
    /// Plies to the end from the start, if they are kept and there is an end.
    pub distance: Option<u32>,
    /// The best line from the start.
    pub line: Vec<String>,
    /// The same in the notation for people.
    #[serde(skip)]
    pub line_names: Vec<String>,
    /// If the best line is infinite, the number of moves before the repeated position. The moves after it repeat
    /// forever.
    pub line_repeats_from: Option<usize>,
    /// States.
    pub states: u128,
    /// The same, with states in several layers counted once; `None` if not counted.
    pub distinct_states: Option<u128>,
    /// Whether states in several layers are counted in each of them.
    #[serde(skip)]
    pub counted_per_layer: bool,
    /// Terminal states.
    pub terminal_states: u128,
    /// The number of layers or rounds, depending on the algorithm.
    pub layers: usize,
    /// States per reward vector, the most frequent first.
    pub outcomes: Vec<OutcomeAnswer>,
    /// The longest distance and the value of a state that has it, if distances are kept.
    pub longest: Option<Longest>,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The engine.
    pub engine: Engine,
    /// The reason for these.
    pub why: String,
    /// What a role maximises.
    pub model: Model,
    /// How rewards are read as win, draw or loss, if they are.
    pub reduction: Option<String>,
    /// The rewards of infinite play, if the game may be cyclic.
    pub infinite: Option<Vec<i32>>,
    /// The number of states from which optimal play is infinite, if the game may be cyclic.
    pub infinite_states: Option<u128>,
    /// Whether plies to the end are kept.
    pub distances: bool,
    /// The request about distances in this run.
    #[serde(skip)]
    pub distances_asked: Option<bool>,
    /// The number of layers that already have distances while the others have none.
    #[serde(skip)]
    pub distances_added_to: usize,
    /// The name of the variable order.
    pub order: String,
    /// The time of all runs up to the last commit; `None` if the database does not have it.
    pub seconds: Option<f64>,
    /// Runs that committed something.
    pub runs: Option<u32>,
    /// The time of this run.
    pub run_seconds: f64,
    /// The peak number of nodes in this run.
    pub peak_nodes: usize,
    /// The peak memory of a process in any run.
    pub peak_bytes: Option<u64>,
    /// The peak memory of the engine in this run, as it accounts for it.
    pub engine_bytes: usize,
    /// Whether defects of the rules were given a meaning instead of being refused.
    pub lenient: bool,
    /// The directory.
    pub database: String,
    /// Bytes of its files.
    pub database_bytes: u64,
    /// Whether an earlier run had solved the game.
    pub already_solved: bool,
    /// Whether this run added distances to a solved game.
    pub added_distances: bool,
    /// The report page, if requested.
    pub report: Option<String>,
    /// Warnings about the answer.
    pub warnings: Vec<String>,
}

/// The number of states with an outcome.
#[derive(Serialize)]
pub struct OutcomeAnswer {
    pub rewards: Vec<i32>,
    pub states: u128,
    /// The longest distance to it, if distances are kept.
    pub longest: Option<u32>,
    /// The number of these states from which optimal play is infinite.
    pub endless: u128,
}

/// The longest distance under optimal play.
#[derive(Serialize)]
pub struct Longest {
    pub distance: u32,
    pub rewards: Vec<i32>,
}

impl Figures {
    /// The figures of a solved game in its directory.
    pub fn new(solved: &FinishedSolve, path: &Path, proved: &ProvedGame) -> Result<Figures, Error> {
        let FinishedSolve { manifest, peak, order, .. } = solved;
        let endless =
            || manifest.occurring().filter(|outcome| outcome.distance.is_none()).map(|outcome| outcome.states).sum();
        let longest =
            manifest.occurring().filter_map(|outcome| Some((outcome.distance?, outcome.rewards.clone()))).max();
        let files = manifest.layers.iter().filter_map(|layer| layer.value_file.as_ref());
        let Principal { line, line_names, line_repeats_from, distance } = principal_variation(path)?;
        let states = manifest.states();
        let effort = manifest.method.effort;
        let counted_per_layer = manifest.method.algorithm == Algorithm::Layered && manifest.encoding.measure.is_none();
        Ok(Figures {
            rules: manifest.question.name.clone(),
            roles: manifest.encoding.roles.clone(),
            class: class(manifest, proved),
            value: manifest.value().unwrap_or_default().to_vec(),
            ends: !manifest.never_ends(),
            distance,
            line,
            line_names,
            line_repeats_from,
            states,
            distinct_states: (!counted_per_layer).then_some(states),
            counted_per_layer,
            terminal_states: manifest.terminal_states(),
            layers: manifest.layers.len(),
            outcomes: outcomes(manifest),
            distances: manifest.has_distances(),
            distances_asked: None,
            distances_added_to: manifest.layers.iter().filter(|layer| layer.with_distances.is_some()).count(),
            longest: longest.map(|(distance, rewards)| Longest { distance, rewards }),
            algorithm: manifest.method.algorithm,
            engine: manifest.method.engine,
            why: manifest.method.why.clone(),
            lenient: manifest.question.lenient,
            model: manifest.question.model,
            reduction: manifest.question.reduction.map(|reduction| reduction.to_string()),
            infinite: manifest.question.infinite.clone(),
            infinite_states: manifest.question.infinite.as_ref().map(|_| endless()),
            order: (*order).to_owned(),
            seconds: effort.map(|effort| effort.seconds),
            runs: effort.map(|effort| effort.runs),
            run_seconds: solved.seconds,
            peak_nodes: peak.nodes,
            peak_bytes: effort.map(|effort| effort.peak_bytes),
            engine_bytes: peak.bytes,
            database: path.display().to_string(),
            database_bytes: files.map(|file| file.bytes).sum(),
            already_solved: solved.already,
            added_distances: solved.added_distances,
            report: None,
            warnings: Vec::new(),
        })
    }

    /// The noun for the layers of the algorithm.
    pub fn step(&self) -> &'static str {
        match self.algorithm {
            Algorithm::Layered | Algorithm::Restart => "layer",
            Algorithm::Fixpoint | Algorithm::ZeroSum | Algorithm::OnePlayer | Algorithm::Expectation => "round",
        }
    }

    /// The rewards of infinite play and the number of states in which it is optimal, if there is such play.
    pub fn infinite_play(&self) -> Option<(&[i32], u128)> {
        let states = self.infinite_states.filter(|&states| states > 0)?;
        Some((self.infinite.as_deref()?, states))
    }

    /// The time of all runs and the memory, in words.
    pub fn effort(&self) -> String {
        let (Some(seconds), Some(runs)) = (self.seconds, self.runs) else { return "not recorded".to_owned() };
        let runs = match runs {
            0 | 1 => String::new(),
            runs if self.run_seconds > 0.0 => {
                format!(" in {}, {:.2} s of them in the last", count(runs, "run"), self.run_seconds)
            }
            runs => format!(" in {}", count(runs, "run")),
        };
        let memory = self.peak_bytes.filter(|&bytes| bytes > 0);
        let memory = memory.map_or(String::new(), |bytes| format!("; at most {} of memory", size(bytes)));
        format!("{seconds:.2} s{runs}{memory}")
    }
}

/// The class of the game as known when the solve started, which is more than a resumed run knows.
fn class(manifest: &Manifest, proved: &ProvedGame) -> String {
    let known = manifest.method.decision.as_ref().map(|decision| decision.class.clone());
    known.unwrap_or_else(|| class_in_words(&proved.class, manifest.question.infinite.is_none()))
}

/// Rewards in the form `50/50`.
pub fn slashed(rewards: &[i32]) -> String {
    rewards.iter().map(i32::to_string).collect::<Vec<_>>().join("/")
}

/// The best line from the start, and its length if stored.
#[derive(Default)]
struct Principal {
    line: Vec<String>,
    line_names: Vec<String>,
    line_repeats_from: Option<usize>,
    distance: Option<u32>,
}

/// The best line from the start. There is none if the interpreter reaches its limits.
fn principal_variation(path: &Path) -> Result<Principal, Error> {
    let played = |oracle: &mut Oracle| {
        // Only stored distances: searching for them is left to explicit queries.
        oracle.set_effort(0);
        let start = oracle.initial()?;
        let distance = oracle.answer(&start)?.distance;
        let line = oracle.line(&start, distance, LONGEST_LINE)?;
        Ok(Principal {
            line: line.moves.iter().map(|one| one.text.clone()).collect(),
            line_names: line.moves.into_iter().map(|one| one.name).collect(),
            line_repeats_from: line.repeats_from,
            distance: distance.plies(),
        })
    };
    match Oracle::open(path).and_then(|mut oracle| played(&mut oracle)) {
        Ok(found) => Ok(found),
        Err(query::Error::Interpreter(_)) => Ok(Principal::default()),
        Err(error) => Err(error.into()),
    }
}

/// States per reward vector over all layers, the most frequent first.
fn outcomes(manifest: &Manifest) -> Vec<OutcomeAnswer> {
    let distances = manifest.has_distances();
    let mut totals: BTreeMap<Vec<i32>, OutcomeAnswer> = BTreeMap::new();
    for outcome in manifest.occurring() {
        let rewards = outcome.rewards.clone();
        let none = OutcomeAnswer { rewards: rewards.clone(), states: 0, longest: None, endless: 0 };
        let total = totals.entry(rewards).or_insert(none);
        total.states += outcome.states;
        total.longest = outcome.distance.max(total.longest);
        total.endless += if distances && outcome.distance.is_none() { outcome.states } else { 0 };
    }
    let mut outcomes: Vec<OutcomeAnswer> = totals.into_values().collect();
    outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.states));
    outcomes
}
