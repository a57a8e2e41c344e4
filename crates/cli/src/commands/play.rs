//! `backsolve play GAME|DB`: play against the program, in the terminal.

mod advisor;
mod input;
mod screen;
mod session;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use ::board::Board;
use clap::Args;
use gdl::Rules;
use notation::Notation;
use operations::solve::rules_hash;
use operations::{drawing, strategies};
use play::{AnyDatabase, LEVELS, Levelled, MatchRecord, Playable, RandomPlayer, Settings};
use serde::Serialize;

use crate::console::{Console, DIM};
use crate::error::{Error, Exit};
use crate::limits::{Early, LimitOptions, ThreadOptions, Watch, parse_duration};
use crate::load::{RulesOptions, solution_of, warnings_of};
use crate::opened::{PlayedGame, any_database};
use advisor::Advisor;
use session::{Session, Table};

const EXAMPLES: &str = "\
While playing:
  a move            by its number in the list, or in words as `query` reads them: (mark 1 1), mark 1 1 or 1 1
  hint              what every move is worth, from the database: outcome and distance, or expected reward and how
                    often the optimal strategy makes it; without a database, the move that UCT prefers
  undo              take back your last move and the replies to it
  switch            change sides with the program
  save FILE         keep the game in a file, for `load` or `backsolve review`
  load FILE         go on with a game that was kept
  moves             the legal moves
  board             the board again
  quit              leave

Levels:
  Level 1 plays at random. Level 10 plays perfectly from a database, or else by UCT for --time per move. Each level
  beats the one below. A database is found by its default name, such as tic-tac-toe.solution.

Chance:
  The program rolls for the role `random`. In games with simultaneous moves it chooses before it sees your move; at
  level 10 with a database it draws its moves from an optimal strategy.

Examples:
  backsolve play tic-tac-toe                          you begin, against level 5
  backsolve play connect-four:5x5 --level 8 --time 2  a strong opponent, two seconds per move
  backsolve play ttt.solution --level 10 --as o       against perfect play, as the second player
  backsolve play ttt.solution --hints                 learn with the outcome of every move
  backsolve play pig:20 --level 10                    a game with dice
  backsolve review ttt.solution game.json             find the mistakes in a saved game

Exit codes:
  0 done   1 the game has hidden information   2 no such game, database or role   3 a limit was reached
  4 the database is damaged";

/// Play a game against the program, at ten levels of strength
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// Rule sheet or bundled game, as for `solve`, or a database written by `solve`
    #[arg(value_name = "GAME|DB", value_hint = clap::ValueHint::AnyPath)]
    game: OsString,

    /// Strength of the program, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = parse_level)]
    level: usize,

    /// Your role, by name or number [default: the first]
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,

    /// Show the outcome and distance of every move
    #[arg(long)]
    hints: bool,

    /// Thinking time of the program per move
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = parse_duration)]
    time: Duration,

    /// Seed of the program's choices [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Accept common violations of GDL, with a warning
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Serialize)]
struct Answer {
    /// The database, if there is one.
    database: Option<String>,
    /// The role that the user played last.
    you: String,
    level: usize,
    #[serde(flatten)]
    record: MatchRecord,
}

/// A game prepared for play, with its solution if there is one.
struct Ready {
    game: PlayedGame,
    board: Option<Board>,
    /// The notation of moves.
    notation: Notation,
}

fn parse_level(text: &str) -> Result<usize, String> {
    let wrong = || format!("give a number from 1 (random) to {LEVELS} (perfect or as strong as possible)");
    text.parse().ok().filter(|level| (1..=LEVELS).contains(level)).ok_or_else(wrong)
}

impl Play {
    /// Plays until the user quits or the input ends.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let early = |early: Early| Err(early.unfinished("the game is not over"));
        Watch::new(console).over(early, || self.play(console))
    }

    fn play(&self, console: &Console) -> Result<Exit, Error> {
        let ready = self.prepare(console)?;
        let role = self.role(&ready.game.playable)?;
        let (seed, threads) = (self.seed.unwrap_or_else(any_seed), self.threads.threads());
        let settings = Settings { threads, ..Settings::default() };
        let table = Table {
            console,
            hints: self.hints,
            level: self.level,
            time: self.time,
            advisor: Advisor::new(ready.game.database.clone(), settings.clone(), seed),
            dice: RandomPlayer::new(seed),
            program: Levelled::new(self.level, ready.game.database.clone(), settings, seed),
            ready: &ready,
        };
        let mut session = Session::new(table, role);
        session.run()?;
        if console.is_json() {
            let (you, record) = session.end();
            let database = ready.game.database.as_ref().map(|database| database.path().display().to_string());
            console.answer(&Answer { database, you, level: self.level, record }, String::new)?;
        }
        Ok(Exit::Done)
    }

    /// The role of the user: not the one that moves by chance.
    fn role(&self, playable: &Playable) -> Result<usize, Error> {
        let role = match &self.role {
            Some(name) => strategies::role(name, &playable.game)?,
            None => playable.players().next().unwrap_or(0),
        };
        match playable.random == Some(role) {
            true => Err(Error::input("the role `random` moves by chance: the program rolls for it")),
            false => Ok(role),
        }
    }

    /// Grounds and analyses the game, and opens its database.
    fn prepare(&self, console: &Console) -> Result<Ready, Error> {
        let path = Path::new(&self.game);
        let game = if path.is_dir() {
            let game = PlayedGame::open(path, console)?;
            game.database.iter().for_each(|database| console.warn(&warnings_of(&database.manifest().question)));
            game
        } else {
            let options = RulesOptions { rules: self.game.clone().into(), lenient: self.lenient };
            let (source, rules) = options.load_solvable(&LimitOptions::default(), console)?;
            let database = self.beside(&source.name, &rules, console);
            PlayedGame::new(source, &rules, database, console)?
        };
        let (board, notation) = drawing::drawn(&game.source, &game.playable.game);
        Ok(Ready { game, board, notation })
    }

    /// The solution that `solve` wrote under its default name, if it has the same rules.
    fn beside(&self, name: &str, rules: &Rules, console: &Console) -> Option<AnyDatabase> {
        let path = solution_of(name);
        let database = path.is_dir().then(|| any_database(&path).ok())??.0;
        let question = &database.manifest().question;
        let fits = question.rules_hash == rules_hash(rules) && question.lenient == self.lenient;
        fits.then(|| console.say(&format!("{DIM}with the database {}{DIM:#}", path.display())))?;
        Some(database)
    }
}

/// A random seed.
pub fn any_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
