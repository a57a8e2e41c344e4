//! What `solve` answers; its field names are an interface.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use query::Oracle;
use serde::Serialize;
use solution::manifest::{Manifest, Progress};
use workshop::Prepared;

use crate::error::Error;

/// Plies of the principal variation at most.
const LONGEST_LINE: usize = 200;

/// The answer.
#[derive(Serialize)]
pub struct Answer {
    /// Name of the rule sheet.
    pub rules: String,
    /// The roles, in the order of all rewards.
    pub roles: Vec<String>,
    /// What kind of game it is, in words.
    pub class: String,
    /// Reward per role under best play.
    pub value: Vec<i32>,
    /// Whether a terminal state can be reached. Only games of one role are solved where none can.
    pub ends: bool,
    /// Plies to the end from the start, where they are kept and there is an end.
    pub distance: Option<u32>,
    /// Best play from the start.
    pub line: Vec<String>,
    pub states: u128,
    pub terminal_states: u128,
    pub layers: usize,
    /// States per reward vector, the most frequent first.
    pub outcomes: Vec<OutcomeAnswer>,
    /// The longest distance and the value of a state that has it, where distances are kept.
    pub longest: Option<Longest>,
    pub algorithm: String,
    pub engine: String,
    pub why: String,
    pub model: String,
    pub reduction: Option<String>,
    pub infinite: Option<Vec<i32>>,
    /// States from which best play never ends, where the game may be cyclic.
    pub infinite_states: Option<u128>,
    /// Whether plies to the end are kept.
    pub distances: bool,
    pub order: String,
    pub seconds: f64,
    pub peak_nodes: usize,
    pub peak_bytes: usize,
    pub database: String,
    pub database_bytes: u64,
    /// Whether an earlier run had solved the game, so that there was nothing to do.
    pub already_solved: bool,
    /// The page of figures, where one was asked for.
    pub report: Option<String>,
}

/// How many states have an outcome.
#[derive(Serialize)]
pub struct OutcomeAnswer {
    pub rewards: Vec<i32>,
    pub states: u128,
    /// The longest way to it, where distances are kept.
    pub longest: Option<u32>,
    /// Of these states, those in which best play never ends.
    pub endless: u128,
}

/// The end that best play takes longest to reach.
#[derive(Serialize)]
pub struct Longest {
    pub distance: u32,
    pub rewards: Vec<i32>,
}

impl Answer {
    /// The answer of a solved database.
    pub fn new(manifest: &Manifest, path: &Path, prepared: &Prepared, order: &str) -> Result<Answer, Error> {
        let value = match &manifest.progress {
            Progress::Complete { value } => value.clone(),
            _ => Vec::new(),
        };
        let counted = || manifest.layers.iter().flat_map(|layer| &layer.outcomes).filter(|outcome| outcome.states > 0);
        let endless = || counted().filter(|outcome| outcome.distance.is_none()).map(|outcome| outcome.states).sum();
        let longest = counted().filter_map(|outcome| Some((outcome.distance?, outcome.rewards.clone()))).max();
        let files = manifest.layers.iter().filter_map(|layer| layer.value_file.as_ref());
        let (line, distance) = principal_variation(path)?;
        Ok(Answer {
            rules: manifest.question.name.clone(),
            roles: manifest.encoding.roles.clone(),
            class: class(manifest, prepared),
            value,
            ends: !manifest.never_ends(),
            distance,
            line,
            states: manifest.layers.iter().map(|layer| layer.states).sum(),
            terminal_states: manifest.layers.iter().map(|layer| layer.terminal_states).sum(),
            layers: manifest.layers.len(),
            outcomes: outcomes(manifest),
            distances: manifest.has_distances(),
            longest: longest.map(|(distance, rewards)| Longest { distance, rewards }),
            algorithm: manifest.method.algorithm.clone(),
            engine: manifest.method.engine.clone(),
            why: manifest.method.why.clone(),
            model: manifest.question.model.clone(),
            reduction: manifest.question.reduction.map(|reduction| reduction.to_string()),
            infinite: manifest.question.infinite.clone(),
            infinite_states: manifest.question.infinite.as_ref().map(|_| endless()),
            order: order.to_owned(),
            seconds: 0.0,
            peak_nodes: 0,
            peak_bytes: 0,
            database: path.display().to_string(),
            database_bytes: files.map(|file| file.bytes).sum(),
            already_solved: false,
            report: None,
        })
    }

    /// What it took.
    pub fn took(&mut self, clock: Instant, peak_nodes: usize, peak_bytes: usize) {
        (self.seconds, self.peak_nodes, self.peak_bytes) = (clock.elapsed().as_secs_f64(), peak_nodes, peak_bytes);
    }
}

/// What kind of game it is: as it was known when the solve began, which is more than what a resumed one knows.
fn class(manifest: &Manifest, prepared: &Prepared) -> String {
    let known = manifest.method.decision.as_ref().map(|decision| decision.class.clone());
    known.unwrap_or_else(|| prepared.class_in_words(manifest.question.infinite.is_none()))
}

/// Rewards as people write them: `50/50`.
pub fn slashed(rewards: &[i32]) -> String {
    rewards.iter().map(i32::to_string).collect::<Vec<_>>().join("/")
}

/// Best play from the start, and how long it takes where that is stored. What the interpreter can't evaluate in its limits has no line.
fn principal_variation(path: &Path) -> Result<(Vec<String>, Option<u32>), Error> {
    let played = |oracle: &mut Oracle| {
        // Only what is stored: searching for distances is for whoever asks for them.
        oracle.set_effort(0);
        let start = oracle.initial()?;
        let line = oracle.line(&start, LONGEST_LINE)?;
        let distance = oracle.answer(&start)?.distance.plies();
        Ok((line.into_iter().map(|one| one.text).collect(), distance))
    };
    match Oracle::open(path).and_then(|mut oracle| played(&mut oracle)) {
        Ok(found) => Ok(found),
        Err(query::Error::Interpreter(_)) => Ok((Vec::new(), None)),
        Err(error) => Err(error.into()),
    }
}

/// States per reward vector over all layers, the most frequent first.
fn outcomes(manifest: &Manifest) -> Vec<OutcomeAnswer> {
    let counted = || manifest.layers.iter().flat_map(|layer| &layer.outcomes).filter(|outcome| outcome.states > 0);
    let distances = manifest.has_distances();
    let mut totals: BTreeMap<Vec<i32>, OutcomeAnswer> = BTreeMap::new();
    for outcome in counted() {
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
