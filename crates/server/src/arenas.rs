//! Games listed and solved for the strategies of a role, kept for the next request: verifying while somebody edits must not begin anew
//! at every key.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use game::Limits;
use self_cell::self_cell;
use strategy::{Arena, ArenaOptions, Cases};
use workshop::budget::resident;

use crate::app::App;
use crate::error::ApiError;
use crate::shelf::Ready;
use crate::strategies::Document;

/// Arenas that are kept.
const KEPT: usize = 6;

/// Time to ground lifted rules.
const LIFTED: Duration = Duration::from_secs(5);

/// Edges beyond which verifying takes more than a moment.
const LARGE: usize = 200_000;

/// Time to list and solve a game.
const PATIENCE: Duration = Duration::from_secs(30);

/// A game from the point of view of a role, and what rules match in it.
pub struct Solved<'g> {
    pub arena: Arena<'g>,
    pub cases: Cases,
}

self_cell!(
    /// The same together with the game that it borrows.
    struct Cell {
        owner: Arc<Ready>,

        #[covariant]
        dependent: Solved,
    }
);

/// An arena that is kept.
pub struct Held(Cell);

impl Held {
    /// Whether work with it may take seconds.
    pub fn is_large(&self) -> bool {
        self.with(|solved| solved.arena.edges.len() > LARGE)
    }

    /// Works with it.
    pub fn with<T>(&self, work: impl for<'q> FnOnce(&'q Solved<'q>) -> T) -> T {
        self.0.with_dependent(|_, solved| work(solved))
    }
}

/// Arenas by game and role.
#[derive(Default)]
pub struct Arenas {
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    by_role: HashMap<(String, usize), (Arc<Held>, u64)>,
    clock: u64,
}

impl Arenas {
    fn get(&self, ready: &Ready, role: usize) -> Option<Arc<Held>> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.clock += 1;
        let now = places.clock;
        let (held, used) = places.by_role.get_mut(&(ready.known.id.clone(), role))?;
        *used = now;
        Some(Arc::clone(held))
    }

    /// Keeps an arena; the one that was not asked for longest makes room.
    fn keep(&self, ready: &Ready, role: usize, held: Arc<Held>) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if places.by_role.len() >= KEPT {
            let oldest = places.by_role.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| key.clone());
            oldest.map(|key| places.by_role.remove(&key));
        }
        let now = places.clock;
        places.by_role.insert((ready.known.id.clone(), role), (held, now));
    }

    /// Lets go of a game.
    pub fn forget(&self, game: &str) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).by_role.retain(|(known, _), _| known != game);
    }

    /// Lets go of all.
    pub fn clear(&self) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).by_role.clear();
    }
}

impl App {
    /// The arena of a role, for a request.
    pub(crate) async fn arena(self: &Arc<App>, ready: &Arc<Ready>, role: usize) -> Result<Arc<Held>, ApiError> {
        if let Some(held) = self.arenas.get(ready, role) {
            return Ok(held);
        }
        let ready = Arc::clone(ready);
        self.heavy(move |app| app.arena_now(&ready, role)).await
    }

    /// Follows a strategy in an arena, in a turn that fits the size of both.
    pub(crate) async fn follow<T, W>(
        self: &Arc<App>,
        held: Arc<Held>,
        document: Document,
        work: W,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        W: FnOnce(&Arc<App>, &Held, Document) -> Result<T, ApiError> + Send + 'static,
    {
        let is_large = held.is_large() || document.is_lifted();
        let work = move |app: &Arc<App>| work(app, &held, document);
        if is_large { self.heavy(work).await } else { self.light(work).await }
    }

    /// The arena of a role, for who has a thread to work in.
    pub(crate) fn arena_now(&self, ready: &Arc<Ready>, role: usize) -> Result<Arc<Held>, ApiError> {
        if let Some(held) = self.arenas.get(ready, role) {
            return Ok(held);
        }
        // Six may be kept, and the states found are a part of what an arena takes.
        let bytes = self.share() / KEPT / 2;
        let memory = self.config.memory;
        let held = Cell::try_new(Arc::clone(ready), |ready| solve(ready, role, bytes, memory))?;
        let held = Arc::new(Held(held));
        self.arenas.keep(ready, role, Arc::clone(&held));
        Ok(held)
    }
}

fn solve(ready: &Ready, role: usize, bytes: usize, memory: usize) -> Result<Solved<'_>, ApiError> {
    let deadline = Some(Instant::now() + PATIENCE);
    let options = ArenaOptions {
        limits: Limits { bytes, deadline, ..Limits::default() },
        lifted: ground::Limits {
            bytes: memory,
            resident: Some(resident),
            time: Some(LIFTED),
            ..ground::Limits::default()
        },
        ..ArenaOptions::default()
    };
    let arena = Arena::new(&ready.prepared.game, &ready.prepared.analysis.symmetries, role, &options)?;
    let cases = Cases::new(&arena, bytes)?;
    Ok(Solved { arena, cases })
}
