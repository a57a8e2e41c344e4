//! `backsolve diff DB1 DB2`: where two solutions of the same game differ.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use explore::{DiffExample, SolutionDiff};
use operations::GroundSolution;
use operations::report::slashed;
use serde::Serialize;
use solution::Database;

use crate::console::{BOLD, Console, DIM, GOOD};
use crate::drawn::drawn;
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions};
use crate::load::warnings_of;
use crate::opened::Opened;
use crate::table::{self, count, grouped, row};

const EXAMPLES: &str = "\
Examples:
  backsolve solve clobber:3x4 --model difference --out lead.solution
  backsolve diff clobber-3x4.solution lead.solution            what the opponent model changes
  backsolve diff mine.solution variant.solution --examples 3   two variants of a rule, with positions
  backsolve diff --json a.solution b.solution                  for programs

What is compared:
  Positions are the same if their facts are. Roles are compared in the order of the rules. Positions in only one
  solution are counted separately. Both solutions are read completely.

Exit codes:
  0 no difference   1 the values or positions differ   2 no such solution, or of games with other roles
  3 a limit was reached   4 damaged   130 interrupted";

/// Compare two solutions of the same game: models, rule variants, sizes of the reward of infinite play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Diff {
    /// Solution: a directory that `backsolve solve` wrote
    #[arg(value_name = "DB1", value_hint = clap::ValueHint::DirPath)]
    first: PathBuf,

    /// The other solution
    #[arg(value_name = "DB2", value_hint = clap::ValueHint::DirPath)]
    second: PathBuf,

    /// Positions to show of each kind of difference
    #[arg(long, value_name = "N", default_value_t = 2)]
    examples: usize,

    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Serialize)]
struct Answer {
    first: SideAnswer,
    second: SideAnswer,
    roles: Vec<String>,
    /// Positions in both solutions.
    shared: u128,
    only_first: u128,
    only_second: u128,
    /// Positions in both solutions with different values.
    different: u128,
    /// Positions with the same value and different distances, if both store them.
    different_distances: u128,
    values: Vec<ChangeAnswer>,
    examples: Vec<ExampleAnswer>,
    examples_only_first: Vec<Vec<String>>,
    examples_only_second: Vec<Vec<String>>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct SideAnswer {
    database: String,
    game: String,
    model: String,
    value: Option<Vec<i32>>,
    states: u128,
}

#[derive(Serialize)]
struct ChangeAnswer {
    first: Vec<i32>,
    second: Vec<i32>,
    states: u128,
}

#[derive(Serialize)]
struct ExampleAnswer {
    state: Vec<String>,
    first: Vec<i32>,
    second: Vec<i32>,
    #[serde(skip)]
    drawn: String,
}

impl SideAnswer {
    fn new(database: &Database) -> SideAnswer {
        let manifest = database.manifest();
        SideAnswer {
            database: database.path().display().to_string(),
            game: manifest.question.name.clone(),
            model: manifest.question.model.to_string(),
            value: manifest.value().map(<[i32]>::to_vec),
            states: manifest.states(),
        }
    }
}

impl Diff {
    /// Compares and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        self.limits.budget().check()?;
        let unfinished = |early: Early| Err(early.unfinished("not all positions were compared"));
        let answer = self.limits.watch(console, clock).over(unfinished, || self.answer(console))?;
        console.warn(&answer.warnings);
        console.answer(&answer, || text(&answer))?;
        let is_same = answer.different == 0 && answer.only_first == 0 && answer.only_second == 0;
        Ok(if is_same { Exit::Done } else { Exit::No })
    }

    fn answer(&self, console: &Console) -> Result<Answer, Error> {
        let (first, second) = (Opened::new(&self.first)?, Opened::new(&self.second)?);
        let roles = [&first, &second].map(|one| one.database.manifest().encoding.roles.clone());
        if roles[0] != roles[1] {
            let what = format_args!("the roles are {} and {}", roles[0].join(", "), roles[1].join(", "));
            return Err(Error::input(format_args!("these are not solutions of the same game: {what}")));
        }
        let diff = SolutionDiff::of(&first.database, &second.database, self.examples, &|| console.stop.raised())?;
        if console.stop.raised() {
            return Err(Early::Interrupted.unfinished("not all positions were compared"));
        }
        let grounded = GroundSolution::new(&first.database, &first.rules, &self.limits.budget(), &console.stop).ok();
        let picture = |facts: &[String]| {
            let grounded = grounded.as_ref()?;
            let state = game::FluentIndex::new(&grounded.game).state(facts.iter().map(String::as_str)).ok()?;
            Some(drawn(&grounded.game, grounded.board.as_ref(), &state))
        };
        let example = |DiffExample { facts, first, second }: DiffExample| ExampleAnswer {
            drawn: picture(&facts).unwrap_or_else(|| format!("  {}\n", crate::state::shown(&facts))),
            state: facts,
            first,
            second,
        };
        let warnings = [&first, &second].into_iter().flat_map(|one| warnings_of(&one.database.manifest().question));
        let [roles, _] = roles;
        Ok(Answer {
            warnings: warnings.collect(),
            first: SideAnswer::new(&first.database),
            second: SideAnswer::new(&second.database),
            roles,
            shared: diff.shared,
            only_first: diff.only_first,
            only_second: diff.only_second,
            different: diff.different(),
            different_distances: diff.distances,
            values: diff
                .values
                .into_iter()
                .map(|((first, second), states)| ChangeAnswer { first, second, states })
                .collect(),
            examples: diff.examples.into_iter().map(example).collect(),
            examples_only_first: diff.examples_only_first,
            examples_only_second: diff.examples_only_second,
        })
    }
}

fn text(answer: &Answer) -> String {
    let side = |side: &SideAnswer| {
        let value = side.value.as_deref().map_or("not solved".to_owned(), slashed);
        format!("{}  {DIM}{}, model {}{DIM:#}  value {value}\n", side.database, side.game, side.model)
    };
    let mut text = format!("{BOLD}1{BOLD:#}  {}{BOLD}2{BOLD:#}  {}\n", side(&answer.first), side(&answer.second));
    let share = 100.0 * answer.different as f64 / answer.shared.max(1) as f64;
    text += &match answer.different {
        0 => format!("{GOOD}same value{GOOD:#} in all {} that both have\n", count(answer.shared, "position")),
        different => format!(
            "{BOLD}{}{BOLD:#} of {} that both have differ in value ({share:.1}%)\n",
            grouped(different),
            count(answer.shared, "position")
        ),
    };
    for (number, only) in [(1, answer.only_first), (2, answer.only_second)] {
        if only > 0 {
            text += &format!("{} only in {number}\n", count(only, "position"));
        }
    }
    if answer.different_distances > 0 {
        text += &format!(
            "{} with the same value and a different distance\n",
            count(answer.different_distances, "position")
        );
    }
    if !answer.values.is_empty() {
        let mut table = table::table(&["1", "2", "positions"], &[0, 1, 2], 3);
        for change in &answer.values {
            table.add_row(row([slashed(&change.first), slashed(&change.second), grouped(change.states)]));
        }
        text += &format!("\n{}", table::text(&table));
    }
    for example in &answer.examples {
        text += &format!("\n{} in 1, {} in 2\n{}", slashed(&example.first), slashed(&example.second), example.drawn);
    }
    for (number, states) in [(1, &answer.examples_only_first), (2, &answer.examples_only_second)] {
        for state in states {
            text += &format!("\nonly in {number}\n  {}\n", crate::state::shown(state));
        }
    }
    text
}
