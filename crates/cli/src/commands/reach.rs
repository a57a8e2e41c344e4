//! `backsolve reach RULES`: reachable states per ply.

mod text;

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use operations::Until;
use operations::reach::{ReachCounts, ReachOptions, is_distinct, search};
use prove::ProvedGame;
use solution::Engine;

use crate::console::Console;
use crate::error::{Error, ErrorKind, Exit};
use crate::limits::{Early, LimitOptions, ThreadOptions};
use crate::load::{RulesOptions, warnings};
use crate::names::{self, Chosen};
use crate::ordering::OrderOptions;
use crate::progress::Search;
use text::Answer;

const EXAMPLES: &str = "\
Examples:
  backsolve reach tic-tac-toe               5,478 states, after 0 to 9 plies
  backsolve reach connect-four:5x5          69,763,700 states
  backsolve reach chomp:8x7 --duplicates    count every ply with all its states, as in the papers
  backsolve reach sim --order               print the variable order, top level first
  backsolve reach sim --order=span          use another order
  backsolve reach sim --engine symbolic     on decision diagrams, with the nodes of every layer

Engines:
  auto        packed states first; diagrams take over if they need less work or memory
  symbolic    decision diagrams, with the nodes of every ply
  explicit    packed states, sorted ply by ply

States are counted by ply. A state that can be reached after several numbers of plies counts at the first one; with
--duplicates it counts at all of them. Terminal states are not expanded.
The layers and rounds of `solve` are not plies, so their number may differ.
With --json, `layers` are the plies, `peak_bytes` is the peak memory of the process, and `engine_bytes` is the memory
accounted for by the engine.
Cyclicity is proved if possible, and otherwise decided by search if states repeat.
States that do not fit in memory go to files in TMPDIR, by default /var/tmp.";

/// Count the reachable states, ply by ply
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Reach {
    #[command(flatten)]
    rules: RulesOptions,

    /// Count a state at every ply at which it can be reached, not only at the first
    #[arg(long)]
    duplicates: bool,

    /// Engine: auto, symbolic (decision diagrams) or explicit (packed states)
    #[arg(long, value_parser = names::engine(), default_value = "auto", hide_possible_values = true)]
    engine: Chosen<Engine>,

    #[command(flatten)]
    order: OrderOptions,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

impl Reach {
    /// Searches and prints within the time limit, with partial results if necessary.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        let (source, rules) = self.rules.load(&self.limits, console)?;
        if self.order.is_question() {
            let proved = operations::prove(&rules, &self.limits.budget(), &console.stop)?;
            return self.order.print(console, source.name, &proved, &self.limits);
        }
        let (found, warnings) = (Mutex::new(ReachCounts::default()), warnings(self.rules.lenient));
        let so_far = |print: &dyn Fn(Answer<'_>) -> Result<Exit, Error>| {
            let found = &*found.lock().unwrap_or_else(PoisonError::into_inner);
            let (seconds, peak_bytes) = (clock.elapsed().as_secs_f64(), solution::effort::peak_memory());
            print(Answer { rules: &source.name, found, seconds, peak_bytes, warnings: &warnings })
        };
        let print = |early: Early| so_far(&|answer| answer.print(console, early));
        let searched = self.limits.watch(console, clock).over(print, || {
            let proved = operations::prove(&rules, &self.limits.budget(), &console.stop)?;
            self.search(console, &proved, clock, &found)
        });
        let early = if console.stop.raised() { Early::Interrupted } else { Early::Time };
        match searched {
            // Results from before memory ran out are worth as much as those from before the time limit.
            Err(error) if error.kind() == ErrorKind::Limit => {
                so_far(&|answer| answer.print_unfinished(console, error.clone()))
            }
            Err(error) if error.kind() != ErrorKind::Interrupted => Err(error),
            _ => print(early),
        }
    }

    fn search(
        &self,
        console: &Console,
        proved: &ProvedGame,
        clock: Instant,
        found: &Mutex<ReachCounts>,
    ) -> Result<(), Error> {
        if self.duplicates && self.engine == Some(Engine::Explicit) && !is_distinct(proved) {
            let what = "--duplicates needs decision diagrams";
            return Err(Error::input(what).hint("use --engine symbolic"));
        }
        let (budget, progress) = (self.limits.budget(), Search::new(console));
        let options = ReachOptions {
            duplicates: self.duplicates,
            engine: self.engine,
            order: self.order.wanted(),
            budget,
            threads: self.threads.threads(),
            until: Until { stop: console.stop.clone(), deadline: budget.deadline(clock) },
            observe: &|ply, states, nodes, bytes| progress.ply(ply, states, nodes, bytes),
        };
        search(&options, proved, found)
    }
}
