//! `backsolve solve RULES`: the outcome of every reachable state, kept as a database.

mod text;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use fingerprint::Fingerprint;
use gdl::{Rules, Source};
use serde::Serialize;
use solution::Directory;
use solution::manifest::{FORMAT, Manifest, Method, Progress, Question};
use symbolic::engine::{Engine as SymbolicEngine, Resources};
use symbolic::journal::{Journal, Report};
use symbolic::layered::Valuation;
use symbolic::order::Order;
use symbolic::outcome::Model as SymbolicModel;
use symbolic::rewards::Defects;
use symbolic::solve::{Algorithm as SymbolicAlgorithm, Choice, Traits, choose, solve};

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{LimitOptions, ThreadOptions};
use crate::load::RulesOptions;
use crate::ordering::OrderOptions;
use crate::prepared::Prepared;
use crate::progress::Search;
use crate::solving::{engine_bytes, engine_error, solving_error};

const EXAMPLES: &str = "\
Examples:
  backsolve solve tic-tac-toe                         value, principal figures, and a database in ./tic-tac-toe.solution
  backsolve solve connect-four:5x5 --out c4           into the directory c4; run it again to go on after Ctrl-C
  backsolve solve clobber:3x4 --model difference      each maximises its lead instead of its own reward
  backsolve solve three-mens-morris --infinite 50,50  what it is worth to play on for ever

Opponent models:
  own         maximise the own reward; where that is equal, leave the others less
  difference  maximise the own reward minus the other's; where that is equal, the own reward

Algorithms:
  auto        chosen from what is proved about the game, and said why
  layered     all layers forward, then each from the one behind it
  fixpoint    states whose successors are all solved, over and over
  zero-sum    attractors per reward threshold; two roles with a constant sum; cycles allowed
  one-player  the best reward that can be reached";

/// Which opponent model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Model {
    /// Maximise the own reward
    #[default]
    Own,
    /// Maximise the difference
    Difference,
}

/// Which algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Algorithm {
    /// By what is proved about the game
    #[default]
    Auto,
    /// Layer by layer
    Layered,
    /// Until nothing changes
    Fixpoint,
    /// Attractors
    ZeroSum,
    /// Best reachable reward
    OnePlayer,
}

/// Which engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Engine {
    /// The one that fits
    #[default]
    Auto,
    /// Decision diagrams
    Symbolic,
}

/// Solve the game: the outcome of every reachable state under optimal play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    #[command(flatten)]
    rules: RulesOptions,

    /// Directory of the database [default: the name of the game with .solution]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// What a role tries to get: own or difference
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    model: Model,

    /// How to solve: auto, layered, fixpoint, zero-sum or one-player
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    algorithm: Algorithm,

    /// What computes: auto or symbolic
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    engine: Engine,

    #[command(flatten)]
    order: OrderOptions,

    /// Rewards of infinite play, one per role [default: equal shares of a constant sum]
    #[arg(long, value_name = "V1,V2", value_delimiter = ',', allow_hyphen_values = true)]
    infinite: Option<Vec<i32>>,

    /// Keep the number of plies to the end with every value
    #[arg(long)]
    distances: bool,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

/// The answer; its field names are an interface.
#[derive(Serialize)]
struct Answer {
    rules: String,
    roles: Vec<String>,
    value: Vec<i32>,
    states: u128,
    terminal_states: u128,
    layers: usize,
    outcomes: Vec<OutcomeAnswer>,
    algorithm: String,
    engine: String,
    why: String,
    model: String,
    infinite: Option<Vec<i32>>,
    order: String,
    seconds: f64,
    peak_nodes: usize,
    peak_bytes: usize,
    database: String,
    database_bytes: u64,
}

#[derive(Serialize)]
struct OutcomeAnswer {
    rewards: Vec<i32>,
    states: u128,
}

impl Solve {
    /// Solves, or goes on solving, and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let (source, rules) = self.rules.load(console)?;
        let clock = Instant::now();
        let path = self.out.clone().unwrap_or_else(|| default_directory(&source.name));
        let prepared = Prepared::new(&rules, &self.limits, console)?;
        if self.order.is_question() {
            return self.order.print(console, source.name, &prepared);
        }
        let traits = prepared.traits();
        let infinite = self.infinite(&prepared, &traits)?;
        let choice = self.choice(&traits);
        let order = self.order(&path, &prepared)?;
        console.stop.check()?;

        let resources = Resources { bytes: engine_bytes(&self.limits)?, threads: self.threads.threads() };
        let mut engine =
            SymbolicEngine::new(&prepared.game, &prepared.effects, &order, resources).map_err(engine_error)?;
        let question = self.question(&source, &rules, infinite.clone());
        let manifest = manifest(question, &engine, &choice, &order, &traits);
        let mut directory = Directory::start_or_resume(&path, manifest)?;
        self.compute(console, &mut engine, &mut directory, &choice, &traits, infinite.as_deref(), clock)
            .map_err(|error| solving_error(error, &prepared.game, &path.display().to_string()))?;

        let usage = engine.store().usage();
        let answer = self.answer(source.name, &directory, &order, clock, (usage.peak_nodes, usage.peak_bytes));
        console.answer(&answer, || text::text(&answer))?;
        Ok(Exit::Done)
    }

    #[allow(clippy::too_many_arguments, reason = "what solving needs has no smaller whole")]
    fn compute(
        &self,
        console: &Console,
        engine: &mut SymbolicEngine<'_>,
        directory: &mut Directory,
        choice: &Choice,
        traits: &Traits,
        infinite: Option<&[i32]>,
        clock: Instant,
    ) -> Result<Vec<i32>, symbolic::Error> {
        let progress = Search::new(console);
        let deadline = self.limits.deadline(clock);
        let mut observe = |report: &Report| {
            progress.solving(report);
            let late = deadline.is_some_and(|deadline| Instant::now() > deadline);
            if late || console.stop.raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let valuation = Valuation {
            model: match self.model {
                Model::Own => SymbolicModel::Own,
                Model::Difference => SymbolicModel::Difference,
            },
            distances: self.distances,
            defects: if self.rules.lenient { Defects::Lenient } else { Defects::Refuse },
        };
        let mut journal = Journal::new(directory, &mut observe);
        solve(engine, &mut journal, choice.algorithm, traits, valuation, infinite)
    }

    fn choice(&self, traits: &Traits) -> Choice {
        let algorithm = match self.algorithm {
            Algorithm::Auto => return choose(traits),
            Algorithm::Layered => SymbolicAlgorithm::Layered,
            Algorithm::Fixpoint => SymbolicAlgorithm::Fixpoint,
            Algorithm::ZeroSum => SymbolicAlgorithm::ZeroSum,
            Algorithm::OnePlayer => SymbolicAlgorithm::OnePlayer,
        };
        Choice { algorithm, why: "asked for".to_owned() }
    }

    /// The value of infinite play: what was asked for, else equal shares where that makes sense, else none.
    fn infinite(&self, prepared: &Prepared, traits: &Traits) -> Result<Option<Vec<i32>>, Error> {
        match &self.infinite {
            Some(rewards) if rewards.len() == traits.roles => Ok(Some(rewards.clone())),
            Some(rewards) => Err(Error::input(format!(
                "--infinite gives {} rewards where the game has {} roles",
                rewards.len(),
                traits.roles
            ))),
            None => Ok(traits.constant_sum.filter(|_| traits.cyclic && prepared.game.roles.len() == 2).map(|sum| {
                let half = sum / 2;
                vec![half, sum - half]
            })),
        }
    }

    /// The variable order: that of the database where there is one, else the winner of the race.
    fn order(&self, path: &std::path::Path, prepared: &Prepared) -> Result<Order, Error> {
        let known = solution::directory::read_manifest(path)?;
        let variables: Vec<usize> =
            known.iter().flat_map(|manifest| &manifest.encoding.levels).map(|level| level.variable).collect::<Vec<_>>();
        let mut distinct = variables.clone();
        distinct.dedup();
        if distinct.is_empty() || distinct.len() != prepared.game.variables.len() {
            return Ok(self.order.runners(prepared)?.swap_remove(0).order);
        }
        if self.order.is_set() && self.order.runners(prepared)?[0].order.variables != distinct {
            let what = format!("{} has another variable order", path.display());
            return Err(Error::input(what).hint("leave --order out to go on with it, or choose another --out"));
        }
        Ok(Order { name: "as in the database", variables: distinct })
    }

    fn question(&self, source: &Source, rules: &Rules, infinite: Option<Vec<i32>>) -> Question {
        let clauses: Vec<String> =
            rules.clauses.iter().map(|clause| rules.display_clause(clause).to_string()).collect();
        Question {
            rules: source.text.clone(),
            name: source.name.clone(),
            rules_hash: blake3::hash(clauses.join("\n").as_bytes()).to_hex().to_string(),
            fingerprint: Fingerprint::of(rules).to_string(),
            model: match self.model {
                Model::Own => SymbolicModel::Own.name(),
                Model::Difference => SymbolicModel::Difference.name(),
            }
            .to_owned(),
            infinite,
            lenient: self.rules.lenient,
        }
    }

    fn answer(
        &self,
        rules: String,
        directory: &Directory,
        order: &Order,
        clock: Instant,
        peak: (usize, usize),
    ) -> Answer {
        let manifest = directory.manifest();
        let value = match &manifest.progress {
            Progress::Complete { value } => value.clone(),
            _ => Vec::new(),
        };
        let files = manifest.layers.iter().filter_map(|layer| layer.value_file.as_ref());
        Answer {
            rules,
            roles: manifest.encoding.roles.clone(),
            value,
            states: manifest.layers.iter().map(|layer| layer.states).sum(),
            terminal_states: manifest.layers.iter().map(|layer| layer.terminal_states).sum(),
            layers: manifest.layers.len(),
            outcomes: outcomes(manifest),
            algorithm: manifest.method.algorithm.clone(),
            engine: manifest.method.engine.clone(),
            why: manifest.method.why.clone(),
            model: manifest.question.model.clone(),
            infinite: manifest.question.infinite.clone(),
            order: order.name.to_owned(),
            seconds: clock.elapsed().as_secs_f64(),
            peak_nodes: peak.0,
            peak_bytes: peak.1,
            database: directory.path().display().to_string(),
            database_bytes: files.map(|file| file.bytes).sum(),
        }
    }
}

/// States per reward vector over all layers, the most frequent first.
fn outcomes(manifest: &Manifest) -> Vec<OutcomeAnswer> {
    let mut totals = std::collections::BTreeMap::new();
    for outcome in manifest.layers.iter().flat_map(|layer| &layer.outcomes) {
        *totals.entry(outcome.rewards.clone()).or_insert(0) += outcome.states;
    }
    let mut outcomes: Vec<OutcomeAnswer> = totals
        .into_iter()
        .filter(|(_, states)| *states > 0)
        .map(|(rewards, states)| OutcomeAnswer { rewards, states })
        .collect();
    outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.states));
    outcomes
}

fn manifest(
    question: Question,
    engine: &SymbolicEngine<'_>,
    choice: &Choice,
    order: &Order,
    traits: &Traits,
) -> Manifest {
    let by_layers = choice.algorithm == SymbolicAlgorithm::Layered;
    Manifest {
        format: FORMAT,
        question,
        encoding: engine.description(traits.measure.as_ref().filter(|_| by_layers).map(|m| m.weights.clone())),
        method: Method {
            program: format!("backsolve {}", env!("CARGO_PKG_VERSION")),
            engine: "symbolic".to_owned(),
            algorithm: choice.algorithm.to_string(),
            why: format!("{}; variables {}", choice.why, order.name),
        },
        progress: Progress::Forward,
        layers: Vec::new(),
    }
}

/// Next to where we are, named after the game.
fn default_directory(name: &str) -> PathBuf {
    let stem = std::path::Path::new(name).file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy());
    let plain: String = stem.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    let plain = if plain.trim_matches('-').is_empty() { "game".to_owned() } else { plain };
    PathBuf::from(format!("{plain}.solution"))
}
