//! `backsolve simulate RULES`: random playouts and their speed.

mod interpreted;
mod statistics;

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use game::{Playouts, Tape};
use gdl::Rules;
use operations::grounding::{self, Grounded, TooLarge};
use serde::Serialize;

use crate::console::{BAD, BOLD, Console, DIM};
use crate::error::{Error, ErrorKind, Exit};
use crate::limits::{Early, LimitOptions, Watch};
use crate::load::RulesOptions;
use crate::playouts::Player;
use crate::state::shown;
use crate::table::{count, grouped};
use statistics::Statistics;

/// Runs whose median is the speed.
const RUNS: u64 = 5;

const EXAMPLES: &str = "\
Examples:
  backsolve simulate tic-tac-toe                          speed, game lengths, mean rewards
  backsolve simulate connect-four --playouts 100000       exactly this many games
  backsolve simulate chess.kif --engine interpreter       without grounding the rules

Each role chooses uniformly among its legal moves, and the same seed gives the same games. Speed is
joint moves per second on one core, the median of 5 runs. The batch engine grounds the rules and plays
512 games in parallel; a game that is too large to ground is played through the interpreter.";

/// Run random playouts: speed, game lengths, mean rewards
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Simulate {
    #[command(flatten)]
    rules: RulesOptions,

    /// Evaluator: batch, interpreter, or auto (batch if the game can be grounded)
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    engine: PlayoutEngine,

    /// Time for all five runs together
    #[arg(long, value_name = "N", default_value_t = 2.5, value_parser = crate::limits::parse_seconds, conflicts_with = "playouts")]
    seconds: f64,

    /// Number of games, without a time limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,

    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Stop games after this many plies
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: u64,

    #[command(flatten)]
    limits: LimitOptions,
}

/// What plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum PlayoutEngine {
    /// The batch engine if the game can be grounded, otherwise the interpreter
    #[default]
    Auto,
    /// The ground game, many games side by side
    Batch,
    /// The rules as they stand
    Interpreter,
}

#[derive(Serialize)]
struct Answer<'a> {
    rules: &'a str,
    roles: &'a [String],
    seed: u64,
    /// Whether the requested number of games was played.
    complete: bool,
    #[serde(flatten)]
    played: Played,
}

/// The playouts so far.
#[derive(Serialize)]
struct Played {
    engine: &'static str,
    /// Why the interpreter was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    too_large_to_ground: Option<String>,
    ground_seconds: Option<f64>,
    #[serde(flatten)]
    statistics: Statistics,
}

/// The message on Ctrl-C.
const UNFINISHED: &str = "the playouts are not finished";

impl Simulate {
    /// Plays and prints statistics.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let (source, rules) = self.rules.load(&self.limits, console)?;
        let clock = Instant::now();
        let roles: Vec<String> = rules.roles.iter().map(|role| rules.display(role).to_string()).collect();
        // Playouts check the clock themselves, and have results at the time limit.
        let late = |early: Early| Err(early.unfinished(UNFINISHED));
        let played = Watch::new(console).over(late, || self.play(&rules, clock, console));
        let played =
            played.map_err(|error| if error.kind() == ErrorKind::Interrupted { interrupted() } else { error })?;
        let complete = self.playouts.is_none_or(|wanted| played.statistics.played() >= wanted);
        let answer = Answer { rules: &source.name, roles: &roles, seed: self.seed, complete, played };
        console.answer(&answer, || text(&answer))?;
        if complete {
            return Ok(Exit::Done);
        }
        // The printed object also says that it is incomplete, and there must be only one object.
        console.complain(&Early::Time.unfinished(UNFINISHED));
        Ok(Exit::Limit)
    }

    /// Plays on the ground game if that is possible and not excluded.
    fn play(&self, rules: &Rules, clock: Instant, console: &Console) -> Result<Played, Error> {
        let deadline = self.limits.budget().deadline(clock);
        let interpreted = || {
            let statistics = self.interpreted(rules, deadline, console)?;
            Ok(Played { engine: "interpreter", too_large_to_ground: None, ground_seconds: None, statistics })
        };
        if self.engine == PlayoutEngine::Interpreter {
            return interpreted();
        }
        match grounding::ground_with_defects(rules, &self.limits.budget(), &console.stop)? {
            Grounded::Game(game) => {
                let ground_seconds = Some(clock.elapsed().as_secs_f64());
                let statistics = self.batch(&game, deadline, console)?;
                Ok(Played { engine: "batch", too_large_to_ground: None, ground_seconds, statistics })
            }
            Grounded::TooLarge(TooLarge { why, .. }) if self.engine == PlayoutEngine::Batch => {
                Err(Error::limit(why).hint("`--engine interpreter` plays without grounding"))
            }
            Grounded::TooLarge(TooLarge { why, .. }) => {
                let played = interpreted().map_err(|error: Error| match error.kind() {
                    ErrorKind::Interrupted => error,
                    _ => error.after(&why),
                })?;
                Ok(Played { too_large_to_ground: Some(why), ..played })
            }
        }
    }

    /// The number of games in run `index`.
    fn games(&self, index: u64) -> u64 {
        self.playouts.map_or(u64::MAX, |all| all / RUNS + u64::from(index < all % RUNS))
    }

    /// The time limit of run `index`: its share of the remaining time.
    fn time(&self, index: u64, deadline: Option<Instant>) -> Option<Duration> {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if self.playouts.is_some() {
            return left;
        }
        let share = Duration::from_secs_f64(self.seconds / RUNS as f64);
        Some(left.map_or(share, |left| share.min(left / (RUNS - index) as u32)))
    }

    /// Whether there is no time for another run, and there already are results.
    fn is_over(&self, deadline: Option<Instant>, statistics: &Statistics) -> bool {
        deadline.is_some_and(|deadline| Instant::now() >= deadline) && !statistics.runs.is_empty()
    }

    fn runs(&self) -> impl Iterator<Item = u64> {
        (0..RUNS).filter(|&run| self.games(run) > 0)
    }

    fn batch(&self, game: &game::Game, deadline: Option<Instant>, console: &Console) -> Result<Statistics, Error> {
        let tape = Tape::new(game).map_err(Error::bug)?;
        let mut statistics = Statistics::new(game.roles.len());
        for run in self.runs() {
            if console.stop.raised() {
                return Err(interrupted());
            }
            if self.is_over(deadline, &statistics) {
                break;
            }
            let playouts = Playouts {
                seed: self.seed.wrapping_mul(RUNS).wrapping_add(run),
                games: self.games(run),
                max_plies: self.max_plies,
                time: self.time(run, deadline),
            };
            statistics.add_batch(&playouts.run(&tape), game);
        }
        Ok(statistics)
    }

    fn interpreted(&self, rules: &Rules, deadline: Option<Instant>, console: &Console) -> Result<Statistics, Error> {
        let mut player = Player::new(rules, &self.limits, deadline, self.seed)?;
        let mut statistics = Statistics::new(rules.roles.len());
        for run in self.runs() {
            if self.is_over(deadline, &statistics) {
                break;
            }
            let end = self.time(run, deadline).and_then(|time| Instant::now().checked_add(time));
            player.reseed(self.seed.wrapping_mul(RUNS).wrapping_add(run));
            interpreted::run(&mut player, self.games(run), self.max_plies, end, &console.stop, &mut statistics)?;
        }
        Ok(statistics)
    }
}

fn interrupted() -> Error {
    Early::Interrupted.unfinished(UNFINISHED)
}

fn text(answer: &Answer<'_>) -> String {
    let Played { engine, too_large_to_ground, ground_seconds, statistics } = &answer.played;
    let engine = match (*engine, *ground_seconds) {
        ("batch", Some(seconds)) => format!("batch, ground in {seconds:.2} s"),
        (engine, _) => engine.to_string(),
    };
    let mut lines = format!("{BOLD}{}{BOLD:#}  {DIM}{engine}{DIM:#}\n", answer.rules);
    if let Some(why) = too_large_to_ground {
        lines += &format!("{BAD}note{BAD:#}: {why}; the interpreter plays instead\n");
    }
    let mut line = |name: &str, value: String| lines += &format!("  {name:<9} {value}\n");
    line(
        "speed",
        format!(
            "{} plies/s, median of {}",
            grouped(statistics.plies_per_second as u64),
            count(statistics.runs.len(), "run")
        ),
    );
    line("games", format!("{} ended{}", grouped(statistics.games), statistics.irregular()));
    if let Some(length) = &statistics.length {
        let (shortest, longest) = (grouped(length.shortest), grouped(length.longest));
        line("plies", format!("{:.1} on average, {shortest} to {longest}", length.mean));
        let rewards = answer.roles.iter().zip(&statistics.rewards).map(|(role, mean)| format!("{role} {mean:.1}"));
        line("rewards", rewards.collect::<Vec<_>>().join("   "));
    }
    for (what, state) in statistics.examples() {
        lines += &format!("{BAD}note{BAD:#}: {what}, for example in\n      {}\n", shown(state));
    }
    lines
}
