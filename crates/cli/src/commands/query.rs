//! `backsolve query DB [MOVES]`: what a position is worth, and every move in it.

mod text;

use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Instant;

use ::query::{Answer as Judged, Distance, Move, Oracle, Position};
use clap::Args;
use serde::Serialize;

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions};
use crate::load::{RulesArgument, RulesOptions, unopened};

const EXAMPLES: &str = "\
Moves:
  One move per ply, that of the role which has a choice; where nobody has one, what happens.
  Only names count, brackets and commas just separate them: \"(mark 1 1) (mark 2 2)\",
  \"mark(1,1), mark(2,2)\" and mark 1 1 mark 2 2 are the same two moves. Where all legal moves
  begin with the same word it may be left out: 1 1 2 2.

States:
  All facts that hold, as the rules write them: --state \"(cell 1 1 x) (cell 1 2 b) ... (control o)\",
  perhaps each as (true ...). Facts that hold in every state may be left out.

Examples:
  backsolve query ttt.solution                     the start of the game
  backsolve query ttt.solution mark 2 2 mark 1 2   after two moves
  backsolve query ttt.solution --state - < facts   a state from standard input
  backsolve query ttt.solution --rules copy.kif    in the names of a renamed copy of the game
  backsolve query --json ttt.solution              for programs: value, distance, moves, line

How to read it:
  *  the move gives the role to move as much as any
  + win   = draw   - loss, for the role to move, in games of two

Exit codes:
  0 done   2 no such solution, illegal moves or no state of the game   3 a limit was reached   4 damaged";

/// Bytes of a solution whose hashes are checked before it is asked: that takes a moment. Larger ones are checked by `verify` only.
const CHECKED: u64 = 256 << 20;

/// Positions in which the best line is followed at most.
const LONGEST_LINE: usize = 200;

/// What a position is worth, every move in it best first, and how best play goes on
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Query {
    /// Solution: the directory that `backsolve solve` wrote
    #[arg(value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: PathBuf,

    /// Moves from the start of the game [default: none]
    #[arg(value_name = "MOVES", conflicts_with = "state", allow_hyphen_values = true)]
    moves: Vec<String>,

    /// A state as facts instead of moves, - for standard input
    #[arg(long, value_name = "FACTS", allow_hyphen_values = true)]
    state: Option<String>,

    /// Answer in the names of these rules: those of the solution or a renamed copy
    #[arg(long, value_name = "RULES", value_hint = clap::ValueHint::FilePath)]
    rules: Option<String>,

    /// Positions to look at for distances that the solution does not store
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    search: usize,

    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Serialize)]
struct Answer {
    database: String,
    game: String,
    /// Whether all of the game is solved.
    complete: bool,
    roles: Vec<String>,
    state: Vec<String>,
    terminal: bool,
    /// The role that has no legal move although the game is not over, where one has none.
    stuck: Option<String>,
    to_move: Option<String>,
    value: Option<Vec<i32>>,
    distance: Option<u32>,
    /// Whether best play goes on for ever.
    endless: bool,
    /// Whether several roles choose at once, so that no move is the best.
    at_once: bool,
    moves: Vec<MoveAnswer>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    joint: Vec<String>,
    value: Option<Vec<i32>>,
    distance: Option<u32>,
    endless: bool,
    best: bool,
}

impl Query {
    /// Asks and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        let unanswered = |early: Early| Err(early.unfinished("there is no answer yet"));
        let answer = self.limits.watch(console, clock).over(unanswered, || self.ask(console, clock))?;
        console.answer(&answer, || text::text(&answer))?;
        Ok(Exit::Done)
    }

    fn ask(&self, console: &Console, clock: Instant) -> Result<Answer, Error> {
        let mut oracle = self.open(console)?;
        let limits = interpret::Limits {
            bytes: self.limits.budget().memory,
            deadline: self.limits.budget().deadline(clock),
            ..interpret::Limits::default()
        };
        oracle.set_limits(limits);
        oracle.set_effort(self.search);
        let position = self.position(&mut oracle)?;
        let judged = oracle.answer(&position)?;
        let complete = oracle.database().manifest().progress.is_complete();
        if judged.value.is_none() && complete {
            return Err(Error::input(
                "this state can't be reached from the start, so the solution has no value for it",
            ));
        }
        let line = oracle.line(&position, LONGEST_LINE)?;
        Ok(Answer::new(&oracle, &position, judged, line, complete))
    }

    fn open(&self, console: &Console) -> Result<Oracle, Error> {
        let oracle = Oracle::open(&self.database).map_err(|error| unopened(&self.database, error.into()))?;
        let files = oracle.database().manifest().layers.iter().filter_map(|layer| layer.value_file.as_ref());
        if files.map(|file| file.bytes).sum::<u64>() <= CHECKED {
            oracle.database().check_hashes()?;
        }
        let Some(name) = &self.rules else { return Ok(oracle) };
        let lenient = oracle.database().manifest().question.lenient;
        let (_, rules) = RulesOptions { rules: RulesArgument { name: name.clone() }, lenient }.load(console)?;
        Ok(oracle.with_rules(&rules)?)
    }

    fn position(&self, oracle: &mut Oracle) -> Result<Position, Error> {
        match self.state.as_deref() {
            None => {
                let start = oracle.initial()?;
                Ok(oracle.play(&start, &self.moves.join(" "))?)
            }
            Some("-") => {
                let mut text = String::new();
                let most = gdl::source::MAX_BYTES as u64;
                let read = io::stdin().lock().take(most).read_to_string(&mut text);
                read.map_err(|error| Error::input(format_args!("can't read standard input: {error}")))?;
                Ok(oracle.state(&text)?)
            }
            Some(facts) => Ok(oracle.state(facts)?),
        }
    }
}

impl Answer {
    fn new(oracle: &Oracle, position: &Position, judged: Judged, line: Vec<Move>, complete: bool) -> Answer {
        let answer = |one: Move| MoveAnswer {
            text: one.text,
            joint: one.joint,
            value: one.value,
            distance: one.distance.plies(),
            endless: one.distance == Distance::Endless,
            best: one.best,
        };
        Answer {
            database: oracle.database().path().display().to_string(),
            game: oracle.database().manifest().question.name.clone(),
            complete,
            roles: oracle.roles().to_vec(),
            state: oracle.facts(position),
            terminal: judged.terminal,
            stuck: judged.stuck.map(|role| oracle.roles()[role].clone()),
            to_move: judged.to_move.map(|role| oracle.roles()[role].clone()),
            value: judged.value,
            distance: judged.distance.plies(),
            endless: judged.distance == Distance::Endless,
            at_once: judged.at_once,
            moves: judged.moves.into_iter().map(answer).collect(),
            line: line.into_iter().map(|one| one.text).collect(),
        }
    }
}
