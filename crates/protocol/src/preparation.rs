//! The work of a player from the start of a match: it looks for a database, or else grounds the game for UCT and solves
//! it. The layers solved so far are an endgame database for UCT. Callers get the best player so far.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use gdl::{Rules, Source};
use operations::grounding::{self, Grounded};
use operations::solve::{Solve, SolveOptions};
use operations::{Budget, Stop};
use play::{AnyDatabase, Settings};
use solution::Database;
use task::{CommitReport, Phase};
use tempfile::TempDir;

use crate::library::Library;
use crate::mind::Mind;

/// The limits and data of a preparation.
#[derive(Clone)]
pub struct Means {
    pub library: Option<Library>,
    /// For grounding and solving.
    pub budget: Budget,
    /// Bytes for the tree of a search.
    pub tree: usize,
    pub threads: usize,
    pub seed: u64,
}

/// The best player so far.
#[derive(Default)]
pub struct Preparation {
    state: Mutex<Prepared>,
    changed: Condvar,
}

#[derive(Default)]
struct Prepared {
    mind: Option<Arc<Mind>>,
    is_done: bool,
}

impl Preparation {
    /// Prepares in a separate thread, until it is done or stopped.
    pub fn begin(source: Source, rules: Rules, means: Means, stop: Stop) -> Arc<Preparation> {
        let preparation = Arc::new(Preparation::default());
        let own = Arc::clone(&preparation);
        let work = move || {
            let done = Done(&own);
            Work { source: &source, rules: &rules, means: &means, stop: &stop }.run(&own);
            drop(done);
        };
        // Without a thread there is still the interpreter, which plays at random.
        if std::thread::Builder::new().name("preparation".to_owned()).spawn(work).is_err() {
            preparation.lock().is_done = true;
        }
        preparation
    }

    /// The best player so far, if there is one.
    pub fn mind(&self) -> Option<Arc<Mind>> {
        self.lock().mind.clone()
    }

    /// Waits until no better player is expected.
    pub fn wait(&self, deadline: Instant) {
        let mut state = self.lock();
        while !state.is_done {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn adopt(&self, mind: Mind) -> Arc<Mind> {
        let mind = Arc::new(mind);
        self.lock().mind = Some(Arc::clone(&mind));
        mind
    }

    fn lock(&self) -> MutexGuard<'_, Prepared> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks a preparation as done, even if it panics.
struct Done<'p>(&'p Preparation);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.lock().is_done = true;
        self.0.changed.notify_all();
    }
}

struct Work<'w> {
    source: &'w Source,
    rules: &'w Rules,
    means: &'w Means,
    stop: &'w Stop,
}

impl Work<'_> {
    fn run(&self, preparation: &Preparation) {
        if let Some(mind) = self.known() {
            preparation.adopt(mind);
            return;
        }
        let Ok(Grounded::Game(game)) = grounding::ground(self.rules, &self.means.budget, self.stop) else { return };
        let Ok(mind) = Mind::of_game(*game, self.settings(), self.means.seed) else { return };
        let mind = preparation.adopt(mind);
        if let Some(mind) = self.solved(&mind, preparation) {
            preparation.adopt(mind);
        }
    }

    /// A player from an existing database.
    fn known(&self) -> Option<Mind> {
        let candidates = self.means.library.as_ref()?.candidates(self.rules);
        candidates.iter().find_map(|path| self.with_database(AnyDatabase::open(path).ok()?, None))
    }

    /// A player from a database made for this match; `None` if the game cannot be solved, or not within the memory.
    fn solved(&self, mind: &Mind, preparation: &Preparation) -> Option<Mind> {
        let folder = Arc::new(TempDir::new_in(operations::scratch::folder()).ok()?);
        let path = folder.path().join("solution");
        let options = SolveOptions { lenient: true, ..SolveOptions::new(self.means.budget, self.means.threads) };
        let solve = Solve::new(self.source, self.rules, &options, &path, self.stop);
        let proved = solve.prepare().ok()?;
        let mut observe = |report: &CommitReport| {
            if let Some(database) = (report.phase == Phase::Backward).then(|| endgames(&path)).flatten() {
                preparation.adopt(mind.with_endgames(database, self.settings(), self.means.seed, Arc::clone(&folder)));
            }
        };
        solve.run(&proved, &mut observe).ok()?;
        self.with_database(AnyDatabase::open(&path).ok()?, Some(folder))
    }

    fn with_database(&self, database: AnyDatabase, folder: Option<Arc<TempDir>>) -> Option<Mind> {
        let player = (self.settings(), self.means.seed);
        Mind::of_database(database, self.rules, &self.means.budget, player, self.stop, folder)
    }

    fn settings(&self) -> Settings {
        Settings { threads: self.means.threads, bytes: self.means.tree, ..Settings::default() }
    }
}

/// The solved part of a solution. Only where a measure tells the layer of a state: to try all layers for every state
/// of a search would take longer than it is worth.
fn endgames(path: &Path) -> Option<Database> {
    Database::open(path).ok().filter(|database| database.manifest().encoding.measure.is_some())
}
