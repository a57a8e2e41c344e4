//! `backsolve strategy explain`: a strategy in words, with examples.

use std::path::PathBuf;

use ::strategy::explain::{Example, Explanation, RuleExplanation, explain};
use clap::Args;
use serde::Serialize;

use super::setting::{Setting, SettingOptions};
use crate::console::{BAD, BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::table::{count, grouped};

const EXAMPLES: &str = "\
Examples:
  backsolve strategy explain tic-tac-toe my.strategy            a page to learn from
  backsolve strategy explain tic-tac-toe my.strategy --seed 2   with other examples";

/// A strategy in words: each rule with an example and a non-example, what it decides, what forgetting it costs
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

#[derive(Serialize)]
struct Answer {
    game: String,
    symmetries: String,
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
        let answer = Answer {
            game: setting.source.name.clone(),
            symmetries: setting.proved.symmetries.fixing_roles.to_string(),
            explanation: explain(&compiled, &listed.cases, self.seed, &|| console.stop.raised())
                .ok_or_else(Error::interrupted)?,
        };
        console.answer(&answer, || text(&answer))?;
        Ok(Exit::Done)
    }
}

fn text(answer: &Answer) -> String {
    let about = &answer.explanation.about;
    let list = &about.strategy;
    let mut text = format!("{BOLD}{} for {}{BOLD:#}\n\n", answer.game, list.role);
    if !about.optimal {
        text += &format!(
            "{BAD}note{BAD:#}: this strategy is not optimal; `backsolve strategy verify` shows where it fails\n\n"
        );
    }
    text += "When it is your turn, go through the rules from the first to the last and follow the first that applies: its\n\
             condition holds and its move is allowed. If it allows several moves, take any.";
    text += if about.optimal { " If no rule applies, play anything.\n" } else { "\n" };
    if answer.symmetries != "1" {
        text += &format!(
            "Rules and examples also hold turned and mirrored: in each of the {} ways in which the game looks the same.\n",
            answer.symmetries
        );
    }
    let (least, most) = about.rewards;
    let promise = if about.optimal { "with these rules at least" } else { "with the best moves" };
    text += &format!("Where the game ends you get from {least} to {most}; {promise} {}.\n", about.value);
    for rule in &answer.explanation.rules {
        text += &rule_text(rule, answer);
    }
    text += &format!(
        "\nTo learn: {} with {}. You look at {:.1} rules for a decision, on average. {}\n",
        count(list.rules, "rule"),
        count(list.literals, "literal"),
        about.scanned,
        match about.free {
            0 => "Wherever you have a choice, some rule applies.".to_owned(),
            free => format!("Of {}, none applies in {}.", count(about.states, "position"), grouped(free)),
        }
    );
    text
}

fn rule_text(rule: &RuleExplanation, answer: &Answer) -> String {
    let (list, about) = (&answer.explanation.about, &rule.about);
    let group = about.group.as_ref().map_or(String::new(), |group| format!(" ({group})"));
    let mut text = format!("\n{BOLD}{}.{group}{BOLD:#} {}\n   {DIM}{}{DIM:#}\n", about.number, about.words, about.text);
    text += &format!(
        "   It decides {} of the {} in which you can have a choice ({:.1} %). ",
        grouped(about.states),
        count(list.states, "position"),
        about.share * 100.0
    );
    text += &match about.forgotten_states {
        // What a list loses that is not optimal anyway says nothing about a rule.
        _ if !list.optimal => "\n".to_owned(),
        0 if about.forgotten_value < list.value => "Without it play may go on for ever.\n".to_owned(),
        0 => "Without it nothing is lost.\n".to_owned(),
        states => format!(
            "Without it the other rules lead\n   into {} in which they let you go wrong, and you may end with {} instead of {}.\n",
            count(states, "position"),
            about.forgotten_value,
            list.value
        ),
    };
    if let Some(example) = &rule.example {
        text += &example_text("For example", example, about.number);
    }
    if let Some(example) = &rule.non_example {
        text += &example_text(&format!("But not here, since {}", example.why), example, about.number);
    }
    text
}

fn example_text(title: &str, example: &Example, rule: usize) -> String {
    let moves = example.moves.join(" or ");
    let what = match example.rule {
        None if example.any_move => "any move will do".to_owned(),
        None => "no rule applies, though not every move is good".to_owned(),
        Some(number) if number == rule => format!("play {moves}"),
        Some(number) => format!("rule {number} says {moves}"),
    };
    let mut text = format!("   {title}: {what}\n");
    example.picture.iter().for_each(|line| text += &format!("       {line}\n"));
    text
}
