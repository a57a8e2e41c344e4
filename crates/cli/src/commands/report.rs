//! `backsolve report DB`: how a solved game plays, for game designers.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use explore::{Duel, GamesPlayed};
use operations::report::{DesignReport, decimal, percent, slashed};
use serde::Serialize;
use solution::directory::REPORT;

use crate::console::{BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions};
use crate::load::warnings_of;
use crate::opened::Opened;
use crate::paragraph;
use crate::table::{self, grouped, row};

const EXAMPLES: &str = "\
Examples:
  backsolve report ttt.solution                   sentences and figures
  backsolve report ttt.solution --html            the same as a page, ttt.solution/report.html
  backsolve report ttt.solution --html ttt.html   under another name: one file that needs nothing else
  backsolve report --json ttt.solution            for programs
  backsolve sweep a.kif b.kif                     reports of several games side by side

Players:
  random   any legal move, each with the same chance
  greedy   the move with the highest expected reward if all roles play randomly afterwards
  perfect  a move that keeps the value, and in a decided game the distance where distances are stored

Figures:
  Up to 200,000 positions all figures are exact. In larger games figures of play are sampled and have a 95 % interval,
  Wilson's for shares. The lead changes when another role gets ahead by best play. Small games are also solved with the
  other role to begin, if a fact of the rules determines whose turn it is.

Exit codes:
  0 done   1 the game has chance or hidden information   2 no such solution, or it is not complete
  3 a limit was reached   4 damaged   130 interrupted";

/// Describe a solved game to a designer: openings, fairness, good moves, length, lead changes, in sentences and figures
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Report {
    /// Solution: the directory that `backsolve solve` wrote
    #[arg(value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: PathBuf,

    /// Write the report as a page too [default file: report.html in the directory]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = false)]
    html: Option<Option<PathBuf>>,

    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Serialize)]
struct Answer {
    database: String,
    #[serde(flatten)]
    report: DesignReport,
    /// The page, if requested.
    html: Option<String>,
    warnings: Vec<String>,
}

impl Report {
    /// Computes and prints the report.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        self.limits.budget().check()?;
        let unfinished = |early: Early| Err(early.unfinished("the report is not complete"));
        let answer = self.limits.watch(console, clock).over(unfinished, || self.answer(console))?;
        console.warn(&answer.warnings);
        console.answer(&answer, || text(&answer))?;
        Ok(Exit::Done)
    }

    fn answer(&self, console: &Console) -> Result<Answer, Error> {
        let Opened { database, rules } = Opened::new(&self.database)?;
        if console.watched() {
            console.say(&format!("{DIM}checking all positions, or a sample of games{DIM:#}"));
        }
        let budget = self.limits.budget();
        let report = DesignReport::new(&database, &rules, &budget, &console.stop)?;
        let html = match &self.html {
            None => None,
            Some(given) => {
                let path = given.clone().unwrap_or_else(|| self.database.join(REPORT));
                let page = operations::report::page_of(&database, &rules, &report, &budget, &console.stop)?;
                write_page(&path, &page)?;
                Some(path.display().to_string())
            }
        };
        let warnings = warnings_of(&database.manifest().question);
        Ok(Answer { database: self.database.display().to_string(), report, html, warnings })
    }
}

/// Writes a page.
pub fn write_page(path: &Path, page: &str) -> Result<(), Error> {
    fs::write(path, page).map_err(|error| Error::input(format_args!("could not write {}: {error}", path.display())))
}

fn text(answer: &Answer) -> String {
    let report = &answer.report;
    let profile = &report.profile;
    let mut text = format!("{BOLD}{}{BOLD:#}\n\n", report.game);
    for sentence in &report.sentences {
        text += &paragraph::paragraph(&format!("- {sentence}"), paragraph::width(), 2);
    }
    if !profile.openings.is_empty() {
        let mut headings = vec!["", "opening"];
        headings.extend(profile.roles.iter().map(String::as_str));
        headings.push("plies");
        let numbers: Vec<usize> = (2..headings.len()).collect();
        let mut table = table::table(&headings, &numbers, 1);
        for one in &profile.openings {
            let mark = if one.best { " *" } else { "  " };
            let reward = |role: usize| one.value.as_ref().map_or("?".to_owned(), |value| value[role].to_string());
            let rewards = (0..profile.roles.len()).map(reward);
            let texts = [mark.to_owned(), one.moves.join(", ")];
            table.add_row(row(texts.into_iter().chain(rewards).chain([one.distance.map_or(String::new(), grouped)])));
        }
        text += &format!("\n{}", table::text(&table));
        text += &format!("{DIM} * optimal; symmetric openings share a line{DIM:#}\n");
    }
    text += &format!("\n{}", table::text(&games(report)));
    if !report.starts.is_empty() {
        let mut table = table::table(&["begins", "value"], &[], 1);
        for start in &report.starts {
            let value = match (&start.value, &start.unknown) {
                (Some(value), _) => slashed(value),
                (None, why) => format!("not known: {}", why.as_deref().unwrap_or("")),
            };
            table.add_row(row([start.first.clone(), value]));
        }
        text += &format!("\n{}", table::text(&table));
    }
    if let Some(html) = &answer.html {
        text += &format!("\n{DIM}page{DIM:#}  {html}\n");
    }
    text
}

/// The statistics of games between several kinds of players.
fn games(report: &DesignReport) -> comfy_table::Table {
    let profile = &report.profile;
    let mut headings = vec!["players".to_owned()];
    headings.extend(profile.roles.iter().map(|role| format!("mean {role}")));
    headings.extend(["plies", "lead changes", "win", "draw", "loss"].map(str::to_owned));
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let numbers: Vec<usize> = (1..headings.len()).collect();
    let mut table = table::table(&headings, &numbers, 1);
    let mut add = |name: &str, played: &GamesPlayed| {
        let means = played.expected.iter().map(|mean| decimal(*mean));
        let shape = [decimal(played.length), decimal(played.lead_changes)];
        let none = || std::iter::repeat_n(String::new(), 3);
        table.add_row(row([name.to_owned()].into_iter().chain(means).chain(shape).chain(none())));
    };
    add("random", &profile.random);
    add("greedy", &profile.greedy);
    for duel in &profile.duels {
        let Duel { role, opponent, win, draw, loss, expected } = duel;
        let name = match profile.roles.len() {
            1 => "perfect".to_owned(),
            _ => format!("perfect {} against {}", profile.roles[*role], format!("{opponent:?}").to_lowercase()),
        };
        let mean = |other: usize| if other == *role { decimal(*expected) } else { String::new() };
        let means = (0..profile.roles.len()).map(mean);
        let shares = [String::new(), String::new(), percent(*win), percent(*draw), percent(*loss)];
        table.add_row(row([name].into_iter().chain(means).chain(shares)));
    }
    table
}
