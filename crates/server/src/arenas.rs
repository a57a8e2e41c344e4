//! Games listed and solved for the strategies of a role, kept for the next request: verifying while somebody edits must not begin anew
//! at every key.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use game::Limits;
use self_cell::self_cell;
use strategy::{Arena, ArenaOptions, Cases};
use workshop::Stop;

use crate::app::App;
use crate::error::ApiError;
use crate::kept::Kept;
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

/// Who watches while the states of a game are listed: hears how many there are so far, and may end it.
#[derive(Clone, Default)]
pub struct Listing {
    counted: Arc<AtomicUsize>,
    stop: Stop,
}

impl Listing {
    /// A listing that a flag ends.
    pub fn new(stop: Stop) -> Listing {
        Listing { stop, ..Listing::default() }
    }

    /// States so far.
    pub fn counted(&self) -> usize {
        self.counted.load(Ordering::Relaxed)
    }
}

/// An arena that is kept.
pub struct Held(Cell);

impl Held {
    /// Lists and solves a game.
    fn new(app: &App, ready: &Arc<Ready>, role: usize, listing: &Listing) -> Result<Held, ApiError> {
        workshop::check_solvable(&ready.rules)?;
        // Six may be kept, and the states found are a part of what an arena takes.
        let bytes = app.share() / KEPT / 2;
        let share = app.share();
        Ok(Held(Cell::try_new(Arc::clone(ready), |ready| solve(ready, role, (bytes, share), listing))?))
    }

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
pub type Arenas = Kept<(String, usize), Held>;

/// No arenas yet.
pub fn arenas() -> Arenas {
    Kept::new(KEPT)
}

impl App {
    /// The arena of a role, for a request.
    pub(crate) async fn arena(self: &Arc<App>, ready: &Arc<Ready>, role: usize) -> Result<Arc<Held>, ApiError> {
        let place = self.arenas.place(&(ready.known.id.clone(), role));
        let ready = Arc::clone(ready);
        self.made(place, move |app| Held::new(app, &ready, role, &Listing::default())).await
    }

    /// The arena of a role, for a job.
    pub(crate) fn arena_now(&self, ready: &Arc<Ready>, role: usize, listing: &Listing) -> Result<Arc<Held>, ApiError> {
        let place = self.arenas.place(&(ready.known.id.clone(), role));
        match place.get() {
            Some(held) => Ok(held),
            None => Ok(place.fill(Held::new(self, ready, role, listing)?)),
        }
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
}

fn solve<'g>(
    ready: &'g Ready,
    role: usize,
    (bytes, share): (usize, usize),
    listing: &Listing,
) -> Result<Solved<'g>, ApiError> {
    let deadline = Some(Instant::now() + PATIENCE);
    let (counted, stop) = (Some(Arc::clone(&listing.counted)), Some(listing.stop.flag()));
    let options = ArenaOptions {
        limits: Limits { bytes, deadline, counted, stop, ..Limits::default() },
        lifted: ground::Limits { bytes: share, time: Some(LIFTED), ..ground::Limits::default() },
        ..ArenaOptions::default()
    };
    let arena = Arena::new(&ready.prepared.game, &ready.prepared.symmetries, role, &options);
    // Whoever stopped it does not want to hear that a limit was reached.
    listing.stop.check()?;
    let arena = arena?;
    let cases = Cases::new(&arena, bytes)?;
    Ok(Solved { arena, cases })
}
