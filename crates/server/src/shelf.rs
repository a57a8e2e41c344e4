//! Prepared games, kept for the next request.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use board::{Board, Orientation};
use game::{Limits, Tape};
use gdl::{Rules, Source};
use serde_json::Value;
use tokio::sync::OnceCell;
use workshop::{Budget, Error, Prepared, Stop};

use crate::app::App;
use crate::check::mode;
use crate::error::ApiError;
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
    let limits = Limits { states: SMALL, bytes: 64 << 20, deadline: Some(Instant::now() + COUNTING) };
    let found = game::search(&Tape::new(&prepared.game).ok()?, &limits);
    found.stopped.is_none().then(|| found.states.len())
}

type Place = Arc<OnceCell<Arc<Ready>>>;

/// Prepared games.
#[derive(Default)]
pub struct Shelf {
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    by_id: HashMap<String, (Place, u64)>,
    clock: u64,
}

impl Shelf {
    /// The place of a game, empty if it was not asked for lately. Who was not asked for longest makes room.
    fn place(&self, id: &str) -> Place {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.clock += 1;
        let now = places.clock;
        if !places.by_id.contains_key(id) && places.by_id.len() >= KEPT {
            let oldest = places.by_id.iter().min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone());
            oldest.map(|id| places.by_id.remove(&id));
        }
        let (place, used) = places.by_id.entry(id.to_owned()).or_default();
        *used = now;
        Arc::clone(place)
    }

    /// Lets go of a game.
    pub fn forget(&self, id: &str) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).by_id.remove(id);
    }

    /// Lets go of all games.
    pub fn clear(&self) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).by_id.clear();
    }

    /// A prepared game, for a job: it has a thread and a budget of its own.
    pub fn prepare(&self, known: Known, budget: &Budget, stop: &Stop) -> Result<Arc<Ready>, Error> {
        let place = self.place(&known.id);
        if let Some(ready) = place.get() {
            return Ok(Arc::clone(ready));
        }
        let ready = Arc::new(Ready::new(known, budget, stop)?);
        // Somebody else may have been faster, which is as good.
        let _ = place.set(Arc::clone(&ready));
        Ok(ready)
    }
}

impl App {
    /// A prepared game, for a request: made at most once, however many ask for it.
    pub(crate) async fn ready(self: &Arc<App>, id: &str) -> Result<Arc<Ready>, ApiError> {
        let known = self.library.find(id)?;
        let place = self.shelf.place(&known.id);
        let prepare = || async {
            self.heavy(move |app| Ok(Arc::new(Ready::new(known, &app.budget(Some(PATIENCE)), &Stop::default())?))).await
        };
        place.get_or_try_init(prepare).await.cloned()
    }
}
