//! `backsolve solve RULES`: the outcome of every reachable state, kept as a database.

mod answer;
pub mod engine;
mod page;
mod text;
mod work;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use fingerprint::Fingerprint;
use gdl::{Rules, Source};
use solution::Reduction;
use solution::manifest::{FORMAT, Manifest, Method, Progress, Question};
use symbolic::encoding::Encoding;
use symbolic::order::Order;

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{LimitOptions, ThreadOptions};
use crate::load::RulesOptions;
use crate::ordering::OrderOptions;
use crate::prepared::Prepared;
use engine::{Engine as ChosenEngine, EngineChoice};
use task::{Choice, Defects, Task, Traits, choose};
use work::Work;

const EXAMPLES: &str = "\
Examples:
  backsolve solve tic-tac-toe                         value, principal figures, and a database in ./tic-tac-toe.solution
  backsolve solve connect-four:5x5 --out c4           into the directory c4; run it again to go on after Ctrl-C
  backsolve solve clobber:3x4 --model difference      each maximises its lead instead of its own reward
  backsolve solve three-mens-morris --infinite 50,50  what it is worth to play on for ever
  backsolve solve clobber:4x5 --reduce sign           only who gets more counts, not how much
  backsolve solve tic-tac-toe --report html           with a page of figures in the database

Opponent models:
  own         maximise the own reward; where that is equal, leave the others less
  difference  maximise the lead over the best of the others; where that is equal, the own reward
  With more than two roles (max-n) the others count in the order of the roles, the first of them first:
  of outcomes that give me the same I take the one that gives the first of the others least, then the next.

Distances:
  The plies to the end, when who gets more hurries and the other delays. zero-sum and one-player find them
  in any case. The others keep them unless they make the files larger by half or the game has more than
  a million states; --distances keeps them always, --distances=no never. `query` searches for those not kept.

Algorithms:
  auto        chosen from what is proved about the game, and said why
  layered     all layers forward, then each from the one behind it
  fixpoint    states whose successors are all solved, over and over
  zero-sum    attractors per reward threshold; two roles with a constant sum; cycles allowed
  one-player  the best reward that can be reached
  restart     a matrix of reward vectors that starts again whenever a state is in two of them; very slow,
              for small games and comparison only

Engines:
  auto        by an estimate from a short run of both, which is said and kept in the database
  symbolic    decision diagrams: whole layers at once, for games with far more states than memory has room for
  explicit    packed states, sorted layer by layer, spilled to the disk where memory is short

Exit codes:
  0 done   1 the game can't be solved so   2 bad usage   3 a limit was reached: run it again to go on
  4 the database is damaged   130 interrupted: run it again to go on";

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
    /// Matrix with restarts, for small games
    Restart,
}

/// Which engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Engine {
    /// The one that fits
    #[default]
    Auto,
    /// Decision diagrams
    Symbolic,
    /// Packed states
    Explicit,
}

/// Kinds of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Report {
    /// A page with figures
    Html,
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

    /// How to solve: auto, layered, fixpoint, zero-sum, one-player or restart
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    algorithm: Algorithm,

    /// What computes: auto, symbolic (decision diagrams) or explicit (packed states)
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    engine: Engine,

    #[command(flatten)]
    order: OrderOptions,

    /// Rewards of infinite play, one per role [default: equal shares of a constant sum]
    #[arg(long, value_name = "V1,V2", value_delimiter = ',', allow_hyphen_values = true)]
    infinite: Option<Vec<i32>>,

    /// Read the rewards of two roles as win, draw or loss: by the sign of their difference, or by thresholds for the first role's reward
    #[arg(long, value_name = "sign|LOSS,WIN", allow_hyphen_values = true)]
    reduce: Option<Reduction>,

    /// Keep the number of plies to the end with every value: yes or no [default: where that is cheap]
    #[arg(
        long,
        value_name = "yes|no",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "yes",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    distances: Option<bool>,

    /// Write a report into the database: html, one page with figures
    #[arg(long, value_enum, value_name = "html", hide_possible_values = true)]
    report: Option<Report>,

    /// Say on standard error what is committed to the database, layer by layer
    #[arg(long, short)]
    verbose: bool,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

impl Solve {
    /// Solves, or goes on solving, and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        let (source, rules) = self.rules.load(console)?;
        let path = self.out.clone().unwrap_or_else(|| default_directory(&source.name));
        if self.order.is_question() {
            let prepared = Prepared::new(&rules, &self.limits, console)?;
            return self.order.print(console, source.name, &prepared);
        }
        let late = late(&path);
        let answer =
            self.limits.watch(console, clock, &late, || self.answer(console, &source, &rules, &path, clock))?;
        console.answer(&answer, || text::text(&answer))?;
        Ok(Exit::Done)
    }

    fn answer(
        &self,
        console: &Console,
        source: &Source,
        rules: &Rules,
        path: &Path,
        clock: Instant,
    ) -> Result<answer::Answer, Error> {
        let prepared = Prepared::new(rules, &self.limits, console)?;
        let mut traits = prepared.traits();
        if self.reduce.is_some() {
            traits.constant_sum = Some(Reduction::SUM);
        }
        let known = solution::directory::read_manifest(path)?;
        let choice = self.choice(&traits, known.as_ref(), path)?;
        let infinite = self.infinite(&traits, choice.algorithm)?;
        let engine = self.choose_engine(known.as_ref(), &prepared, &choice, path)?;
        console.stop.check()?;

        let task = Task {
            algorithm: choice.algorithm,
            traits: &traits,
            model: self.model(),
            defects: if self.rules.lenient { Defects::Lenient } else { Defects::Refuse },
            reduction: self.reduce,
            infinite: infinite.as_deref(),
            distances: self.distances,
        };
        let question = self.question(source, rules, infinite.clone());
        let work = Work { solve: self, console, prepared: &prepared, task: &task, path, clock };
        let manifest = manifest(question, &prepared, &choice, &engine, &traits);
        let (manifest, peak) = match engine.engine {
            ChosenEngine::Symbolic => work.symbolic(manifest, &engine.order)?,
            ChosenEngine::Explicit => work.explicit(manifest)?,
        };
        let mut answer = answer::Answer::new(&manifest, path, &prepared.analysis.class, engine.order.name)?;
        answer.rules.clone_from(&source.name);
        answer.took(clock, peak.nodes, peak.bytes);
        if self.report == Some(Report::Html) {
            answer.report = Some(page::write(&answer, &manifest, path)?);
        }
        Ok(answer)
    }

    fn model(&self) -> task::Model {
        match self.model {
            Model::Own => task::Model::Own,
            Model::Difference => task::Model::Difference,
        }
    }

    /// The algorithm: the one asked for, else that of the database if it is begun, else the best.
    fn choice(&self, traits: &Traits, known: Option<&Manifest>, path: &Path) -> Result<Choice, Error> {
        let algorithm = match self.algorithm {
            Algorithm::Auto => None,
            Algorithm::Layered => Some(task::Algorithm::Layered),
            Algorithm::Fixpoint => Some(task::Algorithm::Fixpoint),
            Algorithm::ZeroSum => Some(task::Algorithm::ZeroSum),
            Algorithm::OnePlayer => Some(task::Algorithm::OnePlayer),
            Algorithm::Restart => Some(task::Algorithm::Restart),
        };
        let choice = match algorithm {
            None => choose(traits),
            Some(algorithm) => Choice { algorithm, why: "asked for".to_owned() },
        };
        let Some(known) = known else { return Ok(choice) };
        let name = &known.method.algorithm;
        match algorithm {
            Some(asked) if asked.to_string() != *name => {
                Err(Error::input(format!("{} holds a solution by {name}, not {asked}", path.display()))
                    .hint("leave --algorithm out, or give another directory with --out"))
            }
            _ => {
                let algorithm = task::Algorithm::named(name).unwrap_or(choice.algorithm);
                Ok(Choice { algorithm, ..choice })
            }
        }
    }

    /// The value of infinite play, where the algorithm knows such play: what was asked for, else equal shares of a constant sum, else none.
    fn infinite(&self, traits: &Traits, algorithm: task::Algorithm) -> Result<Option<Vec<i32>>, Error> {
        if self.infinite.as_ref().is_some_and(|rewards| rewards.len() != traits.roles) {
            let given = self.infinite.as_ref().map_or(0, Vec::len);
            let what = format!("--infinite gives {given} rewards where the game has {} roles", traits.roles);
            return Err(Error::input(what));
        }
        if !algorithm.allows_cycles() {
            return Ok(None);
        }
        let shares = |sum: i32| vec![sum / 2, sum - sum / 2];
        let equal = traits.constant_sum.filter(|_| algorithm == task::Algorithm::ZeroSum).map(shares);
        Ok(self.infinite.clone().or(equal))
    }

    /// The variable order: that of the database where there is one, else the one that was asked for, else the winner of the race.
    fn variable_order(&self, known: Option<&Manifest>, prepared: &Prepared, path: &Path) -> Result<Order, Error> {
        let mut variables: Vec<usize> =
            known.into_iter().flat_map(|manifest| &manifest.encoding.levels).map(|level| level.variable).collect();
        variables.dedup();
        if variables.is_empty() || variables.len() != prepared.game.variables.len() {
            return Ok(self.order.runners(prepared)?.swap_remove(0).order);
        }
        if self.order.is_set() && self.order.runners(prepared)?[0].order.variables != variables {
            let what = format!("{} has another variable order", path.display());
            return Err(Error::input(what).hint("leave --order out to go on with it, or choose another --out"));
        }
        Ok(Order { name: "as in the database", variables })
    }

    fn question(&self, source: &Source, rules: &Rules, infinite: Option<Vec<i32>>) -> Question {
        let clauses: Vec<String> =
            rules.clauses.iter().map(|clause| rules.display_clause(clause).to_string()).collect();
        Question {
            rules: source.text.clone(),
            name: source.name.clone(),
            rules_hash: blake3::hash(clauses.join("\n").as_bytes()).to_hex().to_string(),
            fingerprint: Fingerprint::of(rules).to_string(),
            model: self.model().name().to_owned(),
            infinite,
            lenient: self.rules.lenient,
            reduction: self.reduce,
            distances: self.distances,
        }
    }
}

/// The error of a solve whose time is over.
fn late(path: &Path) -> Error {
    let path = path.display();
    Error::limit("the time is over, and the game is not solved")
        .hint(format!("finished layers are kept in {path}; run the same command again to go on"))
}

fn manifest(
    question: Question,
    prepared: &Prepared,
    choice: &Choice,
    engine: &EngineChoice,
    traits: &Traits,
) -> Manifest {
    let by_layers = choice.algorithm == task::Algorithm::Layered;
    let measure = traits.measure.as_ref().filter(|_| by_layers).map(|m| m.weights.clone());
    let variables = match engine.engine {
        ChosenEngine::Symbolic => format!("; variables {}", engine.order.name),
        ChosenEngine::Explicit => String::new(),
    };
    Manifest {
        format: FORMAT,
        question,
        encoding: Encoding::new(&prepared.game, &engine.order).description(&prepared.game, measure),
        method: Method {
            program: format!("backsolve {}", env!("CARGO_PKG_VERSION")),
            engine: engine.engine.name().to_owned(),
            algorithm: choice.algorithm.to_string(),
            why: format!("{}; engine: {}{variables}", choice.why, engine.why),
        },
        progress: Progress::Forward,
        layers: Vec::new(),
    }
}

/// Next to where we are, named after the game.
fn default_directory(name: &str) -> PathBuf {
    let stem = Path::new(name).file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy());
    let plain: String = stem.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    let plain = if plain.trim_matches('-').is_empty() { "game".to_owned() } else { plain };
    PathBuf::from(format!("{plain}.solution"))
}
