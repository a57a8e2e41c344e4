//! `backsolve strategy synth`: finds a short strategy that is strongly optimal.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::strategy::Strategy;
use ::strategy::list::List;
use ::strategy::options::{Options, Order, PairOrder, Removal, Vocabulary};
use ::strategy::search::SearchEffort;
use clap::Args;
use operations::strategies::SynthesisAlgorithm;

use super::answer::{Best, Work};
use super::setting::{ArenaEngine, EngineOptions, Ground, Setting, SettingOptions};
use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{ThreadOptions, parse_duration};
use crate::names::one_of;

/// The default time for searching.
const DEFAULT_SEARCH_TIME: Duration = Duration::from_secs(10);

/// The time reserved for printing the result.
const MARGIN: Duration = Duration::from_millis(300);

const EXAMPLES: &str = "\
How it works:
  Algorithm 2 makes rules one by one, each as general as possible. It runs from many seeds. Then large-neighbourhood
  search discards parts of the best list and rebuilds them until the time is up.

Examples:
  backsolve strategy synth tic-tac-toe                                    ten seconds of search
  backsolve strategy synth tic-tac-toe --restarts 100 --seconds 0         only 100 runs of Algorithm 2
  backsolve strategy synth tic-tac-toe --algorithm 1                      the naive algorithm, once
  backsolve strategy synth sim --role blue --seconds 60 --out sim.strategy
  backsolve strategy synth tic-tac-toe --exact                            with a proof that no smaller list is enough
  backsolve strategy synth tic-tac-toe --lifted --both                    rules with variables, one list for both players
  backsolve strategy synth sim --role blue --engine diagrams --memory 64M  in little memory, by one run of Algorithm 2

Ctrl-C ends the search. The best list so far, if there is one, is printed and written to --out.";

/// The algorithms of Bolander and Pjetursson: a rule for every state, or rules added one by one.
const ALGORITHMS: [(&str, SynthesisAlgorithm); 2] = [("1", SynthesisAlgorithm::One), ("2", SynthesisAlgorithm::Two)];

/// The order in which states get a rule.
const PAIRS: [(&str, PairOrder); 3] =
    [("end", PairOrder::FromEnd), ("start", PairOrder::FromStart), ("random", PairOrder::Random)];

/// The literals that are removed from a new rule.
const REMOVALS: [(&str, Removal); 2] = [("greedy", Removal::Greedy), ("all", Removal::AllSubsets)];

/// The order in which lists are simplified.
const ORDERS: [(&str, Order); 3] =
    [("random", Order::Random), ("forward", Order::Forward), ("backward", Order::Backward)];

/// The literals that rules may have.
const LITERALS: [(&str, Vocabulary); 3] =
    [("mixed", Vocabulary::Mixed), ("values", Vocabulary::Values), ("negations", Vocabulary::Negations)];

/// What synth and complete have in common.
#[derive(Args, Debug)]
pub struct SearchOptions {
    #[command(flatten)]
    pub setting: SettingOptions,

    #[command(flatten)]
    pub engine: EngineOptions,

    /// Algorithm: 1 or 2, as numbered in the paper
    #[arg(long, value_parser = one_of(ALGORITHMS), default_value = "2", hide_possible_values = true)]
    pub algorithm: SynthesisAlgorithm,

    /// States that get a rule first: end, start or random [default: end; start on diagrams]
    #[arg(long, value_parser = one_of(PAIRS), hide_possible_values = true)]
    pairs: Option<PairOrder>,

    /// Removal of literals from a new rule: greedy, or all (keep a smallest of all subsets)
    #[arg(long, value_parser = one_of(REMOVALS), default_value = "greedy", hide_possible_values = true)]
    removal: Removal,

    /// Order of simplification: random, forward or backward
    #[arg(long, value_parser = one_of(ORDERS), default_value = "random", hide_possible_values = true)]
    simplify: Order,

    /// Literals allowed in rules: mixed, values or negations
    #[arg(long, value_parser = one_of(LITERALS), default_value = "mixed", hide_possible_values = true)]
    literals: Vocabulary,

    /// Also make rules for states that play cannot reach, as in the paper
    #[arg(long)]
    everywhere: bool,

    /// Maximal number of runs of Algorithm 2 [default: as many as fit in a third of the time]
    #[arg(long, value_name = "N")]
    pub restarts: Option<u64>,

    /// Time for listing the states and for the search, such as 30s or 5m; 0 for restarts only [default: 10s; with
    /// --lifted until a list is found, at most 2m]
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

    /// Find lifted rules, with variables and the relations of the game, instead of ground rules
    #[arg(long, conflicts_with = "exact")]
    lifted: bool,

    /// One list of lifted rules for all roles
    #[arg(long, requires = "lifted")]
    both: bool,

    /// Then minimise the list and prove that no smaller list is enough; for small games
    #[arg(long)]
    exact: bool,
}

impl Synth {
    /// Synthesises and prints.
    pub fn run(self, best: &Best, console: &Console) -> Result<Exit, Error> {
        let mut setting = Setting::new(&self.search.setting, console)?;
        setting.list_within(self.search.seconds);
        let role = setting.role.unwrap_or(0);
        if self.lifted {
            let roles = if self.both { (0..setting.proved.game.roles.len()).collect() } else { vec![role] };
            return super::lifted::run(&setting, &roles, &self.search, console);
        }
        let work = Work { command: &self.search, setting: &setting, best, console };
        match setting.ground(role, self.search.engine, console)? {
            Ground::Bitmaps(listed) => {
                let start = List::new(&listed.arena, &listed.cases);
                work.on_bitmaps(&start, self.exact)
            }
            Ground::Diagrams(_) if self.exact => {
                let what = "exact minimisation needs a list of all states, which diagrams do not have";
                Err(match self.search.engine.engine {
                    Some(ArenaEngine::Diagrams) => Error::input(what).hint("omit --exact, or omit --engine"),
                    _ => Error::limit(what).hint("omit --exact, or allow more with --memory"),
                })
            }
            Ground::Diagrams(mut arena) => work.on_diagrams(&mut arena, Strategy::default()),
        }
    }
}

impl SearchOptions {
    /// The options of the algorithms, with the default order of states.
    pub fn options(&self, pairs: PairOrder) -> Options {
        Options {
            pairs: self.pairs.unwrap_or(pairs),
            removal: self.removal,
            order: self.simplify,
            vocabulary: self.literals,
            everywhere: self.everywhere,
        }
    }

    /// The effort: until the end of the search if there is one, within the remaining time of the command.
    pub fn effort(&self, deadline: Option<Instant>, search_end: Option<Instant>) -> SearchEffort {
        let now = Instant::now();
        let left = |end: Instant| end.saturating_duration_since(now);
        let in_command = deadline.map(|end| left(end).saturating_sub(MARGIN));
        let wanted = self.seconds.unwrap_or(DEFAULT_SEARCH_TIME);
        let time = in_command.into_iter().chain(search_end.map(left)).fold(wanted, Duration::min);
        let effort = SearchEffort::lasting(time, self.threads.threads(), self.seed);
        match wanted.is_zero() {
            true => SearchEffort { restarts: self.restarts.unwrap_or(1), restarts_until: None, until: None, ..effort },
            false => SearchEffort { restarts: self.restarts.unwrap_or(u64::MAX), ..effort },
        }
    }
}

/// A duration, or 0.
fn parse_seconds_or_none(text: &str) -> Result<Duration, String> {
    if text.trim() == "0" { Ok(Duration::ZERO) } else { parse_duration(text) }
}
