//! `backsolve play GAME|DB`: play against the program, in the terminal.

mod input;
mod screen;
mod session;

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ::board::{Board, Drawing};
use clap::Args;
use gdl::Rules;
use notation::Notation;
use operations::Budget;
use operations::solve::rules_hash;
use play::{LEVELS, Levelled, MatchRecord, Perfect, Playable, Settings};
use prove::ProvedGame;
use serde::Serialize;
use solution::Database;

use crate::console::{Console, DIM};
use crate::error::{Error, ErrorKind, Exit};
use crate::limits::{Early, LimitOptions, ThreadOptions, Watch, parse_duration};
use crate::load::{RulesArgument, RulesOptions, solution_of};
use crate::opened::Opened;
use session::{Session, Table};

const EXAMPLES: &str = "\
While playing:
  a move            by its number in the list, or in words as `query` reads them: (mark 1 1), mark 1 1 or 1 1
  hint              the outcome and the distance of every move, from the database; without one, what UCT would play
  undo              take your last move back, and the replies to it
  switch            change sides with the program
  save FILE, load FILE
  moves, board, help, quit

Levels:
  1 plays at random, 10 as well as it can: perfectly from a database, else by UCT for --time per move. Each level beats
  the one below. A directory made by `backsolve solve` is found by its usual name, tic-tac-toe.solution.

Examples:
  backsolve play tic-tac-toe                          you begin, against level 5
  backsolve play connect-four:5x5 --level 8 --time 2  a strong opponent, two seconds a move
  backsolve play ttt.solution --level 10 --as o       against perfect play, as the second player
  backsolve play ttt.solution --hints                 learn: every move with its outcome
  backsolve review ttt.solution game.json             afterwards: where was the saved game lost?

Exit codes:
  0 done   1 the game has chance or hidden information   2 no such game, database or role   3 a limit was reached
  4 the database is damaged";

/// Play a game against the program, at ten levels of strength
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// A rule sheet or bundled game as for `solve`, or a database that `solve` wrote
    #[arg(value_name = "GAME|DB", value_hint = clap::ValueHint::AnyPath)]
    game: OsString,

    /// Strength of the program, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = parse_level)]
    level: usize,

    /// The role that you play, by name or number [default: the first]
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,

    /// Show the outcome and the distance of every move
    #[arg(long)]
    hints: bool,

    /// Time that the program may think about a move
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = parse_duration)]
    time: Duration,

    /// Seed of the program's choices [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Accept what violates GDL but still has a meaning, with a warning
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Serialize)]
struct Answer {
    /// The database, where there is one.
    database: Option<String>,
    /// The role that you played last.
    you: String,
    level: usize,
    #[serde(flatten)]
    record: MatchRecord,
}

/// A game that can be played, with its solution where there is one.
struct Ready {
    name: String,
    playable: Arc<Playable>,
    database: Option<Arc<Database>>,
    board: Option<Board>,
    /// How moves are written.
    notation: Notation,
}

fn parse_level(text: &str) -> Result<usize, String> {
    let wrong = || format!("give a number from 1, at random, to {LEVELS}, as well as it can");
    text.parse().ok().filter(|level| (1..=LEVELS).contains(level)).ok_or_else(wrong)
}

impl Play {
    /// Plays until somebody quits or the input ends.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let early = |early: Early| Err(early.unfinished("the game is not over"));
        Watch::new(console).over(early, || self.play(console))
    }

    fn play(&self, console: &Console) -> Result<Exit, Error> {
        let ready = self.prepare(console)?;
        let role = self.role(&ready.playable.game.roles)?;
        let (seed, threads) = (self.seed.unwrap_or_else(any_seed), self.threads.threads());
        let settings = Settings { threads, ..Settings::default() };
        let table = Table {
            console,
            hints: self.hints,
            level: self.level,
            time: self.time,
            advisor: Levelled::new(LEVELS, ready.database.clone(), settings.clone(), seed),
            oracle: ready.database.clone().map(Perfect::new),
            program: Levelled::new(self.level, ready.database.clone(), settings, seed),
            ready: &ready,
        };
        let mut session = Session::new(table, role);
        session.run()?;
        if console.is_json() {
            let (you, record) = session.end();
            let database = ready.database.as_ref().map(|database| database.path().display().to_string());
            console.answer(&Answer { database, you, level: self.level, record }, String::new)?;
        }
        Ok(Exit::Done)
    }

    /// Grounds and analyses the game, and opens its database.
    fn prepare(&self, console: &Console) -> Result<Ready, Error> {
        let argument = RulesArgument { name: self.game.clone() };
        let path = Path::new(&self.game);
        if path.is_dir() {
            let Opened { database, rules } = Opened::new(path)?;
            let (name, text) = (database.manifest().question.name.clone(), database.manifest().question.rules.clone());
            return Ready::new(name, &text, &rules, Some(database), console);
        }
        let options = RulesOptions { rules: argument, lenient: self.lenient };
        let (source, rules) = options.load_strategic(&LimitOptions::default(), console)?;
        let database = self.beside(&source.name, &rules, console);
        Ready::new(source.name.clone(), &source.text, &rules, database, console)
    }

    /// The solution that `solve` wrote under its usual name, if it is one of these rules.
    fn beside(&self, name: &str, rules: &Rules, console: &Console) -> Option<Arc<Database>> {
        let path = solution_of(name);
        let database = path.is_dir().then(|| Opened::new(&path).ok())??.database;
        let question = &database.manifest().question;
        let fits = question.rules_hash == rules_hash(rules) && question.lenient == self.lenient;
        fits.then(|| console.say(&format!("{DIM}with the database {}{DIM:#}", path.display())))?;
        Some(database)
    }

    fn role(&self, roles: &[String]) -> Result<usize, Error> {
        let Some(given) = &self.role else { return Ok(0) };
        let by_number = given.parse().ok().filter(|number| (1..=roles.len()).contains(number)).map(|number| number - 1);
        let found = roles.iter().position(|role| role == given).or(by_number);
        let unknown = || Error::input(format_args!("the game has no role `{given}`"));
        found.ok_or_else(|| unknown().hint(format_args!("its roles are {}", roles.join(", "))))
    }
}

impl Ready {
    fn new(
        name: String,
        text: &str,
        rules: &Rules,
        database: Option<Arc<Database>>,
        console: &Console,
    ) -> Result<Ready, Error> {
        let proved = operations::prove(rules, &Budget::default(), &console.stop).map_err(too_large)?;
        let ProvedGame { game, class, .. } = proved;
        let drawing = Drawing::of_sheet(&name, text).ok().flatten().unwrap_or_default();
        let board = Board::find(&game, &drawing.orientation());
        let words = || Notation { words: drawing.orientation().moves, ..Notation::default() };
        let notation = board.as_ref().map_or_else(words, |board| board.notation.clone());
        let mut playable = Playable::with(game)?;
        playable.cyclic = !class.acyclic.is_proved();
        playable.sum = class.sum.filter(|_| class.constant_sum.is_proved());
        if let Some(database) = &database {
            playable = playable.of_database(database);
        }
        Ok(Ready { name, playable: Arc::new(playable), database, board, notation })
    }
}

/// Says what can be done with a game that is too large to ground: no limit of this command changes that.
fn too_large(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Limit => {
            Error::limit(error.message()).hint("`backsolve simulate` plays it at random, through the interpreter")
        }
        _ => error,
    }
}

/// A seed that is another one each time.
fn any_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::hint;

    #[test]
    fn a_game_that_is_too_large_gets_advice_that_this_command_can_follow() {
        let refused = too_large(Error::limit("too large").advise(task::AdviceStep::MoreTime));
        let advice = hint(refused.advice()).expect("advice");
        assert!(advice.contains("backsolve simulate") && !advice.contains("--time"), "{advice}");
    }
}
