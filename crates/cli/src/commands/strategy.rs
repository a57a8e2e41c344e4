//! `backsolve strategy`: short lists of rules that play perfectly.

mod answer;
mod complete;
mod explain;
mod lifted;
mod minimise;
mod setting;
mod synth;
mod verify;

use std::time::Instant;

use clap::{Args, Subcommand};
use operations::strategies::NoStrategy;

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{Early, Watch};
use crate::patience;
use answer::Best;

const EXAMPLES: &str = "\
Strategies:
  A strategy is a text file with a list of rules, `literals => move`. The first rule that applies decides. A rule
  stands for all its images under the game's symmetries. See docs/strategies.md.

Examples:
  backsolve strategy synth tic-tac-toe                       a short strategy for the first player
  backsolve strategy synth sim --role blue --seconds 60      for the second, with a minute of search
  backsolve strategy verify nim:1,2,4,5 my.strategy          is mine optimal? if not, where does it fail?
  backsolve strategy minimise tic-tac-toe my.strategy        remove everything superfluous
  backsolve strategy complete tic-tac-toe my.strategy        add the missing rules
  backsolve strategy explain tic-tac-toe my.strategy         in words, with examples";

/// Synthesise, verify, minimise, complete and explain strategies that people can learn
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Strategy {
    #[command(subcommand)]
    command: Command,
}

/// One variant per subcommand.
#[derive(Subcommand, Debug)]
enum Command {
    Synth(Box<synth::Synth>),
    Verify(verify::Verify),
    Minimise(minimise::Minimise),
    Complete(complete::Complete),
    Explain(explain::Explain),
}

impl Strategy {
    /// Runs the subcommand.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let best = Best::default();
        let late = |early: Early| match best.take() {
            Some(best) => best.print(console),
            None => Err(early.unfinished("there is no answer yet")),
        };
        let limits = self.command.setting().limits.clone();
        let watch = Watch { patience: patience::SEARCH, ..limits.watch(console, Instant::now()) };
        watch.over(late, || match self.command {
            Command::Synth(command) => command.run(&best, console),
            Command::Verify(command) => command.run(console),
            Command::Minimise(command) => command.run(console),
            Command::Complete(command) => command.run(&best, console),
            Command::Explain(command) => command.run(console),
        })
    }
}

impl Command {
    fn setting(&self) -> &setting::SettingOptions {
        match self {
            Command::Synth(command) => &command.search.setting,
            Command::Verify(command) => &command.setting,
            Command::Minimise(command) => &command.setting,
            Command::Complete(command) => &command.search.setting,
            Command::Explain(command) => &command.setting,
        }
    }
}

/// A refusal with advice for the command line.
fn refused(refusal: NoStrategy) -> Error {
    let error = Error::new(refusal.kind(), &refusal);
    match refusal {
        NoStrategy::Failed(error) => error,
        NoStrategy::Unfit(example) => complete::unfit(example.as_deref(), complete::MENDING),
        NoStrategy::Unmended(_) => error.hint("allow more with --time"),
        NoStrategy::NotOptimal => error.hint("`backsolve strategy verify` shows where it fails"),
        NoStrategy::Unlifted(tried) => error.hint(lifted::advice(&tried)),
        NoStrategy::TooLargeForProofs => error.hint("omit --exact"),
    }
}
