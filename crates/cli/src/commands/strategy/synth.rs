//! `backsolve strategy synth`: a short strategy that is strongly optimal.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ::strategy::exact::{self, Refutation};
use ::strategy::follow::Optimality;
use ::strategy::json::ListAnswer;
use ::strategy::list::List;
use ::strategy::naive::algorithm1;
use ::strategy::options::{Options, Order, PairOrder, Removal, Vocabulary};
use ::strategy::search::{Effort, search};
use ::strategy::{Content, Item};
use clap::{Args, ValueEnum};
use game::Random;
use serde::Serialize;

use super::setting::{Setting, SettingOptions};
use crate::console::{Console, GOOD};
use crate::error::{Error, Exit};
use crate::limits::{ThreadOptions, parse_duration};
use crate::table::grouped;

/// Time for searching unless something else is asked for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time for proofs that nothing smaller is enough.
const PATIENCE_FOR_PROOFS: Duration = Duration::from_secs(600);

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
  backsolve strategy synth tic-tac-toe --lifted --both                    rules with variables, one list for both players";

/// Which algorithm of Bolander and Pjetursson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Algorithm {
    /// A rule for every state, then simplification
    #[value(name = "1")]
    One,
    /// Rule by rule
    #[default]
    #[value(name = "2")]
    Two,
}

/// In which order states get a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Pairs {
    /// Nearest to the end first
    #[default]
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

    /// Algorithm of the paper: 1 or 2
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    algorithm: Algorithm,

    /// States that get a rule first: end, start or random
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    pairs: Pairs,

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
    restarts: Option<u64>,

    /// Time for the search, such as 30s or 5m; 0 for restarts alone [default: 10s]
    #[arg(long, value_name = "DURATION", value_parser = parse_seconds_or_none)]
    seconds: Option<Duration>,

    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

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
    search: SearchOptions,

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

#[derive(Serialize)]
struct Answer {
    game: String,
    optimal: bool,
    value: i32,
    states: usize,
    #[serde(flatten)]
    list: ListAnswer,
    restarts: u64,
    steps: u64,
    average_rules: f64,
    average_literals: f64,
    seconds_searching: f64,
    /// Whether nothing smaller is enough, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refutations: Vec<Refutation>,
    seconds: f64,
}

impl Synth {
    /// Synthesises and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let setting = Setting::new(&self.search.setting, console)?;
        let role = setting.role(None)?;
        if self.lifted {
            let roles = if self.both { (0..setting.prepared.game.roles.len()).collect() } else { vec![role] };
            return super::lifted::run(&setting, &roles, &self.search, console);
        }
        let arena = setting.arena(role)?;
        console.stop.check()?;
        let cases = setting.cases(&arena)?;
        search_and_answer(&self.search, &setting, &List::new(&arena, &cases), self.exact, console)
    }
}

impl SearchOptions {
    fn options(&self) -> Options {
        Options {
            pairs: match self.pairs {
                Pairs::End => PairOrder::FromEnd,
                Pairs::Start => PairOrder::FromStart,
                Pairs::Random => PairOrder::Random,
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
    pub fn patience(&self) -> Duration {
        self.seconds.unwrap_or(PATIENCE)
    }

    fn effort(&self) -> Effort {
        let now = Instant::now();
        let time = self.patience();
        let searching = !time.is_zero();
        Effort {
            restarts: self.restarts.unwrap_or(if searching { u64::MAX } else { 1 }),
            restarts_until: searching.then(|| now + time / 3),
            until: searching.then(|| now + time),
            threads: self.threads.threads(),
            seed: self.seed,
        }
    }
}

/// Searches from a list on and prints what was found.
pub fn search_and_answer(
    command: &SearchOptions,
    setting: &Setting,
    start: &List<'_>,
    exact: bool,
    console: &Console,
) -> Result<Exit, Error> {
    let clock = Instant::now();
    let options = command.options();
    let (list, runs, steps) = match command.algorithm {
        Algorithm::One => {
            let list = algorithm1(start, &options, &mut Random::stream(command.seed, 0));
            let cost = list.cost();
            (list, vec![cost], 0)
        }
        Algorithm::Two => {
            let found = search(start, &options, &command.effort(), &|| console.stop.raised());
            let found = found.ok_or_else(Error::interrupted)?;
            (found.list, found.runs, found.steps)
        }
    };
    if !list.is(Optimality::Strong) {
        return Err(Error::bug("the strategy found is not optimal"));
    }
    let arena = start.arena();
    let mut strategy = list.strategy();
    let (mut minimal, mut refutations) = (None, Vec::new());
    if exact {
        let time = command.setting.limits.budget().time.unwrap_or(PATIENCE_FOR_PROOFS);
        let ground = |item: &Item| match &item.content {
            Content::Ground(rule) => Some(rule.clone()),
            Content::Lifted(_) => None,
        };
        let rules = strategy.rules.iter().filter_map(ground).collect();
        let found = exact::minimise(arena, start.cases(), rules, Instant::now() + time)
            .ok_or_else(|| Error::limit("the game is too large for exact minimisation"))?;
        (strategy, minimal, refutations) = (found.strategy, Some(found.minimal), found.refutations);
    }
    let average =
        |number: fn(&(usize, usize)) -> usize| runs.iter().map(number).sum::<usize>() as f64 / runs.len() as f64;
    let answer = Answer {
        game: setting.source.name.clone(),
        optimal: true,
        value: arena.value(),
        states: arena.states_that_go_on(),
        list: ListAnswer::new(arena.game, arena.role, &strategy),
        restarts: runs.len() as u64,
        steps,
        average_rules: average(|run| run.0),
        average_literals: average(|run| run.1),
        seconds_searching: clock.elapsed().as_secs_f64(),
        minimal,
        refutations,
        seconds: setting.seconds(),
    };
    write_out(command.out.as_deref(), &answer.list)?;
    console.answer(&answer, || text(&answer))?;
    Ok(Exit::Done)
}

/// Writes a strategy to a file, if one is wanted.
pub fn write_out(path: Option<&Path>, list: &ListAnswer) -> Result<(), Error> {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, &list.text)
        .map_err(|error| Error::input(format_args!("can't write {}: {error}", path.display())))
}

fn text(answer: &Answer) -> String {
    let list = &answer.list;
    let mut text = format!(
        "{GOOD}{} rules, {} literals{GOOD:#}: strongly optimal for {} in {}, whose value is {}\n",
        list.rules, list.literals, list.role, answer.game, answer.value
    );
    text += &format!(
        "  {} states go on; {} runs, {:.2} rules and {:.2} literals on average; {} steps of search; {:.2} s\n\n",
        grouped(answer.states as u64),
        grouped(answer.restarts),
        answer.average_rules,
        answer.average_literals,
        grouped(answer.steps),
        answer.seconds_searching
    );
    if let Some(minimal) = answer.minimal {
        text += if minimal { "  nothing smaller is enough:\n" } else { "  not proved to be the smallest\n" };
        for refutation in &answer.refutations {
            let literals = refutation.literals.map_or(String::new(), |literals| format!(" with {literals} literals"));
            let who = refutation.solvers.join("; ");
            text += &format!("    not {} rules{literals}: {who}; {:.1} s\n", refutation.rules, refutation.seconds);
        }
        text.push('\n');
    }
    text + &list.text
}

/// A duration, or 0.
fn parse_seconds_or_none(text: &str) -> Result<Duration, String> {
    if text.trim() == "0" { Ok(Duration::ZERO) } else { parse_duration(text) }
}
