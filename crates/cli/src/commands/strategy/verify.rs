//! `backsolve strategy verify`: checks that a strategy is optimal, with a counter-example if it is not.

use ::strategy::diagrams;
use ::strategy::follow::Optimality;
use ::strategy::json::ListAnswer;
use ::strategy::verify::{CounterExample, Verdict, verify};
use std::path::PathBuf;

use clap::Args;
use operations::strategies::Document;
use serde::Serialize;

use super::answer::rules_and_literals;
use super::setting::{EngineOptions, Ground, Setting, SettingOptions};
use crate::console::{BAD, Console, GOOD};
use crate::error::{Error, Exit};
use crate::table::{count, grouped};

const EXAMPLES: &str = "\
Examples:
  backsolve strategy verify nim:1,2,4,5 my.strategy             strongly optimal? exit code 0 if it is, 1 if not
  backsolve strategy verify tic-tac-toe my.strategy --weak      I find good moves myself where no rule applies
  backsolve strategy verify tic-tac-toe my.strategy --role o    for the second player, if the file names no role
  echo '=> (mark 2 2)' | backsolve strategy verify tic-tac-toe -
  backsolve solve connect-four:5x4 --out c4 && backsolve strategy verify connect-four:5x4 my.strategy --database c4 --walk";

/// Check that a strategy is optimal; if not, show a state where it fails, how play gets there, and the right moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Verify {
    #[command(flatten)]
    pub setting: SettingOptions,

    /// Strategy file, - for standard input
    #[arg(value_name = "STRATEGY", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,

    /// Follow the strategy state by state, with values from --database, instead of listing all states; for large games
    #[arg(long, requires = "database", conflicts_with = "engine")]
    walk: bool,

    #[command(flatten)]
    engine: EngineOptions,

    /// Check weak optimality: the player finds an optimal move alone where no rule applies
    #[arg(long)]
    weak: bool,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    #[serde(flatten)]
    list: ListAnswer,
    #[serde(flatten)]
    verdict: Verdict,
    seconds: f64,
}

impl Verify {
    /// Verifies and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let setting = Setting::new(&self.setting, console)?;
        let file = setting.read(&self.file, console)?;
        let optimality = if self.weak { Optimality::Weak } else { Optimality::Strong };
        let (role, verdict) = (file.role, self.verdict(&setting, file.clone(), optimality, console)?);
        let list = ListAnswer::new(&setting.proved.game, role, &file.strategy);
        let answer = Answer { game: setting.source.name.clone(), list, verdict, seconds: setting.seconds() };
        console.answer(&answer, || text(&answer))?;
        Ok(if answer.verdict.optimal { Exit::Done } else { Exit::No })
    }

    fn verdict(
        &self,
        setting: &Setting,
        file: Document,
        optimality: Optimality,
        console: &Console,
    ) -> Result<Verdict, Error> {
        if self.walk {
            return setting.setting().walk(file.role, &file.strategy, optimality);
        }
        match setting.ground(file.role, self.engine, console)? {
            Ground::Bitmaps(listed) => Ok(verify(&setting.setting().compile(&listed, file)?, optimality)),
            Ground::Diagrams(mut arena) => Ok(diagrams::verify(&mut arena, &file.strategy, optimality)?),
        }
    }
}

fn text(answer: &Answer) -> String {
    let (list, verdict) = (&answer.list, &answer.verdict);
    let sense = if verdict.strong { "strongly" } else { "weakly" };
    let size = rules_and_literals((list.rules, list.literals));
    let mut text = match verdict.optimal {
        true => format!("{GOOD}optimal{GOOD:#}: {size}, {sense} optimal for {}\n", list.role),
        false => format!("{BAD}not optimal{BAD:#}: {size} for {}\n", list.role),
    };
    text += &format!(
        "  play reaches {} in which {} has a choice; a rule decides in {}\n",
        count(verdict.reached, "state"),
        list.role,
        grouped(verdict.decided)
    );
    if let Some(example) = &verdict.counter_example {
        text += &counter_example(example, &list.role);
        if verdict.strong && verdict.weakly_optimal {
            text += "  It is weakly optimal: `backsolve strategy complete` adds the missing rules.\n";
        }
    }
    text
}

/// A counter-example as text.
fn counter_example(example: &CounterExample, role: &str) -> String {
    let about = &example.about;
    let mut text = format!("  {}\n", about.what);
    let moves: Vec<String> = example.moves.iter().map(ToString::to_string).collect();
    let mut line = |name: &str, value: String| text += &format!("    {name:<10} {value}\n");
    line("state", example.state.join(" "));
    line("after", if moves.is_empty() { "the start".to_owned() } else { moves.join("  ") });
    match about.rule {
        Some(rule) if about.mirrored => {
            line("rule", format!("{rule}, mirrored, proposes {}", about.proposed.join(" ")))
        }
        Some(rule) => line("rule", format!("{rule} proposes {}", about.proposed.join(" "))),
        None => line("no rule", format!("so {role} may play {}", about.proposed.join(" "))),
    }
    if let (Some(wrong), Some(after)) = (&about.wrong, about.value_after) {
        line("wrong", format!("{wrong} gets {role} {after} instead of {}", about.value));
    }
    line("right", about.best.join(" "));
    text
}
