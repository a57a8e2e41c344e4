//! `backsolve translate RULES --to gddl|pddl|gdl`: the rules in another language.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use gddl::planning::Aim;
use operations::translation::{Translated, to_gddl, to_gdl, to_pddl};
use serde::Serialize;

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions};
use crate::load::RulesOptions;

const EXAMPLES: &str = "\
Examples:
  backsolve translate tic-tac-toe --to gddl             a domain and a problem, with gains
  backsolve translate hanoi:3 --to pddl --out hanoi     hanoi/domain.pddl and hanoi/problem.pddl for a planner
  backsolve translate hanoi:3 --to pddl --reward 60     the goal is a reward of at least 60
  backsolve translate hanoi:3 --to pddl --reward names  the last action of a plan names the reward
  backsolve translate hanoi:3 --to pddl --strips        for planners that know only STRIPS
  backsolve translate problem.pddl --to gdl             the rules that a PDDL problem is read as

GDDL is PDDL 2.2 with derived predicates and (:gain PARAMETERS NUMBER BODY). docs/gddl.md says what maps to what.
PDDL is for games of one role. Planners do not know that a game ends, so actions ask that it has not.
--strips instantiates the actions and compiles away types, equality, negative and disjunctive conditions, quantifiers,
conditional effects and derived predicates; what cannot be compiled away is refused.";

/// A language for rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Language {
    /// Game Description Language
    Gdl,
    /// PDDL with gains
    Gddl,
    /// A planning problem, for games of one role
    Pddl,
}

/// Rules in another language: GDL, GDDL or PDDL
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Translate {
    #[command(flatten)]
    rules: RulesOptions,

    /// The language: gddl, pddl or gdl
    #[arg(long, value_enum, value_name = "LANGUAGE", hide_possible_values = true)]
    to: Language,

    /// What a plan is to reach: at least this reward, or names for any end with the reward in the name of the last
    /// action [default: the highest reward]
    #[arg(long, value_name = "N|names", value_parser = aim)]
    reward: Option<Aim>,

    /// Only STRIPS, for planners that know no more
    #[arg(long)]
    strips: bool,

    /// Write domain.pddl and problem.pddl into this directory, or rules in GDL to this file
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Serialize)]
struct Answer {
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    files: Vec<String>,
}

fn aim(text: &str) -> Result<Aim, String> {
    match text {
        "names" => Ok(Aim::Named),
        number => number.parse().map(Aim::AtLeast).map_err(|_| "a number or `names` is expected".to_owned()),
    }
}

impl Translate {
    /// Translates and prints or writes.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        if self.to != Language::Pddl && (self.reward.is_some() || self.strips) {
            return Err(Error::input("--reward and --strips are for planning problems").hint("add --to pddl"));
        }
        let (source, rules) = self.rules.load(&self.limits, console)?;
        let budget = self.limits.budget();
        let work = || match self.to {
            Language::Gdl => to_gdl(&source),
            Language::Gddl => to_gddl(&source, &rules, &budget, &console.stop),
            Language::Pddl => {
                let aim = self.reward.unwrap_or(Aim::Best);
                to_pddl(&source, &rules, aim, self.strips, &budget, &console.stop)
            }
        };
        let early = |early: Early| Err(early.unfinished("the rules are not translated yet"));
        let translated = self.limits.watch(console, clock).over(early, work)?;
        let files = match &self.out {
            Some(path) => write(&translated, path)?,
            None => Vec::new(),
        };
        let is_printed = files.is_empty();
        let shown = |text: &String| is_printed.then(|| text.clone());
        let (text, domain, problem) = match &translated {
            Translated::Gdl(text) => (shown(text), None, None),
            Translated::Task { domain, problem } => (None, shown(domain), shown(problem)),
        };
        let answer = Answer { rules: source.name.clone(), text, domain, problem, files };
        console.answer(&answer, || match (&translated, is_printed) {
            (_, false) => answer.files.iter().map(|file| format!("wrote {file}\n")).collect(),
            (Translated::Gdl(text), true) => text.clone(),
            (Translated::Task { domain, problem }, true) => format!("{domain}\n{problem}"),
        })?;
        Ok(Exit::Done)
    }
}

/// Writes one file, or two into a directory; returns their names.
fn write(translated: &Translated, path: &Path) -> Result<Vec<String>, Error> {
    let files = match translated {
        Translated::Gdl(text) => vec![(path.to_owned(), text)],
        Translated::Task { domain, problem } => {
            fs::create_dir_all(path).map_err(|e| Error::input(format_args!("can't make {}: {e}", path.display())))?;
            vec![(path.join("domain.pddl"), domain), (path.join("problem.pddl"), problem)]
        }
    };
    for (path, text) in &files {
        fs::write(path, text).map_err(|e| Error::input(format_args!("can't write {}: {e}", path.display())))?;
    }
    Ok(files.into_iter().map(|(path, _)| path.display().to_string()).collect())
}
