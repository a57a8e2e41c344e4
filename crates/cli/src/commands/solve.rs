//! `backsolve solve RULES`: the outcome of every reachable state, kept as a database.

mod plan;
mod text;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use operations::report::Figures;
use operations::solve::SolveOptions;
use solution::{Algorithm, Engine, Model, Reduction};

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions, ThreadOptions};
use crate::load::{RulesOptions, solution_of, warnings};
use crate::names::{self, Chosen, one_of};
use crate::ordering::OrderOptions;
use crate::progress::Search;

const EXAMPLES: &str = "\
Examples:
  backsolve solve tic-tac-toe                         value, principal figures, and a database in ./tic-tac-toe.solution
  backsolve solve connect-four:5x5 --out c4           into the directory c4; run it again to go on after Ctrl-C
  backsolve solve clobber:3x4 --model difference      each maximises its lead instead of its own reward
  backsolve solve three-mens-morris --infinite 50,50  what it is worth to play on for ever
  backsolve solve clobber:4x5 --reduce sign           only who gets more counts, not how much
  backsolve solve tic-tac-toe --report html           with a page of figures in the database
  backsolve solve problem.pddl --plan problem.plan    an optimal plan, in the format of planners

Games:
  Roles must choose in turn: in no state may several have a choice. Games in which they choose at once are read,
  analysed, played at random and counted (`check`, `info`, `simulate`, `reach`), and not solved.
  Nor are games of chance (a role `random`) or with hidden information (rules for `sees`).

Opponent models:
  own         maximise the own reward; where that is equal, leave the others less
  difference  maximise the lead over the best of the others; where that is equal, the own reward
  With more than two roles (max-n) the others count in the order of the roles, the first of them first:
  of outcomes that give me the same I take the one that gives the first of the others least, then the next.

Distances:
  The plies to the end: the winner shortens, the loser prolongs; at equal rewards both prolong.
  In cyclic games who gets more than by infinite play shortens, and who gets less prolongs. With one role or more
  than two everybody shortens. zero-sum and one-player always find distances.
  The other algorithms keep them in games of up to 131,072 states, and in games of up to 33,554,432 states
  unless they make the files twice as large or more. --distances keeps them always, --distances=no never.
  Given for a solved game that has none, --distances adds them without solving it again.

Reduced rewards:
  --reduce sign makes the larger reward a win (100/0), equal rewards a draw (50/50).
  --reduce LOSS,WIN looks at the first role's reward: more than WIN is a win, less than LOSS a loss, and all
  between them a draw, LOSS and WIN included. --reduce 25,75: 76 wins, 75 and 25 draw, 24 loses.

Figures:
  Time is counted over all runs, memory is the most that the process held. With --json, `seconds` and
  `peak_bytes` are these, `run_seconds` is the time of this run, and `engine_bytes` and `peak_nodes` are what the
  engine took in this run by its own account.

Algorithms:
  auto        chosen from what is proved about the game, and said why
  layered     all layers forward, then each from the one behind it
  fixpoint    states whose successors are all solved, over and over
  zero-sum    attractors per reward threshold; two roles with a constant sum; cycles allowed
  one-player  the best reward that can be reached; playing on for ever counts as one where that is possible
  restart     a matrix of reward vectors that starts again whenever a state is in two of them; very slow,
              for small games and comparison only

Engines:
  auto        packed states first; diagrams take over where they need less work or memory (said, and kept in the database)
  symbolic    decision diagrams: whole layers at once, for games with far more states than memory has room for
  explicit    packed states, sorted layer by layer, spilled to the disk where memory is short

Exit codes:
  0 done   1 the game can't be solved so   2 bad usage   3 a limit was reached: run it again to go on
  4 the database is damaged   130 interrupted: run it again to go on";

/// Kinds of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportFormat {
    /// A page with figures
    Html,
}

/// Solve the game: the outcome of every reachable state under optimal play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    #[command(flatten)]
    rules: RulesOptions,

    /// Directory of the database [default: the name of the game with .solution]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Solve anew: remove the solution that is in the directory first
    #[arg(long)]
    force: bool,

    /// What a role tries to get: own or difference
    #[arg(long, value_parser = one_of(Model::ALL.iter().map(|model| (model.name(), *model))), default_value = "own", hide_possible_values = true)]
    model: Model,

    /// How to solve: auto, layered, fixpoint, zero-sum, one-player or restart
    #[arg(long, value_parser = names::algorithm(), default_value = "auto", hide_possible_values = true)]
    algorithm: Chosen<Algorithm>,

    /// What computes: auto, symbolic (decision diagrams) or explicit (packed states)
    #[arg(long, value_parser = names::engine(), default_value = "auto", hide_possible_values = true)]
    engine: Chosen<Engine>,

    #[command(flatten)]
    order: OrderOptions,

    /// Rewards of infinite play, one per role [default: equal shares of a constant sum; with one role, the lowest goal
    /// value]
    #[arg(long, value_name = "V1,V2", value_delimiter = ',', allow_hyphen_values = true)]
    infinite: Option<Vec<i32>>,

    /// Read the rewards of two roles as win, draw or loss: by the larger reward, or by the first role's: a win above
    /// WIN, a loss below LOSS
    #[arg(long, value_name = "sign|LOSS,WIN", allow_hyphen_values = true)]
    reduce: Option<Reduction>,

    /// Keep the number of plies to the end with every value, or add it to a solved game: yes or no [default: where that
    /// is cheap]
    #[arg(
        long,
        value_name = "yes|no",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "yes",
        value_parser = clap::builder::BoolishValueParser::new(),
        hide_possible_values = true
    )]
    distances: Option<bool>,

    /// Write a report into the database: html, one page with figures
    #[arg(long, value_enum, value_name = "html", hide_possible_values = true)]
    report: Option<ReportFormat>,

    /// Write the best line of a game with one role to a file, as a plan: one move per line. Keeps distances, so that no
    /// plan is shorter
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,

    /// Say on standard error what is committed to the database, layer by layer
    #[arg(long, short)]
    verbose: bool,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

impl Solve {
    /// Solves, or goes on solving, and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        let (source, rules) = self.rules.load_solvable(&self.limits, console)?;
        let path = self.out.clone().unwrap_or_else(|| solution_of(&source.name));
        if self.order.is_question() {
            let proved = operations::prove(&rules, &self.limits.budget(), &console.stop)?;
            return self.order.print(console, source.name, &proved, &self.limits);
        }
        if self.plan.is_some() {
            plan::check_one_role(rules.roles.len())?;
        }
        let options = self.options();
        let solve = operations::solve::Solve::new(&source, &rules, &options, &path, &console.stop);
        let work = || self.figures(console, &source.name, &path, &solve);
        let figures = self.limits.watch(console, clock).over(|early| Err(early_end(&solve, early)), work)?;
        if let Some(path) = &self.plan {
            plan::write(&figures, gddl::is_planning(&source), path)?;
        }
        console.answer(&figures, || text::text(&figures))?;
        Ok(Exit::Done)
    }

    fn figures(
        &self,
        console: &Console,
        name: &str,
        path: &Path,
        solve: &operations::solve::Solve<'_>,
    ) -> Result<Figures, Error> {
        let progress = Search::new(console);
        progress.tell("grounding the rules and proving properties of the game".to_owned());
        let proved = solve.prepare()?;
        progress.tell("searching".to_owned());
        let solved = solve.run(&proved, &mut |report| match self.verbose {
            true => console.say(&format!("committed {}", report.file)),
            false => progress.solving(report),
        })?;
        drop(progress);
        let mut figures = Figures::new(&solved, path, &proved)?;
        figures.rules = name.to_owned();
        figures.distances_asked = self.distances;
        figures.warnings = warnings(figures.lenient);
        if self.report == Some(ReportFormat::Html) {
            figures.report = Some(operations::report::write(&figures, &solved.manifest, path)?);
        }
        Ok(figures)
    }

    fn options(&self) -> SolveOptions {
        SolveOptions {
            model: self.model,
            algorithm: self.algorithm,
            engine: self.engine,
            order: self.order.wanted().map(str::to_owned),
            infinite: self.infinite.clone(),
            reduction: self.reduce,
            distances: self.distances.or(self.plan.is_some().then_some(true)),
            lenient: self.rules.lenient,
            replace: self.force,
            budget: self.limits.budget(),
            threads: self.threads.threads(),
        }
    }
}

/// Why a solve ends before the game is solved.
fn early_end(solve: &operations::solve::Solve<'_>, early: Early) -> Error {
    match early {
        Early::Time => solve.late(),
        Early::Interrupted => solve.interrupted(),
    }
}
