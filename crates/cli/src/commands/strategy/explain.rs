//! `backsolve strategy explain`: a strategy in words, with examples.

use ::strategy::explain::{Example, Explanation, RuleExplanation, explain};
use ::strategy::follow::Optimality;
use ::strategy::json::ListAnswer;
use clap::Args;
use serde::Serialize;

use super::setting::{Setting, SettingOptions};
use crate::console::{BAD, BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::table::grouped;

/// A strategy in words: each rule with an example and a non-example, what it decides, what forgetting it costs
#[derive(Args, Debug)]
pub struct Explain {
    #[command(flatten)]
    setting: SettingOptions,

    /// Strategy file, - for standard input
    #[arg(value_name = "STRATEGY", value_hint = clap::ValueHint::FilePath)]
    file: String,

    /// Seed of the examples
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    optimal: bool,
    symmetries: String,
    strategy: ListAnswer,
    #[serde(flatten)]
    explanation: Explanation,
}

impl Explain {
    /// Explains and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let setting = Setting::new(&self.setting, console)?;
        let file = setting.read(&self.file)?;
        let arena = setting.arena(setting.role(Some(&file))?)?;
        console.stop.check()?;
        let cases = setting.cases(&arena)?;
        let compiled = setting.compile(&arena, &cases, file)?;
        let answer = Answer {
            game: setting.source.name.clone(),
            optimal: compiled.follow(Optimality::Strong).flaw.is_none(),
            symmetries: setting.prepared.analysis.symmetries.fixing_roles.to_string(),
            strategy: ListAnswer::new(arena.game, arena.role, &compiled.strategy),
            explanation: explain(&compiled, &cases, self.seed),
        };
        console.answer(&answer, || text(&answer))?;
        Ok(Exit::Done)
    }
}

fn text(answer: &Answer) -> String {
    let (list, explanation) = (&answer.strategy, &answer.explanation);
    let mut text = format!("{BOLD}{} for {}{BOLD:#}\n\n", answer.game, list.role);
    if !answer.optimal {
        text += &format!(
            "{BAD}note{BAD:#}: this strategy is not optimal; `backsolve strategy verify` shows where it fails\n\n"
        );
    }
    text += "When it is your turn, go through the rules from the first to the last and follow the first that applies: its\n\
             condition holds and its move is allowed. If it allows several moves, take any. If no rule applies, play anything.\n";
    if answer.symmetries != "1" {
        text += &format!(
            "Every rule also holds turned and mirrored: in every one of the {} ways in which the game looks the same.\n",
            answer.symmetries
        );
    }
    for rule in &explanation.rules {
        text += &rule_text(rule, explanation);
    }
    text += &format!(
        "\nTo learn: {} rules with {} literals. Of {} positions in which you have a choice, any move will do in {}.\n\
         You look at {:.1} rules for a decision, on average. Following the rules, you get at least {}.\n",
        list.rules,
        list.literals,
        grouped(explanation.states),
        grouped(explanation.free),
        explanation.scanned,
        explanation.value
    );
    text
}

fn rule_text(rule: &RuleExplanation, explanation: &Explanation) -> String {
    let group = rule.group.as_ref().map_or(String::new(), |group| format!(" ({group})"));
    let mut text = format!("\n{BOLD}{}.{group}{BOLD:#} {}\n   {DIM}{}{DIM:#}\n", rule.number, rule.words, rule.text);
    text += &format!("   It decides {} positions, {:.1} %. ", grouped(rule.states), rule.share * 100.0);
    text += &match rule.forgotten_states {
        0 => "Without it nothing is lost.\n".to_owned(),
        states => format!(
            "Without it you may go wrong in {} positions and be left with {} instead of {}.\n",
            grouped(states),
            rule.forgotten_value,
            explanation.value
        ),
    };
    if let Some(example) = &rule.example {
        text += &example_text("For example", example, rule.number);
    }
    if let Some(example) = &rule.non_example {
        text += &example_text(&format!("But not here, since {}", example.why), example, rule.number);
    }
    text
}

fn example_text(title: &str, example: &Example, rule: usize) -> String {
    let moves = example.moves.join(" or ");
    let what = match example.rule {
        None => "any move will do".to_owned(),
        Some(number) if number == rule => format!("play {moves}"),
        Some(number) => format!("rule {number} says {moves}"),
    };
    let mut text = format!("   {title}: {what}\n");
    example.picture.iter().for_each(|line| text += &format!("       {line}\n"));
    text
}
