//! `backsolve strategy explain`: a strategy in words, with examples.

mod page;

use std::path::PathBuf;

use ::strategy::explain::{Explanation, explain};
use clap::Args;
use operations::drawing;
use serde::Serialize;

use super::setting::{Setting, SettingOptions};
use crate::console::Console;
use crate::error::{Error, Exit};
use crate::paragraph;

const EXAMPLES: &str = "\
Examples:
  backsolve strategy explain tic-tac-toe my.strategy            a page to learn from
  backsolve strategy explain tic-tac-toe my.strategy --seed 2   with other examples";

/// Explain a strategy in words, with examples for each rule
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Explain {
    #[command(flatten)]
    pub setting: SettingOptions,

    /// Strategy file, - for standard input
    #[arg(value_name = "STRATEGY", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,

    /// Seed of the examples
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// An explanation with its context.
#[derive(Serialize)]
struct Answer {
    game: String,
    symmetries: String,
    #[serde(skip)]
    roles: Vec<String>,
    /// The sum of the rewards of two roles.
    #[serde(skip)]
    sum: Option<i32>,
    #[serde(flatten)]
    explanation: Explanation,
}

impl Explain {
    /// Explains and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let setting = Setting::new(&self.setting, console)?;
        let file = setting.read(&self.file, console)?;
        let bench = setting.setting();
        let listed = setting.listed(console, || bench.list(file.role))?;
        let compiled = bench.compile(&listed, file)?;
        let (board, _) = drawing::drawn(&setting.source, &setting.proved.game);
        let explanation = explain(&compiled, &listed.cases, board.as_ref(), self.seed, &|| console.stop.raised());
        let explanation = explanation.ok_or_else(Error::interrupted)?;
        let answer = Answer {
            sum: listed.arena.sum,
            game: setting.source.name.clone(),
            symmetries: setting.proved.symmetries.fixing_roles.to_string(),
            roles: setting.proved.game.roles.clone(),
            explanation,
        };
        console.answer(&answer, || page::text(&answer, paragraph::width()))?;
        Ok(Exit::Done)
    }
}
