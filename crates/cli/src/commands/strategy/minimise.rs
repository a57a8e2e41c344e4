//! `backsolve strategy minimise`: removes superfluous parts of a strategy.

use std::path::PathBuf;

use ::strategy::json::ListAnswer;
use ::strategy::minimise::{Removed, TRIES, minimise};
use clap::Args;
use operations::strategies::{NoStrategy, minimise_on_diagrams};
use serde::Serialize;

use super::answer::{rules_and_literals, write_out};
use super::refused;
use super::setting::{EngineOptions, Ground, Setting, SettingOptions};
use crate::console::{Console, GOOD};
use crate::error::{Error, Exit};
use crate::progress::Search;
use crate::table::count;

const EXAMPLES: &str = "\
Examples:
  backsolve strategy minimise tic-tac-toe my.strategy                       remove everything superfluous
  backsolve strategy minimise tic-tac-toe my.strategy --tries 200           the best of 200 removal orders
  backsolve strategy minimise tic-tac-toe my.strategy --out short.strategy  write it to a file";

/// Remove superfluous rules and literals from a strategy, and list what was removed
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Minimise {
    #[command(flatten)]
    pub setting: SettingOptions,

    /// Strategy file, - for standard input
    #[arg(value_name = "STRATEGY", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,

    #[command(flatten)]
    engine: EngineOptions,

    /// Number of removal orders to try; on diagrams only one is tried
    #[arg(long, value_name = "N", default_value_t = TRIES)]
    tries: u64,

    /// Seed of the removal orders
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the strategy to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    optimal: bool,
    rules_before: usize,
    length_before: usize,
    literals_before: usize,
    #[serde(flatten)]
    list: ListAnswer,
    removed: Vec<Removed>,
    seconds: f64,
}

impl Minimise {
    /// Minimises and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let setting = Setting::new(&self.setting, console)?;
        let file = setting.read(&self.file, console)?;
        let (role, until) = (file.role, setting.until());
        let (before, less) = match setting.ground(role, self.engine, console)? {
            Ground::Bitmaps(listed) => {
                let compiled = setting.setting().compile(&listed, file)?;
                let less = minimise(&compiled, &listed.cases, self.seed, self.tries, &|| until.over());
                (compiled.strategy, less.ok_or(NoStrategy::NotOptimal))
            }
            Ground::Diagrams(mut arena) => {
                let (strategy, progress) = (file.strategy, Search::new(console));
                let tell = |rules| progress.tell(format!("{} so far", count(rules, "rule")));
                let less = minimise_on_diagrams(&mut arena, &strategy, self.seed, &until, &tell);
                (strategy, less)
            }
        };
        let less = less.map_err(refused)?;
        let answer = Answer {
            game: setting.source.name.clone(),
            optimal: true,
            rules_before: before.rules.len(),
            length_before: before.length(),
            literals_before: before.literals(),
            list: ListAnswer::new(&setting.proved.game, role, &less.strategy),
            removed: less.removed,
            seconds: setting.seconds(),
        };
        console.answer(&answer, || text(&answer))?;
        write_out(self.out.as_deref(), &answer.list)?;
        Ok(if console.stop.raised() { Exit::Interrupted } else { Exit::Done })
    }
}

fn text(answer: &Answer) -> String {
    let list = &answer.list;
    let mut text = format!(
        "{GOOD}{}{GOOD:#}, before: {} and {}\n",
        rules_and_literals((list.rules, list.literals)),
        answer.rules_before,
        answer.literals_before
    );
    for removed in &answer.removed {
        text += &match &removed.literals {
            None => format!("  removed rule {}: {}\n", removed.rule, removed.text),
            Some(literals) => format!("  rule {} lost {}: {}\n", removed.rule, literals.join(" "), removed.text),
        };
    }
    text + "\n" + &list.text
}
