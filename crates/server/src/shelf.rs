//! A cache of prepared games.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use board::{Board, Drawing};
use game::{BfsLimits, Tape};
use gdl::{Rules, Source, Uncertainty};
use notation::Notation;
use operations::strategies::{ArenaLimits, StrategyGame};
use operations::{Budget, Error, Stop};
use prove::ProvedGame;

use crate::app::App;
use crate::check::mode;
use crate::error::{ApiError, Code};
use crate::kept::Kept;
use crate::library::LibraryGame;

/// The number of cached games.
const KEPT: usize = 48;

/// The time limit for grounding and analysing a game for a request.
const PREPARATION_TIMEOUT: Duration = Duration::from_secs(20);

/// The maximum number of states of a small game, and the time limit for counting them.
const SMALL: usize = 250_000;
const COUNTING: Duration = Duration::from_millis(500);

/// How often a job that waits for its game checks its stop flag.
const PULSE: Duration = Duration::from_millis(20);

/// The stack size of the thread that prepares a game for a job; only the used part takes memory.
const STACK: usize = 64 << 20;

/// A prepared game.
pub struct Ready {
    pub known: LibraryGame,
    pub source: Source,
    pub rules: Rules,
    pub proved: ProvedGame,
    pub board: Option<Board>,
    pub drawing: Drawing,
    /// Why the sheet's own hints cannot be read.
    pub drawing_problem: Option<String>,
    /// The number of reachable states, if the game is small.
    pub states: Option<usize>,
}

impl Ready {
    /// Grounds and analyses a game.
    pub fn new(known: LibraryGame, budget: &Budget, stop: &Stop) -> Result<Ready, Error> {
        let source = Source::new(&*known.id, &*known.sheet.text);
        let rules = operations::check(&source, mode(known.sheet.lenient))?;
        let proved = operations::prove(&rules, budget, stop)?;
        let (drawing, drawing_problem) =
            match Drawing::of_sheet(known.bundled.map_or("", |bundled| bundled.name), &known.sheet.text) {
                Ok(drawing) => (drawing.unwrap_or_default(), None),
                Err(problem) => (Drawing::default(), Some(problem)),
            };
        let board = Board::find(&proved.game, &drawing.orientation());
        let states = count(&proved);
        Ok(Ready { known, source, rules, proved, board, drawing, drawing_problem, states })
    }

    /// The notation of moves.
    pub fn notation(&self) -> Notation {
        let words = || Notation { words: self.drawing.orientation().moves, ..Notation::default() };
        self.board.as_ref().map_or_else(words, |board| board.notation.clone())
    }

    /// The goals of all roles but the one that moves by chance.
    pub fn goals_of_players(&self) -> Vec<Vec<game::Goal>> {
        let goals = self.proved.game.goals.iter().enumerate();
        goals.filter(|(role, _)| Some(*role) != self.rules.random()).map(|(_, goals)| goals.clone()).collect()
    }

    /// Whether the game can be solved, as far as is known before: nothing is hidden, and where roles choose at once
    /// there are at most two of them, with a constant sum.
    pub fn is_solvable(&self) -> bool {
        let class = &self.proved.class;
        let players = self.proved.game.roles.len() - usize::from(self.rules.random().is_some());
        let at_once = class.turn_taking.is_refuted() && self.rules.random().is_none();
        self.rules.uncertainty() != Some(Uncertainty::Hidden)
            && (!at_once || players == 1 || players == 2 && !class.constant_sum.is_refuted())
    }

    /// The role with a name.
    pub fn role(&self, name: &str) -> Result<usize, Error> {
        operations::strategies::role(name, &self.proved.game)
    }

    /// The game prepared for strategies.
    pub fn setting(&self, limits: ArenaLimits) -> StrategyGame<'_> {
        let Ready { source, rules, proved, .. } = self;
        StrategyGame { source, rules, proved, database: None, infinite: None, limits }
    }
}

fn count(proved: &ProvedGame) -> Option<usize> {
    let limits =
        BfsLimits { states: SMALL, bytes: 64 << 20, deadline: Some(Instant::now() + COUNTING), ..BfsLimits::default() };
    let found = game::search(&Tape::new(&proved.game).ok()?, &limits);
    found.stopped.is_none().then(|| found.states.len())
}

/// Prepared games by identifier.
pub type Shelf = Kept<String, Ready>;

/// An empty shelf.
pub fn shelf() -> Shelf {
    Kept::new(KEPT)
}

impl App {
    /// A prepared game, for a job, within the job's budget.
    ///
    /// Proofs have their own time limit and cannot be stopped, so they continue in the background when the job is
    /// stopped: the job ends immediately, and the result is there for the next one. A game is prepared once at a time,
    /// so there are at most as many such threads as games.
    pub(crate) fn ready_for_job(&self, id: &str, budget: Budget, stop: &Stop) -> Result<Arc<Ready>, ApiError> {
        let known = self.library.find(id)?;
        let place = self.shelf.place(&known.id);
        if let Some(ready) = place.get() {
            return Ok(ready);
        }
        let (done, made) = mpsc::channel();
        let flag = stop.clone();
        let prepare = move || {
            let _turn = place.blocking_turn();
            let ready = match place.get() {
                Some(ready) => Ok(ready),
                None => flag.check().and_then(|()| Ready::new(known, &budget, &flag)).map(|ready| place.fill(ready)),
            };
            // A stopped job no longer waits.
            let _ = done.send(ready);
        };
        thread::Builder::new()
            .name("prepare".to_owned())
            .stack_size(STACK)
            .spawn(prepare)
            .map_err(|error| ApiError::new(Code::Limit, format!("no thread to prepare the game: {error}")))?;
        loop {
            match made.recv_timeout(PULSE) {
                Ok(ready) => return Ok(ready?),
                Err(RecvTimeoutError::Timeout) => stop.check()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::bug("preparing the game ended without saying why").into());
                }
            }
        }
    }

    /// A prepared game, for a request.
    pub(crate) async fn ready(self: &Arc<App>, id: &str) -> Result<Arc<Ready>, ApiError> {
        let known = self.library.find(id)?;
        let place = self.shelf.place(&known.id);
        self.made(place, |app| Ok(Ready::new(known, &app.budget(Some(PREPARATION_TIMEOUT)), &Stop::default())?)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Config;

    #[test]
    fn a_stopped_job_does_not_wait_for_its_game() {
        let data = tempfile::tempdir().expect("a directory");
        let config = Config {
            data: data.path().to_owned(),
            databases: Vec::new(),
            memory: 1 << 30,
            threads: 1,
            jobs: 1,
            hosts: Vec::new(),
        };
        let app = App::open(config).expect("an app");
        let id = app.library.find("tic-tac-toe").expect("a game").id;
        let place = app.shelf.place(&id);
        // Simulates a preparation that does not end.
        let _turn = place.blocking_turn();
        let stop = Stop::default();
        stop.raise();
        let error = app.ready_for_job(&id, app.budget(None), &stop).err().expect("no game");
        assert_eq!(error.code, Code::Conflict);
    }
}
