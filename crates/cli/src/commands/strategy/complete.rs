//! `backsolve strategy complete`: adds missing rules to a strategy.

use std::path::PathBuf;

use ::strategy::diagrams;
use ::strategy::follow::Optimality;
use ::strategy::options::PairOrder;
use ::strategy::verify::CounterExample;
use clap::Args;
use operations::strategies::{Mending, opened};

use super::answer::{Best, Work};
use super::refused;
use super::setting::{Ground, Setting};
use super::synth::SearchOptions;
use crate::console::Console;
use crate::error::{Error, Exit};

/// The hint for a list with wrong rules.
pub const MENDING: &str = "--mend puts exceptions before wrong rules";
const NO_MENDING: &str = "--mend, which puts exceptions before wrong rules, works on bitmaps only";

const EXAMPLES: &str = "\
Examples:
  backsolve strategy complete tic-tac-toe my.strategy                       my rules first, then the missing ones
  backsolve strategy complete tic-tac-toe my.strategy --out whole.strategy  write the whole list to a file
  backsolve strategy complete tic-tac-toe my.strategy --mend                put exceptions before my wrong rules

Without --mend the list must be weakly optimal; `backsolve strategy verify --weak` checks this.";

/// Add rules to a weakly optimal strategy until it is strongly optimal; given rules stay unchanged
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Complete {
    #[command(flatten)]
    pub search: SearchOptions,

    /// Strategy file, - for standard input
    #[arg(value_name = "STRATEGY", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,

    /// Put exceptions before wrong rules if the list is not weakly optimal
    #[arg(long)]
    mend: bool,
}

impl Complete {
    /// Completes and prints.
    pub fn run(self, best: &Best, console: &Console) -> Result<Exit, Error> {
        let mut setting = Setting::new(&self.search.setting, console)?;
        setting.list_within(self.search.seconds);
        let file = setting.read(&self.file, console)?;
        let work = Work { command: &self.search, setting: &setting, best, console };
        match setting.ground(file.role, self.search.engine, console)? {
            Ground::Bitmaps(listed) => {
                let compiled = setting.setting().compile(&listed, file)?;
                let (options, until) = (self.search.options(PairOrder::FromEnd), setting.until());
                let mending = Mending { options: &options, seed: self.search.seed, until: &until };
                let list = opened(&listed.cases, &compiled, self.mend.then_some(&mending)).map_err(refused)?;
                work.on_bitmaps(&list, false)
            }
            Ground::Diagrams(mut arena) => {
                let given = file.strategy;
                if !diagrams::is_advancing(&mut arena, &given, Optimality::Weak)? {
                    let verdict = diagrams::verify(&mut arena, &given, Optimality::Weak)?;
                    return Err(unfit(verdict.counter_example.as_ref(), NO_MENDING));
                }
                work.on_diagrams(&mut arena, given)
            }
        }
    }
}

/// The error for a list that cannot be completed.
pub fn unfit(example: Option<&CounterExample>, mending: &str) -> Error {
    match example {
        Some(example) => {
            let (state, what) = (example.state.join(" "), &example.about.what);
            let why = "the strategy is not weakly optimal, so appending rules cannot fix it";
            Error::no(format_args!("{why}: in {state} {what}"))
                .hint(format!("`backsolve strategy verify --weak` shows where it fails, and {mending}"))
        }
        None => Error::no("the strategy keeps the value, but does not always bring the end closer").hint(mending),
    }
}
