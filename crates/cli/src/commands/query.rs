//! `backsolve query DB [MOVES]`: the value of a position, and of every move in it.

mod advice;
mod drawn;
pub mod expected;
mod lines;
mod text;

pub use text::repeats;

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Instant;

use ::query::{Answer as Judged, Distance, ExpectedOracle, Line, LineEnd, Oracle, Position, ValuedMove};
use clap::Args;
use operations::solve::check_small;
use serde::Serialize;
use solution::{Model, Reduction};

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions};
use crate::load::{RulesOptions, refuse_unsolvable, unopened, warnings_of};
use expected::ExpectedAnswer;

const EXAMPLES: &str = "\
Moves:
  One move per ply, for the role to move, even if it has only one. Idle moves, which change nothing,
  such as waiting, may be given before or after it, or left out. Places of a grid are written as in chess,
  a1 b2, or as in the rules. Brackets and commas only separate: mark a1 mark b2,
  \"(mark 1 1) (mark 2 2)\" and \"mark(1,1), mark(2,2)\" are the same two moves. If all legal moves start
  with the same word, it may be left out: a1 b2.

States:
  All true facts, as written in the rules: --state \"(cell 1 1 x) (cell 1 2 b) ... (control o)\",
  optionally each as (true ...), or with the names of the board: cell a1 x. Facts that are true in every state may
  be left out.

Examples:
  backsolve query ttt.solution                     the initial state
  backsolve query ttt.solution b2 a2               after two moves
  backsolve query ttt.solution --state - < facts   a state from standard input
  backsolve query ttt.solution --rules copy.kif    in the names of a renamed copy of the game
  backsolve query ttt.solution --time 30s          search for distances that are not stored
  backsolve query ttt.solution --random --value win    a random position that the role to move wins
  backsolve query ttt.solution --stdin < positions one position per line, as moves or facts
  backsolve query --json ttt.solution              for programs: value, distance, moves, line

How to read it:
  *  optimal: no move is better for the role to move, by the opponent model of the solution
  + win   = draw   - loss, for the role to move, in games of two
  plies: moves until the game ends; the winner shortens, the loser prolongs, at equal rewards both prolong,
  and with one role or more than two every role shortens
  > 7    more than 7 plies: the distance is not stored and was not found within the limit
  ?      the solution has no value for this position

Distances:
  If the solution does not store distances, they are searched for: by default in 20,000 positions,
  with --time until that limit. `backsolve solve --distances` stores them.

Exit codes:
  0 done, also for games with chance   1 the game has hidden information
  2 no such solution, illegal moves or not a state of the game, or --rules, --stdin or --random with chance
  3 a limit was reached   4 damaged";

/// The number of positions searched for distances that are not stored, if no time is given.
const SEARCHED: usize = 20_000;

/// The fraction of `--time` for searching distances. The rest is for everything else.
const SEARCHING: f64 = 0.9;

/// Show the value of a position, all moves best first, and the best line
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Query {
    /// Solution: a directory written by `backsolve solve`
    #[arg(value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: PathBuf,

    /// Moves from the start of the game [default: none]
    #[arg(value_name = "MOVES", conflicts_with = "state", allow_negative_numbers = true)]
    moves: Vec<String>,

    /// A state as facts instead of moves; - for standard input
    #[arg(long, value_name = "FACTS", allow_hyphen_values = true)]
    state: Option<String>,

    /// Positions on standard input, one per line as moves or facts, each with its answer: a line of text, with --json a
    /// JSON object per line
    #[arg(long, conflicts_with_all = ["state", "moves", "random"])]
    stdin: bool,

    /// A position drawn uniformly from all that are solved
    #[arg(long, conflicts_with_all = ["state", "moves"])]
    random: bool,

    /// With --random: only positions with this value, as for `find`: win, 100,0 or ROLE=win
    #[arg(long, value_name = "V", requires = "random", allow_hyphen_values = true)]
    value: Option<String>,

    /// With --random: the same seed draws the same position [default: another one each time]
    #[arg(long, value_name = "N", requires = "random")]
    seed: Option<u64>,

    /// Use the names of these rules: those of the solution or a renamed copy
    #[arg(long, value_name = "RULES", value_hint = clap::ValueHint::FilePath)]
    rules: Option<OsString>,

    /// Limit on positions searched for distances that are not stored [default: 20,000; no limit with --time]
    #[arg(long, value_name = "N")]
    search: Option<usize>,

    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Serialize)]
struct Answer {
    database: String,
    game: String,
    /// Whether the whole game is solved.
    complete: bool,
    roles: Vec<String>,
    /// What a role maximises.
    model: Model,
    /// How rewards are read as win, draw or loss, if they are.
    reduction: Option<Reduction>,
    /// The moves as parsed, one per ply.
    played: Vec<String>,
    /// The same in the notation for people.
    #[serde(skip)]
    played_names: Vec<String>,
    state: Vec<String>,
    terminal: bool,
    /// The role without a legal move in a non-terminal position, if there is one.
    stuck: Option<String>,
    to_move: Option<String>,
    value: Option<Vec<i32>>,
    distance: Option<u32>,
    /// Whether optimal play is infinite.
    endless: bool,
    /// Whether the distance is neither known nor certainly infinite, and the lower bound in that case.
    distance_unknown: bool,
    distance_more_than: Option<u32>,
    /// Whether moves are simultaneous, so that none is the best.
    at_once: bool,
    moves: Vec<MoveAnswer>,
    line: Vec<String>,
    /// The same in the notation for people.
    #[serde(skip)]
    line_names: Vec<String>,
    /// `over` if the game ends, `repeats` if a position repeats, `cut` if the line is cut.
    line_end: &'static str,
    /// If a position repeats, the number of moves before its first occurrence. The moves after it repeat forever.
    line_repeats_from: Option<usize>,
    /// The board for people.
    #[serde(skip)]
    board: String,
    /// What to do if distances are unknown.
    advice: Vec<Advice>,
    /// Warnings about the answer.
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    /// The same in the notation for people.
    #[serde(skip)]
    name: String,
    joint: Vec<String>,
    value: Option<Vec<i32>>,
    distance: Option<u32>,
    endless: bool,
    distance_unknown: bool,
    distance_more_than: Option<u32>,
    best: bool,
}

/// A command and its effect.
#[derive(Serialize)]
struct Advice {
    command: String,
    effect: &'static str,
}

impl Query {
    /// Queries and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        self.limits.budget().check()?;
        let unanswered = |early: Early| Err(early.unfinished("there is no answer yet"));
        if self.limits.watch(console, clock).over(unanswered, || self.is_expected()) {
            let answer = self.limits.watch(console, clock).over(unanswered, || self.ask_expected(clock))?;
            console.warn(&answer.warnings);
            console.answer(&answer, || expected::text(&answer))?;
            return Ok(Exit::Done);
        }
        if self.stdin {
            return self.limits.watch(console, clock).over(unanswered, || self.ask_lines(console, clock));
        }
        let answer = self.limits.watch(console, clock).over(unanswered, || self.ask(console, clock))?;
        console.warn(&answer.warnings);
        console.answer(&answer, || text::text(&answer))?;
        Ok(Exit::Done)
    }

    fn ask(&self, console: &Console, clock: Instant) -> Result<Answer, Error> {
        let mut oracle = self.open(console)?;
        let (position, played) = match self.random {
            true => (self.random_position(&mut oracle, console)?, Vec::new()),
            false => self.position(&mut oracle)?,
        };
        let mut answer = self.ask_about(&mut oracle, clock, &position, played)?;
        if !console.is_json() {
            answer.board = self.drawn(&oracle, &answer.state, console).unwrap_or_default();
        }
        Ok(answer)
    }

    fn ask_about(
        &self,
        oracle: &mut Oracle,
        clock: Instant,
        position: &Position,
        played: Vec<(String, String)>,
    ) -> Result<Answer, Error> {
        let limits = interpret::InterpreterLimits {
            bytes: self.limits.budget().memory,
            deadline: self.limits.budget().deadline(clock),
            ..interpret::InterpreterLimits::default()
        };
        oracle.set_limits(limits);
        let time = self.limits.budget().time;
        oracle.set_effort(self.search.unwrap_or(if time.is_some() { usize::MAX } else { SEARCHED }));
        oracle.set_deadline(time.and_then(|time| clock.checked_add(time.mul_f64(SEARCHING))));
        let judged = oracle.answer(position)?;
        let complete = oracle.database().manifest().progress.is_complete();
        if complete && (judged.value.is_none() || !oracle.is_stored(position)?) {
            return Err(Error::input("this state is not reachable, so the solution has no value for it"));
        }
        let line = oracle.line(position, judged.distance, query::LONGEST_LINE)?;
        let mut answer = Answer::new(oracle, position, judged, line, complete);
        (answer.played, answer.played_names) = played.into_iter().unzip();
        if answer.lacks_distances() {
            let longer = oracle.is_out_of_effort().then(|| self.longer_search(&answer.state)).flatten();
            answer.advice = self.advice(longer, oracle.database().manifest());
        }
        Ok(answer)
    }

    /// The same for a game with chance or simultaneous moves.
    /// Whether the solution has expected rewards. A directory that cannot be read is reported when it is opened.
    fn is_expected(&self) -> bool {
        let manifest = solution::directory::read_manifest(&self.database).ok().flatten();
        manifest.is_some_and(|manifest| manifest.expected.is_some())
    }

    fn ask_expected(&self, clock: Instant) -> Result<ExpectedAnswer, Error> {
        let unsupported = [("--rules", self.rules.is_some()), ("--stdin", self.stdin), ("--random", self.random)];
        if let Some((option, _)) = unsupported.iter().find(|(_, given)| *given) {
            let what = format_args!("{option} takes solutions of games in which roles choose in turn without chance");
            return Err(Error::input(what));
        }
        let mut oracle = ExpectedOracle::open(&self.database)?;
        oracle.set_limits(interpret::InterpreterLimits {
            bytes: self.limits.budget().memory,
            deadline: self.limits.budget().deadline(clock),
            ..interpret::InterpreterLimits::default()
        });
        let (position, played) = match &self.state {
            None => {
                let start = oracle.initial()?;
                let plies = oracle.read(&start, &self.moves.join(" "))?;
                let position = plies.last().map_or(start, |ply| Position::from(ply.after.clone()));
                (position, plies.into_iter().map(|ply| (ply.text, ply.name)).collect())
            }
            Some(facts) => (oracle.state(&given(facts)?)?, Vec::new()),
        };
        let outlook = oracle.outlook(&position)?;
        let mut answer = ExpectedAnswer::new(&oracle, &position, outlook, played);
        answer.warnings = warnings_of(&oracle.database().manifest().question);
        Ok(answer)
    }

    fn open(&self, console: &Console) -> Result<Oracle, Error> {
        let oracle = Oracle::open(&self.database).map_err(|error| unopened(&self.database, error.into()))?;
        refuse_unsolvable(oracle.database().manifest())?;
        check_small(oracle.database())?;
        let Some(name) = &self.rules else { return Ok(oracle) };
        let lenient = oracle.database().manifest().question.lenient;
        let (_, rules) = RulesOptions { rules: name.clone().into(), lenient }.load(&self.limits, console)?;
        Ok(oracle.with_rules(&rules)?)
    }

    /// The position, and the plies to it with their names, if moves are given.
    fn position(&self, oracle: &mut Oracle) -> Result<(Position, Vec<(String, String)>), Error> {
        let position = match self.state.as_deref() {
            None => {
                let start = oracle.initial()?;
                let plies = oracle.read(&start, &self.moves.join(" "))?;
                let position = plies.last().map_or(start, |ply| Position::from(ply.after.clone()));
                return Ok((position, plies.into_iter().map(|ply| (ply.text, ply.name)).collect()));
            }
            Some(facts) => oracle.state(&given(facts)?)?,
        };
        Ok((position, Vec::new()))
    }
}

/// The facts that are given, or that stand in standard input.
fn given(facts: &str) -> Result<String, Error> {
    if facts != "-" {
        return Ok(facts.to_owned());
    }
    let mut text = String::new();
    let read = io::stdin().lock().take(gdl::source::MAX_BYTES as u64).read_to_string(&mut text);
    read.map_err(|error| Error::input(format_args!("can't read standard input: {error}")))?;
    Ok(text)
}

impl Answer {
    fn new(oracle: &Oracle, position: &Position, judged: Judged, line: Line, complete: bool) -> Answer {
        let answer = |one: ValuedMove| MoveAnswer {
            text: one.text,
            name: one.name,
            joint: one.joint,
            value: one.value,
            distance: one.distance.plies(),
            endless: one.distance == Distance::Endless,
            distance_unknown: one.distance.is_unknown(),
            distance_more_than: more_than(one.distance),
            best: one.best,
        };
        Answer {
            database: oracle.database().path().display().to_string(),
            game: oracle.database().manifest().question.name.clone(),
            complete,
            roles: oracle.roles().to_vec(),
            model: oracle.database().manifest().question.model,
            reduction: oracle.database().manifest().question.reduction,
            played: Vec::new(),
            played_names: Vec::new(),
            state: oracle.facts(position),
            terminal: judged.terminal,
            stuck: judged.stuck.map(|role| oracle.roles()[role].clone()),
            to_move: judged.to_move.map(|role| oracle.roles()[role].clone()),
            value: judged.value,
            distance: judged.distance.plies(),
            endless: judged.distance == Distance::Endless,
            distance_unknown: judged.distance.is_unknown(),
            distance_more_than: more_than(judged.distance),
            at_once: judged.at_once,
            moves: judged.moves.into_iter().map(answer).collect(),
            line_repeats_from: line.repeats_from,
            line: line.moves.iter().map(|one| one.text.clone()).collect(),
            line_names: line.moves.into_iter().map(|one| one.name).collect(),
            line_end: match line.end {
                LineEnd::Over => "over",
                LineEnd::Repeats => "repeats",
                LineEnd::Cut => "cut",
            },
            board: String::new(),
            advice: Vec::new(),
            warnings: warnings_of(&oracle.database().manifest().question),
        }
    }

    /// Whether some value is known without its distance.
    fn lacks_distances(&self) -> bool {
        let here = self.value.is_some() && self.distance_unknown;
        here || self.moves.iter().any(|one| one.value.is_some() && one.distance_unknown)
    }
}

fn more_than(distance: Distance) -> Option<u32> {
    match distance {
        Distance::MoreThan(plies) => Some(plies),
        _ => None,
    }
}
