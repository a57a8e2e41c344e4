//! `backsolve sweep GAME...`: solves several sizes or variants and compares them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use operations::report::{DesignReport, HEADINGS, SweepComparison};
use operations::solve::{Solve, SolveOptions};
use serde::Serialize;
use solution::{Database, Model};

use super::report::write_page;
use crate::console::{BAD, BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions, ThreadOptions};
use crate::load::{RulesOptions, solution_of};
use crate::names::one_of;
use crate::paragraph;
use crate::table;

const EXAMPLES: &str = "\
Games:
  Rule sheets as for `solve`, and ranges of sizes: connect-four:4x4..5x5 are 4x4, 4x5, 5x4 and 5x5,
  nim:1..4,2..5 are sixteen games. Variants of a rule are files: sweep a.kif b.kif c.kif.
  Each game is solved into its own directory below --out, and not solved again: run an interrupted sweep again
  to resume it.

Examples:
  backsolve sweep connect-four:4x4..5x5                  which board is fairest?
  backsolve sweep mine.kif variant-a.kif variant-b.kif   which variant is fairest, and why?
  backsolve sweep nim:1..4,2..5 --html nim.html          as a page with figures
  backsolve sweep --json chomp:2x2..4x3                  for programs

How to read it:
  value              reward per role under best play
  even               positions in which nobody is ahead by best play
  one good move      positions with a choice in which only one move keeps the value
  advantage          extra points of the role that begins, between players of the same kind
  lead changes       how often another role gets ahead, by best play, in a random game
  `backsolve report --help` defines random, greedy and perfect players, and says what is sampled.
  The fairest game has the smallest advantage: under best play, then between greedy players, then between random
  ones.

Exit codes:
  0 done   1 a game cannot be solved   2 bad usage or input   3 a limit was reached: run it again to resume
  4 a database is damaged   130 interrupted: run it again to resume";

/// Solve several sizes or variants of a game and put their reports side by side: which is fairest, and why
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Sweep {
    /// Rule sheets, bundled games, and ranges of these such as connect-four:4x4..5x5
    #[arg(value_name = "GAME", required = true, value_hint = clap::ValueHint::FilePath)]
    games: Vec<OsString>,

    /// Directory for the solutions, one in it per game [default: the current one]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,

    /// Write the comparison as a page too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// What a role tries to get: own or difference
    #[arg(long, value_parser = one_of(Model::ALL.iter().map(|model| (model.name(), *model))), default_value = "own", hide_possible_values = true)]
    model: Model,

    /// Accept what violates GDL but still has a meaning, with a warning
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    comparison: SweepComparison,
    /// Games without a report, with the reasons.
    failed: Vec<FailedGame>,
    /// The page, if requested.
    html: Option<String>,
}

#[derive(Serialize)]
struct FailedGame {
    game: String,
    error: String,
}

impl Sweep {
    /// Solves the missing games, and compares all.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        self.limits.budget().check()?;
        let games = self.games()?;
        let early = |early: Early| Err(early.unfinished("not all games were solved; run it again to resume"));
        let (reports, failures) =
            self.limits.watch(console, clock).over(early, || self.reports(&games, console, clock))?;
        let exit = failures.iter().map(|(_, error)| Exit::from(error.kind())).max_by_key(|exit| *exit as u8);
        let failed = failures.iter().map(|(game, error)| FailedGame { game: game.clone(), error: error.to_string() });
        let mut answer = Answer { failed: failed.collect(), comparison: SweepComparison::new(reports), html: None };
        if let Some(path) = &self.html {
            write_page(path, &answer.comparison.page())?;
            answer.html = Some(path.display().to_string());
        }
        console.answer(&answer, || text(&answer))?;
        Ok(exit.unwrap_or(Exit::Done))
    }

    /// The games, with ranges expanded.
    fn games(&self) -> Result<Vec<OsString>, Error> {
        let mut games = Vec::new();
        for game in &self.games {
            let text = game.to_str().filter(|text| !text.contains(['/', '\\']) && text.contains(':'));
            let Some(text) = text else {
                games.push(game.clone());
                continue;
            };
            let range = games::range(text).ok_or_else(|| {
                let most = games::MOST_IN_RANGE;
                Error::input(format_args!("`{text}` is not a range of sizes, or has more than {most}"))
                    .hint("write connect-four:4x4..5x5 or nim:1..4,2..5")
            })?;
            games.extend(range.into_iter().map(OsString::from));
        }
        Ok(games)
    }

    /// The reports, and the games without one. A failure does not affect the other games.
    #[allow(clippy::type_complexity)]
    fn reports(
        &self,
        games: &[OsString],
        console: &Console,
        clock: Instant,
    ) -> Result<(Vec<DesignReport>, Vec<(String, Error)>), Error> {
        let (mut reports, mut failures) = (Vec::new(), Vec::new());
        for (number, game) in games.iter().enumerate() {
            let name = game.to_string_lossy().into_owned();
            console.say(&format!("{DIM}{} of {}: {name}{DIM:#}", number + 1, games.len()));
            match self.report(game, console, clock) {
                Ok(report) => reports.push(report),
                Err(error) if console.stop.raised() => return Err(error),
                Err(error) => {
                    console.complain(&error);
                    failures.push((name, error));
                }
            }
        }
        Ok((reports, failures))
    }

    fn report(&self, game: &OsString, console: &Console, clock: Instant) -> Result<DesignReport, Error> {
        let options = RulesOptions { rules: game.clone().into(), lenient: self.lenient };
        let (source, rules) = options.load_solvable(&self.limits, console)?;
        let path = self.out.clone().unwrap_or_default().join(solution_of(&source.name));
        if let Some(folder) = &self.out {
            let unmade = |error| Error::input(format_args!("cannot create {}: {error}", folder.display()));
            std::fs::create_dir_all(folder).map_err(unmade)?;
        }
        let mut budget = self.limits.budget();
        // The remaining time is for this game.
        budget.time = budget.time.map(|time| time.saturating_sub(clock.elapsed()));
        let solving = SolveOptions {
            model: self.model,
            lenient: self.lenient,
            ..SolveOptions::new(budget, self.threads.threads())
        };
        let solve = Solve::new(&source, &rules, &solving, &path, &console.stop);
        let proved = solve.prepare()?;
        solve.run(&proved, &mut |_| ())?;
        DesignReport::new(&Database::open(&path)?, &rules, &budget, &console.stop)
    }
}

fn text(answer: &Answer) -> String {
    let comparison = &answer.comparison;
    let mut text = String::new();
    for report in &comparison.reports {
        text += &format!("{BOLD}{}{BOLD:#}\n", report.game);
        text += &paragraph::paragraph(report.sentences.first().map_or("", String::as_str), paragraph::width(), 2);
    }
    let numbers: Vec<usize> = (1..HEADINGS.len() - 1).collect();
    let mut rows = table::table(&HEADINGS, &numbers, 1);
    for row in comparison.rows() {
        rows.add_row(table::row(row));
    }
    text += &format!("\n{}", table::text(&rows));
    if !comparison.why.is_empty() {
        text.push('\n');
    }
    for sentence in &comparison.why {
        text += &paragraph::paragraph(&format!("- {sentence}"), paragraph::width(), 2);
    }
    for failed in &answer.failed {
        text += &format!("{BAD}no report{BAD:#} of {}: {}\n", failed.game, failed.error);
    }
    if let Some(html) = &answer.html {
        text += &format!("\n{DIM}page{DIM:#}  {html}\n");
    }
    text
}
