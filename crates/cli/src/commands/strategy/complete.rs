//! `backsolve strategy complete`: what is missing in a strategy?

use std::time::Instant;

use ::strategy::diagrams;
use ::strategy::follow::Optimality;
use ::strategy::list::List;
use ::strategy::mend::mend;
use ::strategy::options::PairOrder;
use ::strategy::verify::{Verdict, verify};
use std::path::PathBuf;

use clap::Args;
use game::Random;

use super::on_diagrams;
use super::searching::{self, Best};
use super::setting::{Ground, Setting};
use super::synth::SearchOptions;
use crate::console::Console;
use crate::error::{Error, Exit};

const EXAMPLES: &str = "\
Examples:
  backsolve strategy complete tic-tac-toe my.strategy                       my rules first, then what is missing
  backsolve strategy complete tic-tac-toe my.strategy --out whole.strategy  and write all of it to a file
  backsolve strategy complete tic-tac-toe my.strategy --mend                exceptions before rules of mine that are wrong

Without --mend a list can be completed if it is weakly optimal: `backsolve strategy verify --weak` tells.";

/// Add rules to a weakly optimal strategy until it is strongly optimal; what is given stays as it is
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Complete {
    #[command(flatten)]
    pub search: SearchOptions,

    /// Strategy file, - for standard input
    #[arg(value_name = "STRATEGY", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,

    /// Put exceptions before rules that are wrong, where the list is not weakly optimal
    #[arg(long)]
    mend: bool,
}

impl Complete {
    /// Completes and prints.
    pub fn run(self, best: &Best, console: &Console) -> Result<Exit, Error> {
        let mut setting = Setting::new(&self.search.setting, console)?;
        setting.list_within(self.search.seconds);
        let file = setting.read(&self.file, console)?;
        let role = setting.role(Some(&file))?;
        match setting.ground(role, self.search.engine, console)? {
            Ground::Bitmaps(ground) => {
                let (arena, cases) = &*ground;
                let compiled = setting.compile(arena, cases, file)?;
                let mut list = List::of(cases, &compiled, true);
                if !list.is_advancing(Optimality::Weak) {
                    if !self.mend {
                        return Err(unfit(&verify(&compiled, Optimality::Weak), true));
                    }
                    self.except(&mut list, &setting, console)?;
                }
                searching::run(&self.search, &setting, &list, false, console)
            }
            Ground::Diagrams(mut field) => {
                let given = file.document.strategy;
                if !diagrams::is_advancing(&mut field, &given, Optimality::Weak)? {
                    return Err(unfit(&diagrams::verify(&mut field, &given, Optimality::Weak)?, false));
                }
                on_diagrams::synthesise(&self.search, &setting, &mut field, given, best, console)
            }
        }
    }

    /// Puts exceptions before the rules that are wrong.
    fn except(&self, list: &mut List<'_>, setting: &Setting, console: &Console) -> Result<(), Error> {
        let is_late = || setting.deadline().is_some_and(|deadline| Instant::now() >= deadline);
        let (options, random) = (self.search.options(PairOrder::FromEnd), &mut Random::stream(self.search.seed, 0));
        if mend(list, &options, random, &|| console.stop.raised() || is_late()) {
            return Ok(());
        }
        console.stop.check()?;
        Err(Error::limit("time limit reached before all exceptions were found").hint("allow more with --time"))
    }
}

/// Why a list can't be completed as it stands.
fn unfit(verdict: &Verdict, is_mendable: bool) -> Error {
    let mending = match is_mendable {
        true => "--mend puts exceptions before what is wrong",
        false => "exceptions, which --mend puts before what is wrong, are found on bitmaps only",
    };
    match &verdict.counter_example {
        Some(example) => {
            let (state, what) = (example.state.join(" "), &example.what);
            let why = "the strategy is not weakly optimal, so no rules after it can mend it";
            Error::no(format_args!("{why}: in {state} {what}"))
                .hint(format!("`backsolve strategy verify --weak` shows where it fails, and {mending}"))
        }
        None => Error::no("the strategy loses nothing, but does not bring the end closer everywhere").hint(mending),
    }
}
