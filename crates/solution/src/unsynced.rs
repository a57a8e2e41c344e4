//! Files of a new solution that are written but not yet synced.
//!
//! A crash of the program loses none of them. A crash of the machine may damage a solution that is less than a second
//! old.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a sync may be deferred.
const LONGEST: Duration = Duration::from_secs(1);

/// The deferred files and the start of the deferral; `None` once syncing is no longer deferred.
#[derive(Debug)]
pub(crate) struct Unsynced(Mutex<Option<Waiting>>);

#[derive(Debug)]
struct Waiting {
    since: Instant,
    files: BTreeSet<PathBuf>,
}

impl Unsynced {
    /// Defers syncing from now on.
    pub fn new() -> Unsynced {
        Unsynced(Mutex::new(Some(Waiting { since: Instant::now(), files: BTreeSet::new() })))
    }

    /// Never defers.
    pub fn none() -> Unsynced {
        Unsynced(Mutex::new(None))
    }

    /// Adds a file if its sync can be deferred; returns whether it is.
    pub fn add(&self, path: &Path) -> bool {
        match &mut *self.lock() {
            Some(waiting) if waiting.since.elapsed() < LONGEST => {
                waiting.files.insert(path.to_owned());
                true
            }
            _ => false,
        }
    }

    /// Returns the deferred files and ends the deferral.
    pub fn take(&self) -> BTreeSet<PathBuf> {
        self.lock().take().map(|waiting| waiting.files).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_deferred_until_they_are_taken() {
        let unsynced = Unsynced::new();
        assert!(unsynced.add(Path::new("b")) && unsynced.add(Path::new("a")) && unsynced.add(Path::new("b")));
        assert_eq!(unsynced.take().len(), 2);
        assert!(!unsynced.add(Path::new("c")) && unsynced.take().is_empty());
        assert!(!Unsynced::none().add(Path::new("a")));
    }

    #[test]
    fn files_are_deferred_for_at_most_a_second() {
        let since = Instant::now().checked_sub(LONGEST).expect("the clock is older than a second");
        let unsynced = Unsynced(Mutex::new(Some(Waiting { since, files: BTreeSet::from(["a".into()]) })));
        assert!(!unsynced.add(Path::new("b")));
        assert_eq!(unsynced.take(), BTreeSet::from(["a".into()]));
    }
}
