//! `backsolve strategy synth`: a short strategy that is strongly optimal.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::strategy::Strategy;
use ::strategy::list::List;
use ::strategy::options::{Options, Order, PairOrder, Removal, Vocabulary};
use ::strategy::search::Effort;
use clap::{Args, ValueEnum};

use super::on_diagrams;
use super::searching::{self, Best};
use super::setting::{Engine, EngineOptions, Ground, Setting, SettingOptions};
use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{ThreadOptions, parse_duration};

/// Time for searching unless something else is asked for.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is left of the time for printing what was found.
const MARGIN: Duration = Duration::from_millis(300);

const EXAMPLES: &str = "\
How it works:
  Algorithm 2 makes rules one by one, each as general as it can be. It is run from many seeds, and then large-neighbourhood
  search throws parts of the best list away and makes them anew, until time is up.

Examples:
  backsolve strategy synth tic-tac-toe                                    ten seconds of search
  backsolve strategy synth tic-tac-toe --restarts 100 --seconds 0         100 runs of Algorithm 2, and nothing else
  backsolve strategy synth tic-tac-toe --algorithm 1                      the naive algorithm, once
  backsolve strategy synth sim --role blue --seconds 60 --out sim.strategy
  backsolve strategy synth tic-tac-toe --exact                            and a proof that nothing smaller is enough
  backsolve strategy synth tic-tac-toe --lifted --both                    rules with variables, one list for both players
  backsolve strategy synth sim --role blue --engine diagrams --memory 64M  in little memory, by one run of Algorithm 2

Ctrl-C ends the search; the best list so far, where there is one, is printed and written to --out all the same.";

/// Which algorithm of Bolander and Pjetursson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Algorithm {
    /// A rule for every state, then simplification
    #[value(name = "1")]
    One,
    /// Rule by rule
    #[default]
    #[value(name = "2")]
    Two,
}

/// In which order states get a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Pairs {
    /// Nearest to the end first
    End,
    /// Nearest to the start first
    Start,
    /// Any
    Random,
}

/// Which literals are removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Removing {
    /// One after the other
    #[default]
    Greedy,
    /// A smallest set is kept
    All,
}

/// In which order a list is simplified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Simplifying {
    /// Any
    #[default]
    Random,
    /// First to last
    Forward,
    /// Last to first
    Backward,
}

/// Which literals rules may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Literals {
    /// What holds in Algorithm 2, and what does not hold as well in the search
    #[default]
    Mixed,
    /// What holds
    Values,
    /// What holds and what does not
    Negations,
}

/// What synth and complete have in common.
#[derive(Args, Debug)]
pub struct SearchOptions {
    #[command(flatten)]
    pub setting: SettingOptions,

    #[command(flatten)]
    pub engine: EngineOptions,

    /// Algorithm of the paper: 1 or 2
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    pub algorithm: Algorithm,

    /// States that get a rule first: end, start or random [default: end; on diagrams start]
    #[arg(long, value_enum, hide_possible_values = true)]
    pairs: Option<Pairs>,

    /// Literals removed from a new rule: greedy or all (of all subsets a smallest is kept)
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    removal: Removing,

    /// Order of simplification: random, forward or backward
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    simplify: Simplifying,

    /// Literals that rules may have: mixed, values or negations
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    literals: Literals,

    /// Give rules to states that play cannot reach, too, as the paper does
    #[arg(long)]
    everywhere: bool,

    /// Runs of Algorithm 2 at most [default: as many as fit in a third of the time]
    #[arg(long, value_name = "N")]
    pub restarts: Option<u64>,

    /// Time for listing the states and for the search, such as 30s or 5m; 0 for restarts alone [default: 10s; for rules with variables until some are found, 2m at most]
    #[arg(long, value_name = "DURATION", value_parser = parse_seconds_or_none)]
    pub seconds: Option<Duration>,

    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Write the strategy to a file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadOptions,
}

/// Synthesise a short strategy that is strongly optimal
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Synth {
    #[command(flatten)]
    pub search: SearchOptions,

    /// Rules with variables in the words of the game's own relations, instead of facts
    #[arg(long, conflicts_with = "exact")]
    lifted: bool,

    /// One list of lifted rules for all roles
    #[arg(long, requires = "lifted")]
    both: bool,

    /// Afterwards, make the list as small as possible and prove that nothing smaller is enough; for small games
    #[arg(long)]
    exact: bool,
}

impl Synth {
    /// Synthesises and prints.
    pub fn run(self, best: &Best, console: &Console) -> Result<Exit, Error> {
        let mut setting = Setting::new(&self.search.setting, console)?;
        setting.list_within(self.search.seconds);
        let role = setting.role(None)?;
        if self.lifted {
            let roles = if self.both { (0..setting.prepared.game.roles.len()).collect() } else { vec![role] };
            return super::lifted::run(&setting, &roles, &self.search, console);
        }
        match setting.ground(role, self.search.engine, console)? {
            Ground::Bitmaps(ground) => {
                let (arena, cases) = &*ground;
                searching::run(&self.search, &setting, &List::new(arena, cases), self.exact, console)
            }
            Ground::Diagrams(_) if self.exact => {
                let what = "exact minimisation needs a list of all states, and diagrams make none";
                Err(match self.search.engine.engine {
                    Engine::Diagrams => Error::input(what).hint("leave --exact out, or leave --engine out"),
                    _ => Error::limit(what).hint("leave --exact out, or allow more with --memory"),
                })
            }
            Ground::Diagrams(mut field) => {
                on_diagrams::synthesise(&self.search, &setting, &mut field, Strategy::default(), best, console)
            }
        }
    }
}

impl SearchOptions {
    /// The choices that the algorithms leave open, with the order of states that is taken if none is asked for.
    pub fn options(&self, pairs: PairOrder) -> Options {
        Options {
            pairs: match self.pairs {
                None => pairs,
                Some(Pairs::End) => PairOrder::FromEnd,
                Some(Pairs::Start) => PairOrder::FromStart,
                Some(Pairs::Random) => PairOrder::Random,
            },
            removal: match self.removal {
                Removing::Greedy => Removal::Greedy,
                Removing::All => Removal::AllSubsets,
            },
            order: match self.simplify {
                Simplifying::Random => Order::Random,
                Simplifying::Forward => Order::Forward,
                Simplifying::Backward => Order::Backward,
            },
            vocabulary: match self.literals {
                Literals::Mixed => Vocabulary::Mixed,
                Literals::Values => Vocabulary::Values,
                Literals::Negations => Vocabulary::Negations,
            },
            everywhere: self.everywhere,
        }
    }

    /// Time for the search.
    fn patience(&self) -> Duration {
        self.seconds.unwrap_or(PATIENCE)
    }

    /// How much to search: until the end of the search, where there is one, and in the time that the command has left.
    pub fn effort(&self, deadline: Option<Instant>, search_end: Option<Instant>) -> Effort {
        let now = Instant::now();
        let left = |end: Instant| end.saturating_duration_since(now);
        let in_command = deadline.map(|end| left(end).saturating_sub(MARGIN));
        let time = in_command.into_iter().chain(search_end.map(left)).fold(self.patience(), Duration::min);
        let searching = !self.patience().is_zero();
        Effort {
            restarts: self.restarts.unwrap_or(if searching { u64::MAX } else { 1 }),
            restarts_until: searching.then(|| now + time / 3),
            until: searching.then(|| now + time),
            threads: self.threads.threads(),
            seed: self.seed,
        }
    }
}

/// A duration, or 0.
fn parse_seconds_or_none(text: &str) -> Result<Duration, String> {
    if text.trim() == "0" { Ok(Duration::ZERO) } else { parse_duration(text) }
}
