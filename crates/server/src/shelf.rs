//! Prepared games, kept for the next request.

use std::sync::Arc;
use std::time::{Duration, Instant};

use board::{Board, Orientation};
use game::{Limits, Tape};
use gdl::{Rules, Source};
use serde_json::Value;
use workshop::{Budget, Error, Prepared, Stop};

use crate::app::App;
use crate::check::mode;
use crate::error::ApiError;
use crate::kept::Kept;
use crate::library::{Known, hints};

/// Games that are kept.
const KEPT: usize = 48;

/// Time for grounding and analysing a game that somebody waits for.
const PATIENCE: Duration = Duration::from_secs(20);

/// States up to which a game is called small, and time to count them.
const SMALL: usize = 250_000;
const COUNTING: Duration = Duration::from_millis(500);

/// A game that can be asked about.
pub struct Ready {
    pub known: Known,
    pub source: Source,
    pub rules: Rules,
    pub prepared: Prepared,
    pub board: Option<Board>,
    pub hints: Option<Value>,
    /// Number of reachable states, where the game is small.
    pub states: Option<usize>,
}

impl Ready {
    /// Grounds and analyses a game.
    pub fn new(known: Known, budget: &Budget, stop: &Stop) -> Result<Ready, Error> {
        let source = Source::new(&*known.id, &*known.text);
        let rules = workshop::check(&source, mode(known.lenient))?;
        let prepared = Prepared::new(&rules, budget, stop)?;
        let hints = known.bundled.and_then(|bundled| hints(bundled.name));
        let board = Board::find(&prepared.game, &orientation(hints.as_ref()));
        let states = count(&prepared);
        Ok(Ready { known, source, rules, prepared, board, hints, states })
    }

    /// The role with a name.
    pub fn role(&self, name: &str) -> Result<usize, ApiError> {
        let roles = &self.prepared.game.roles;
        roles.iter().position(|role| role == name).ok_or_else(|| {
            ApiError::bad_request(format!("the game has no role `{name}`"))
                .hint(format!("its roles are {}", roles.join(", ")))
        })
    }
}

fn orientation(hints: Option<&Value>) -> Orientation {
    let hint = |name: &str| hints.and_then(|hints| hints.get(name));
    Orientation {
        rows_up: hint("rows").map(|rows| rows == "up"),
        transposed: hint("transposed") == Some(&Value::Bool(true)),
        empty: hint("empty").and_then(Value::as_str).map(str::to_owned),
    }
}

fn count(prepared: &Prepared) -> Option<usize> {
    let limits =
        Limits { states: SMALL, bytes: 64 << 20, deadline: Some(Instant::now() + COUNTING), ..Limits::default() };
    let found = game::search(&Tape::new(&prepared.game).ok()?, &limits);
    found.stopped.is_none().then(|| found.states.len())
}

/// Prepared games by identifier.
pub type Shelf = Kept<String, Ready>;

/// An empty shelf.
pub fn shelf() -> Shelf {
    Kept::new(KEPT)
}

impl Shelf {
    /// A prepared game, for a job: it has a thread and a budget of its own.
    pub fn prepare(&self, known: Known, budget: &Budget, stop: &Stop) -> Result<Arc<Ready>, Error> {
        let place = self.place(&known.id);
        match place.get() {
            Some(ready) => Ok(ready),
            None => Ok(place.fill(Ready::new(known, budget, stop)?)),
        }
    }
}

impl App {
    /// A prepared game, for a request.
    pub(crate) async fn ready(self: &Arc<App>, id: &str) -> Result<Arc<Ready>, ApiError> {
        let known = self.library.find(id)?;
        let place = self.shelf.place(&known.id);
        self.made(place, |app| Ok(Ready::new(known, &app.budget(Some(PATIENCE)), &Stop::default())?)).await
    }
}
