//! `backsolve find DB`: positions that satisfy conditions, counted, listed or drawn at random.

mod output;

use std::io::{self, BufRead};
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use explore::{Criteria, Explorer, FindConditions, FoundCounts, FoundPositions, PassEstimate, Wanted};
use operations::GroundSolution;
use serde::Serialize;
use solution::StoredState;

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions};
use crate::load::warnings_of;
use crate::opened::Opened;
use crate::table::{count, roughly};

const EXAMPLES: &str = "\
Conditions:
  A position must satisfy all given conditions.
  --value win        the role to move wins; also draw and loss
  --value 100,0      one reward per role, _ for any
  --value x=win      for a role; also x=50, x>=50, x<50
  --where FACTS      true facts, as in the rules or with the names of the board: (cell 1 1 x), cell a1 x
  If a fact determines whose turn it is, a finished game counts for the role whose turn it would be;
  add --over no to exclude finished games.

What is fast:
  Values, distances, layers, facts, and the role to move if a fact determines it, are counted without listing positions.
  Conditions on moves (--optimal-moves, --zugzwang) need a pass over all positions that satisfy the others. The number
  of these positions and the expected time are printed first.

Examples:
  backsolve find c4.solution --value win --to-move x --where \"(cell 1 1 x)\"   the number of such positions
  backsolve find c4.solution --value draw --sample 5 --seed 1                  five of them, drawn uniformly
  backsolve find ttt.solution --value win --longest 3                          the longest wins
  backsolve find ttt.solution --per-distance                                   one position for every distance
  backsolve find ttt.solution --optimal-moves 1 --over no --first 10           one good move only
  backsolve find c4.solution --sample 1000 --format csv > positions.csv        for programs; also jsonl
  backsolve find ttt.solution --value draw --stdin < positions                 which of these are drawn?

Exit codes:
  0 done   1 the game has hidden information   3 a limit was reached   4 damaged   130 interrupted
  2 no such solution, role or fact, or a game with chance or simultaneous moves: ask for its positions with `query`";

/// Memory that a position takes until it is printed, and each of its facts.
const POSITION_BYTES: u128 = 400;
const FACT_BYTES: u128 = 100;

/// How positions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum PositionFormat {
    /// Counts, and positions with their boards
    #[default]
    Text,
    /// A line per position with a heading
    Csv,
    /// A JSON object per position and line
    Jsonl,
}

/// Find positions by value, distance, role to move, facts and moves: how many there are, and which
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Find {
    /// Solution: the directory that `backsolve solve` wrote
    #[arg(value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: PathBuf,

    #[command(flatten)]
    conditions: ConditionOptions,

    /// Show the first N positions
    #[arg(long, value_name = "N", group = "wanted", help_heading = "Positions")]
    first: Option<usize>,

    /// Show N different positions, drawn uniformly
    #[arg(long, value_name = "N", group = "wanted", help_heading = "Positions")]
    sample: Option<usize>,

    /// Show the N positions with the greatest distance
    #[arg(long, value_name = "N", group = "wanted", help_heading = "Positions")]
    longest: Option<usize>,

    /// Show one position for every distance
    #[arg(long, group = "wanted", help_heading = "Positions")]
    per_distance: bool,

    /// Of positions on standard input, one per line as moves or facts, show those that satisfy the conditions
    #[arg(long, group = "wanted", help_heading = "Positions")]
    stdin: bool,

    /// Seed of a sample: the same seed draws the same positions
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Positions")]
    seed: u64,

    /// How positions are written: text, csv or jsonl
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value_t,
        hide_possible_values = true,
        help_heading = "Positions"
    )]
    format: PositionFormat,

    #[command(flatten)]
    limits: LimitOptions,
}

/// Conditions on positions as options.
#[derive(Args, Clone, Debug, Default)]
pub struct ConditionOptions {
    /// Value: win, draw or loss for the role to move, one reward per role, or ROLE=win, ROLE>=50
    #[arg(long = "value", value_name = "V", allow_hyphen_values = true, help_heading = "Conditions")]
    values: Vec<String>,

    /// Plies to the end: 7, 3..9, 10.., ..4 or endless
    #[arg(long, value_name = "PLIES", help_heading = "Conditions")]
    distance: Option<String>,

    /// The role to move, by name or number
    #[arg(long, value_name = "ROLE", help_heading = "Conditions")]
    to_move: Option<String>,

    /// The layer: 7, 3..9, 10.. or ..4
    #[arg(long, value_name = "LAYER", help_heading = "Conditions")]
    layer: Option<String>,

    /// Facts that hold
    #[arg(long = "where", value_name = "FACTS", help_heading = "Conditions")]
    holds: Vec<String>,

    /// Facts that do not hold
    #[arg(long = "where-not", value_name = "FACTS", help_heading = "Conditions")]
    fails: Vec<String>,

    /// Whether the game is over: yes or no
    #[arg(
        long,
        value_name = "yes|no",
        value_parser = clap::builder::BoolishValueParser::new(),
        hide_possible_values = true,
        help_heading = "Conditions"
    )]
    over: Option<bool>,

    /// How many moves are optimal: 1, 2..4 or 3..
    #[arg(long, value_name = "N", help_heading = "Conditions")]
    optimal_moves: Option<String>,

    /// The role to move would get more if it were the other's turn
    #[arg(long, help_heading = "Conditions")]
    zugzwang: bool,
}

impl ConditionOptions {
    /// The conditions without the other options.
    pub fn conditions(&self) -> FindConditions {
        FindConditions {
            values: self.values.clone(),
            distance: self.distance.clone(),
            to_move: self.to_move.clone(),
            layer: self.layer.clone(),
            holds: self.holds.clone(),
            fails: self.fails.clone(),
            over: self.over,
            optimal_moves: self.optimal_moves.clone(),
            zugzwang: self.zugzwang,
        }
    }
}

#[derive(Serialize)]
struct Answer {
    database: String,
    game: String,
    roles: Vec<String>,
    /// Whether the whole game is solved.
    complete: bool,
    /// The number of positions that satisfy the conditions.
    states: u128,
    values: Vec<ValueCount>,
    /// Empty if distances are not stored.
    distances: Vec<DistanceCount>,
    layers: Vec<LayerCount>,
    /// The estimated cost of the pass over the positions, if one was needed.
    pass: Option<PassEstimate>,
    positions: Vec<PositionAnswer>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct ValueCount {
    value: Vec<i32>,
    states: u128,
}

#[derive(Serialize)]
struct DistanceCount {
    /// `None`: optimal play is infinite.
    distance: Option<u32>,
    states: u128,
}

#[derive(Serialize)]
struct LayerCount {
    layer: usize,
    states: u128,
}

/// A position that was found.
#[derive(Serialize)]
pub struct PositionAnswer {
    state: Vec<String>,
    to_move: Option<String>,
    value: Vec<i32>,
    distance: Option<u32>,
    /// Whether optimal play is infinite.
    endless: bool,
    layer: usize,
    /// The board as text.
    #[serde(skip)]
    drawn: String,
}

impl Find {
    /// Finds and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        self.limits.budget().check()?;
        let unfinished = |early: Early| Err(early.unfinished("not all positions were checked"));
        let answer = self.limits.watch(console, clock).over(unfinished, || self.answer(console))?;
        console.warn(&answer.warnings);
        match self.format {
            PositionFormat::Text => console.answer(&answer, || output::text(&answer, self.has_positions()))?,
            PositionFormat::Csv => console.print(&output::csv(&answer))?,
            PositionFormat::Jsonl => console.print(&output::json_lines(&answer)?)?,
        }
        Ok(Exit::Done)
    }

    fn answer(&self, console: &Console) -> Result<Answer, Error> {
        let budget = self.limits.budget();
        let Opened { database, rules } = Opened::new(&self.database)?;
        let GroundSolution { game, board } = GroundSolution::new(&database, &rules, &budget, &console.stop)?;
        let explorer = Explorer::new(&game, &database)?;
        let criteria = self.conditions.conditions().read(&explorer)?;
        let memory = budget.memory as u64 / 2;
        let pass = if self.stdin { None } else { explorer.estimate(&criteria, memory)? };
        if let Some(PassEstimate { states, seconds }) = pass {
            let time =
                if seconds < 1.0 { "less than a second".to_owned() } else { format!("about {}", roughly(seconds)) };
            console.say(&format!("checking {}, which takes {time}", count(states, "position")));
        }
        let found = match self.stdin {
            true => self.given(&explorer, &criteria, console)?,
            false if self.is_too_much(&explorer, &criteria, pass, memory)? => {
                return Err(Error::limit("so many positions do not fit in memory")
                    .hint("ask for fewer with --first or --sample, or allow more with --memory"));
            }
            false => explorer.find(&criteria, self.wanted(), memory, &|| console.stop.raised())?,
        };
        if console.stop.raised() {
            return Err(Early::Interrupted.unfinished("not all positions were checked"));
        }
        let manifest = database.manifest();
        let position = |stored: &StoredState| PositionAnswer::new(&explorer, board.as_ref(), stored);
        let positions = found.positions.iter().map(position).collect::<Result<Vec<_>, Error>>()?;
        let mut warnings = warnings_of(&manifest.question);
        if !manifest.progress.is_complete() {
            warnings.push("the solution is not complete; only solved positions are considered".to_owned());
        }
        let FoundCounts { states, values, distances, layers } = found.counts;
        Ok(Answer {
            database: self.database.display().to_string(),
            game: manifest.question.name.clone(),
            roles: manifest.encoding.roles.clone(),
            complete: manifest.progress.is_complete(),
            states,
            values: values.into_iter().rev().map(|(value, states)| ValueCount { value, states }).collect(),
            distances: distances.into_iter().map(|(distance, states)| DistanceCount { distance, states }).collect(),
            layers: layers.into_iter().map(|(layer, states)| LayerCount { layer, states }).collect(),
            pass,
            positions,
            warnings,
        })
    }

    /// Whether the positions that are wanted take more than so many bytes.
    fn is_too_much(
        &self,
        explorer: &Explorer<'_>,
        criteria: &Criteria,
        pass: Option<PassEstimate>,
        memory: u64,
    ) -> Result<bool, Error> {
        let wanted = match self.wanted() {
            Wanted::First(most) | Wanted::Longest(most) | Wanted::Sample { positions: most, .. } => most as u128,
            Wanted::Counts | Wanted::PerDistance => return Ok(false),
        };
        let each = POSITION_BYTES + FACT_BYTES * explorer.database().manifest().encoding.variables.len() as u128;
        let room = u128::from(memory) / each;
        if wanted <= room {
            return Ok(false);
        }
        let there_are = match pass {
            Some(pass) => pass.states,
            None => explorer.find(criteria, Wanted::Counts, memory, &|| false)?.counts.states,
        };
        Ok(there_are > room)
    }

    /// The positions on standard input that satisfy the conditions.
    fn given(&self, explorer: &Explorer<'_>, criteria: &Criteria, console: &Console) -> Result<FoundPositions, Error> {
        let mut found = FoundPositions { counts: FoundCounts::default(), positions: Vec::new() };
        for (number, line) in (1..).zip(io::stdin().lock().lines()) {
            let line = line.map_err(|error| Error::input(format_args!("can't read standard input: {error}")))?;
            if line.trim().is_empty() {
                continue;
            }
            let at = |error: &dyn std::fmt::Display| Error::input(format_args!("line {number}: {error}"));
            let state = explorer.position(&line).map_err(|error| at(&error))?;
            let stored = explorer.stored(&state)?;
            let stored = stored.ok_or_else(|| at(&"the solution does not have this position"))?;
            if criteria.accepts(explorer, &stored)? {
                found.add(explorer, stored);
            }
            if console.stop.raised() {
                break;
            }
        }
        Ok(found)
    }

    fn wanted(&self) -> Wanted {
        match (self.first, self.sample, self.longest) {
            (Some(most), ..) => Wanted::First(most),
            (_, Some(positions), _) => Wanted::Sample { positions, seed: self.seed },
            (.., Some(most)) => Wanted::Longest(most),
            _ if self.per_distance => Wanted::PerDistance,
            // These formats consist of rows only.
            _ if self.format != PositionFormat::Text => Wanted::First(usize::MAX),
            _ => Wanted::Counts,
        }
    }

    fn has_positions(&self) -> bool {
        self.stdin || self.wanted() != Wanted::Counts
    }
}

impl PositionAnswer {
    /// A stored state with its value and distance.
    pub fn new(
        explorer: &Explorer<'_>,
        board: Option<&board::Board>,
        stored: &StoredState,
    ) -> Result<PositionAnswer, Error> {
        let database = explorer.database();
        let (state, outcome) = (explorer.state(&stored.values), database.outcome(stored));
        let to_move = explorer.oracle().answer(&state)?.to_move;
        Ok(PositionAnswer {
            state: database.facts().facts(&stored.values).into_iter().map(str::to_owned).collect(),
            to_move: to_move.map(|role| explorer.roles()[role].clone()),
            value: outcome.rewards.clone(),
            distance: outcome.distance,
            endless: outcome.distance.is_none() && database.manifest().has_distances(),
            layer: stored.layer,
            drawn: crate::drawn::drawn(explorer.game(), board, &state),
        })
    }
}
