//! Games listed and solved for the strategies of a role, cached so that verification while editing does not start over
//! at every keystroke.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use operations::strategies::{ArenaLimits, Listed};
use operations::{Stop, Until};
use self_cell::self_cell;

use crate::app::App;
use crate::error::ApiError;
use crate::kept::Kept;
use crate::shelf::Ready;

/// The number of cached arenas.
const KEPT: usize = 6;

/// The time limit for grounding lifted rules.
const LIFTED: Duration = Duration::from_secs(5);

/// With more edges verification takes more than a moment.
const LARGE: usize = 200_000;

/// The time limit for listing and solving a game.
const LISTING_TIMEOUT: Duration = Duration::from_secs(30);

self_cell!(
    /// A game listed for a role, together with the game that it borrows.
    struct Cell {
        owner: Arc<Ready>,

        #[covariant]
        dependent: Listed,
    }
);

/// The stop flag of a listing, and the counter of states found.
pub type ListingWatch = (Stop, Arc<AtomicUsize>);

/// A cached arena.
pub struct HeldArena(Cell);

impl HeldArena {
    /// Lists and solves a game.
    fn new(app: &App, ready: &Arc<Ready>, role: usize, watch: &ListingWatch) -> Result<HeldArena, ApiError> {
        operations::check_strategic(&ready.rules)?;
        // Six may be cached, and the states are only a part of an arena.
        let bytes = app.share() / KEPT / 2;
        let limits = ArenaLimits {
            states: bytes,
            cases: bytes,
            lifted: ground::GroundingLimits {
                bytes: app.share(),
                time: Some(LIFTED),
                ..ground::GroundingLimits::default()
            },
            until: Until { stop: watch.0.clone(), deadline: Some(Instant::now() + LISTING_TIMEOUT) },
            counted: Arc::clone(&watch.1),
        };
        Ok(HeldArena(Cell::try_new(Arc::clone(ready), |ready| ready.setting(limits).list(role))?))
    }

    /// Whether work with it may take seconds.
    pub fn is_large(&self) -> bool {
        self.with(|listed| listed.arena.edges.len() > LARGE)
    }

    /// Runs work with it.
    pub fn with<T>(&self, work: impl for<'q> FnOnce(&'q Listed<'q>) -> T) -> T {
        self.0.with_dependent(|_, listed| work(listed))
    }
}

/// Arenas by game and role.
pub type Arenas = Kept<(String, usize), HeldArena>;

/// An empty cache.
pub fn arenas() -> Arenas {
    Kept::new(KEPT)
}

impl App {
    /// The arena of a role, for a request.
    pub(crate) async fn arena(self: &Arc<App>, ready: &Arc<Ready>, role: usize) -> Result<Arc<HeldArena>, ApiError> {
        let place = self.arenas.place(&(ready.known.id.clone(), role));
        let ready = Arc::clone(ready);
        self.made(place, move |app| HeldArena::new(app, &ready, role, &ListingWatch::default())).await
    }

    /// The arena of a role, for a job.
    pub(crate) fn arena_now(
        &self,
        ready: &Arc<Ready>,
        role: usize,
        watch: &ListingWatch,
    ) -> Result<Arc<HeldArena>, ApiError> {
        let place = self.arenas.place(&(ready.known.id.clone(), role));
        match place.get() {
            Some(held) => Ok(held),
            None => Ok(place.fill(HeldArena::new(self, ready, role, watch)?)),
        }
    }
}
