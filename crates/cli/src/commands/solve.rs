//! `backsolve solve RULES`: the outcome of every reachable state, stored as a database.

pub mod expected;
mod plan;
mod text;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use gdl::{Rules, Source};
use operations::StartRequest;
use operations::report::{DesignReport, ExpectedReport, Figures};
use operations::solve::SolveOptions;
use solution::manifest::StartPosition;
use solution::{Algorithm, Engine, Model, Reduction};

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions, ThreadOptions};
use crate::load::{RulesOptions, solution_from, warnings};
use crate::names::{self, Chosen, one_of};
use crate::opened::Opened;
use crate::ordering::OrderOptions;
use crate::progress::Search;

const EXAMPLES: &str = "\
Examples:
  backsolve solve tic-tac-toe                         the value, key figures, and a database in ./tic-tac-toe.solution
  backsolve solve connect-four:5x5 --out c4           into the directory c4; after Ctrl-C, run it again to resume
  backsolve solve clobber:3x4 --model difference      each role maximises its lead instead of its own reward
  backsolve solve three-mens-morris --infinite 50,50  set the rewards of infinite play
  backsolve solve clobber:4x5 --reduce sign           only the larger reward counts, not the amounts
  backsolve solve tic-tac-toe --report html           also write a page of figures
  backsolve solve connect-four:4x4 --from \"a b\"       from the position after two moves
  backsolve solve nim:1,2,3 --first second            the other role moves first
  backsolve solve problem.pddl --plan problem.plan    also write an optimal plan, in the format of planners

Games:
  Where roles choose in turn, values are rewards. Where they choose at once, or a role `random` moves by chance,
  values are expected rewards: exact fractions as long as these are short, otherwise proved bounds. Roles that
  choose at once must be two whose rewards sum to a constant; --security takes all others. Cyclic games with chance
  are solved to a --precision. Games with `sees` rules are solved if these
  tell every role the state.

Opponent models:
  own         maximise the own reward; break ties by the lowest reward for the others
  difference  maximise the lead over the best of the others; break ties by the own reward
  With more than two roles (max-n), ties are broken in the order of the roles: first by the lowest reward of the
  first of the others, then of the next.

Distances:
  The plies to the end: the winner shortens, the loser prolongs; at equal rewards both prolong.
  In cyclic games a role that gets more than by infinite play shortens, and one that gets less prolongs. With one role
  or more than two every role shortens. zero-sum and one-player always find distances.
  The other algorithms keep them in games of up to 131,072 states, and in games of up to 33,554,432 states
  unless they make the files twice as large or more. --distances always keeps them, --distances=no never does.
  For a solved game without distances, --distances adds them without solving it again.

Reduced rewards:
  --reduce sign makes the larger reward a win (100/0), equal rewards a draw (50/50).
  --reduce LOSS,WIN looks at the first role's reward: more than WIN is a win, less than LOSS is a loss, and LOSS to
  WIN is a draw. With --reduce 25,75, 76 wins, 75 and 25 draw, 24 loses.

Figures:
  Time is the total over all runs, memory the peak of the process. With --json these are `seconds` and `peak_bytes`;
  `run_seconds` is the time of this run, and `engine_bytes` and `peak_nodes` are the engine's own counts in this run.

Algorithms:
  auto        chosen by the proved properties of the game, with the reason printed
  layered     all layers forward, then each layer from the next one
  fixpoint    repeatedly solves states whose successors are all solved
  zero-sum    attractors for each reward threshold; two roles with a constant sum; cycles allowed
  one-player  the best reachable reward, including that of infinite play where it is possible
  restart     a matrix of reward vectors that restarts whenever a state is in two of them; very slow,
              for small games and comparison only
  expectation matrix games and averages over successors, for games with chance or simultaneous moves

Engines:
  auto        packed states first; diagrams take over if they need less work or memory; the reason is printed and stored
  symbolic    decision diagrams: whole layers at once, for games with far more states than fit in memory
  explicit    packed states, sorted layer by layer, spilled to disk if memory is short

Exit codes:
  0 done   1 the game cannot be solved   2 bad usage   3 a limit was reached: run it again to resume
  4 the database is damaged   130 interrupted: run it again to resume";

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

    /// Directory for the database [default: the name of the game with .solution]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Solve from this position, moves from the start or all facts that hold, instead of the start of the sheet
    #[arg(long, value_name = "MOVES|FACTS", allow_hyphen_values = true)]
    from: Option<String>,

    /// The role that begins, where a fact of the rules tells whose turn it is [default: as the sheet says]
    #[arg(long, value_name = "ROLE")]
    first: Option<String>,

    /// Replace an existing solution in the directory
    #[arg(long)]
    force: bool,

    /// Opponent model: own or difference
    #[arg(long, value_parser = one_of(Model::ALL.iter().map(|model| (model.name(), *model))), default_value = "own", hide_possible_values = true)]
    model: Model,

    /// Algorithm: auto, layered, fixpoint, zero-sum, one-player, restart or expectation
    #[arg(long, value_parser = names::algorithm(), default_value = "auto", hide_possible_values = true)]
    algorithm: Chosen<Algorithm>,

    /// Engine: auto, symbolic (decision diagrams) or explicit (packed states)
    #[arg(long, value_parser = names::engine(), default_value = "auto", hide_possible_values = true)]
    engine: Chosen<Engine>,

    #[command(flatten)]
    order: OrderOptions,

    /// Rewards of infinite play, one per role [default: equal shares of a constant sum; with one role, the lowest goal
    /// value]
    #[arg(long, value_name = "V1,V2", value_delimiter = ',', allow_hyphen_values = true)]
    infinite: Option<Vec<i32>>,

    /// Reduce the rewards of two roles to win, draw and loss: by the larger reward (sign), or by the first role's (a win
    /// above WIN, a loss below LOSS)
    #[arg(long, value_name = "sign|LOSS,WIN", allow_hyphen_values = true)]
    reduce: Option<Reduction>,

    /// Store the plies to the end with every value, or add them to a solved game: yes or no [default: if that is cheap]
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

    /// Value of a role: what it can guarantee against all others together, whatever they want
    #[arg(long)]
    security: bool,

    /// How far the bounds of an expected reward may be apart in cyclic games with chance [default: 1e-6]
    #[arg(long, value_name = "WIDTH", value_parser = precision)]
    precision: Option<f64>,

    /// Write a report into the database: html, one page with figures
    #[arg(long, value_enum, value_name = "html", hide_possible_values = true)]
    report: Option<ReportFormat>,

    /// Write the best line of a game with one role to a file, as a plan: one move per line. Keeps distances, so that no
    /// plan is shorter
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,

    /// Report every commit to the database on standard error
    #[arg(long, short)]
    verbose: bool,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

impl Solve {
    /// Starts or resumes a solve, and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        let (source, rules) = self.rules.load_solvable(&self.limits, console)?;
        let (source, rules, from) = self.started(source, rules, console)?;
        let path = self.out.clone().unwrap_or_else(|| solution_from(&source.name, from.as_ref()));
        if self.order.is_question() {
            let proved = operations::prove(&rules, &self.limits.budget(), &console.stop)?;
            return self.order.print(console, source.name, &proved, &self.limits);
        }
        if self.plan.is_some() {
            plan::check_one_role(&rules)?;
        }
        let options = SolveOptions { from, ..self.options() };
        let solve = operations::solve::Solve::new(&source, &rules, &options, &path, &console.stop);
        let work = || self.answer(console, &source.name, &path, &solve);
        match self.limits.watch(console, clock).over(|early| Err(early_end(&solve, early)), work)? {
            Answer::Outcomes(figures) => {
                if let Some(path) = &self.plan {
                    plan::write(&figures, gddl::is_planning(&source), path)?;
                }
                console.answer(&*figures, || text::text(&figures))?;
            }
            Answer::Expected(report) => {
                if self.report.is_some() {
                    console.warn(&[
                        "no report: reports are for games in which roles choose in turn without chance".into()
                    ]);
                }
                console.answer(&*report, || expected::text(&report))?;
            }
        }
        Ok(Exit::Done)
    }

    /// The rules with the requested start.
    fn started(
        &self,
        source: Source,
        rules: Rules,
        console: &Console,
    ) -> Result<(Source, Rules, Option<StartPosition>), Error> {
        let request = StartRequest { from: self.from.clone(), first: self.first.clone() };
        if request.is_none() {
            return Ok((source, rules, None));
        }
        let (source, from) = request.apply(&source, &rules, &self.limits.budget(), &console.stop)?;
        let rules = operations::check(&source, self.rules.mode())?;
        Ok((source, rules, Some(from)))
    }

    fn answer(
        &self,
        console: &Console,
        name: &str,
        path: &Path,
        solve: &operations::solve::Solve<'_>,
    ) -> Result<Answer, Error> {
        let progress = Search::new(console);
        progress.tell("grounding and analysing the rules".to_owned());
        let proved = solve.prepare()?;
        progress.tell("searching".to_owned());
        let solved = solve.run(&proved, &mut |report| match self.verbose {
            true => console.say(&format!("committed {}", report.file)),
            false => progress.solving(report),
        })?;
        drop(progress);
        if let Some(mut report) = ExpectedReport::new(&solved, path) {
            report.rules = name.to_owned();
            report.warnings = warnings(report.lenient);
            return Ok(Answer::Expected(Box::new(report)));
        }
        let mut figures = Figures::new(&solved, path, &proved)?;
        figures.rules = name.to_owned();
        figures.distances_asked = self.distances;
        figures.warnings = warnings(figures.lenient);
        if self.report == Some(ReportFormat::Html) {
            let Opened { database, rules } = Opened::new(path)?;
            let design = DesignReport::new(&database, &rules, &self.limits.budget(), &console.stop)?;
            figures.report = Some(operations::report::write(&figures, &design, &solved.manifest, path)?);
        }
        Ok(Answer::Outcomes(Box::new(figures)))
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
            security: self.security,
            outcomes_only: false,
            precision: self.precision,
            lenient: self.rules.lenient,
            from: None,
            replace: self.force,
            budget: self.limits.budget(),
            threads: self.threads.threads(),
        }
    }
}

/// What a solve found.
enum Answer {
    /// Outcomes of states.
    Outcomes(Box<Figures>),
    /// Their expected rewards.
    Expected(Box<ExpectedReport>),
}

/// Reads a width of bounds.
fn precision(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(width) if width > 0.0 && width.is_finite() => Ok(width),
        _ => Err("it must be a number above 0, such as 1e-6".to_owned()),
    }
}

/// The error for a solve that ended early.
fn early_end(solve: &operations::solve::Solve<'_>, early: Early) -> Error {
    match early {
        Early::Time => solve.late(),
        Early::Interrupted => solve.interrupted(),
    }
}
