//! Things that take long to make, kept for the next request and made at most once, however many ask for them at the
//! same time.
//!
//! ```text
//! Kept ── key ─▶ Place ── empty until somebody has made the thing
//! ```
//!
//! Whoever makes a thing has the place's turn for as long as the work lasts, also when the request that asked for it is
//! gone: the others wait for the work and do not begin it anew.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::OwnedMutexGuard;

use crate::app::App;
use crate::error::ApiError;

/// Where a thing is, or will be.
pub struct KeptPlace<T> {
    thing: OnceLock<Arc<T>>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl<T> Default for KeptPlace<T> {
    fn default() -> KeptPlace<T> {
        KeptPlace { thing: OnceLock::new(), turn: Arc::default() }
    }
}

impl<T> KeptPlace<T> {
    /// The thing, if it is made.
    pub fn get(&self) -> Option<Arc<T>> {
        self.thing.get().cloned()
    }

    /// Puts the thing there; if somebody was faster, theirs stays.
    pub fn fill(&self, thing: T) -> Arc<T> {
        Arc::clone(self.thing.get_or_init(|| Arc::new(thing)))
    }

    /// Waits for the place's turn; not for threads that serve connections.
    pub fn blocking_turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.turn).blocking_lock_owned()
    }

    async fn turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.turn).lock_owned().await
    }
}

/// Things by key; of many the one that was not asked for longest goes.
pub struct Kept<K, T> {
    most: usize,
    places: Mutex<Places<K, T>>,
}

struct Places<K, T> {
    by_key: HashMap<K, (Arc<KeptPlace<T>>, u64)>,
    clock: u64,
}

impl<K: Hash + Eq + Clone, T> Kept<K, T> {
    /// Room for so many.
    pub fn new(most: usize) -> Kept<K, T> {
        Kept { most, places: Mutex::new(Places { by_key: HashMap::new(), clock: 0 }) }
    }

    /// The place of a thing, empty if it was not asked for lately.
    pub fn place(&self, key: &K) -> Arc<KeptPlace<T>> {
        let mut places = self.lock();
        places.clock += 1;
        let now = places.clock;
        if !places.by_key.contains_key(key) && places.by_key.len() >= self.most {
            let oldest = places.by_key.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| key.clone());
            oldest.map(|key| places.by_key.remove(&key));
        }
        let (place, used) = places.by_key.entry(key.clone()).or_default();
        *used = now;
        Arc::clone(place)
    }

    /// Lets go of some.
    pub fn forget(&self, which: impl Fn(&K) -> bool) {
        self.lock().by_key.retain(|key, _| !which(key));
    }

    /// Lets go of all.
    pub fn clear(&self) {
        self.lock().by_key.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Places<K, T>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// What is at a place, made first where it is empty.
    pub(crate) async fn made<T, W>(self: &Arc<App>, place: Arc<KeptPlace<T>>, make: W) -> Result<Arc<T>, ApiError>
    where
        T: Send + Sync + 'static,
        W: FnOnce(&Arc<App>) -> Result<T, ApiError> + Send + 'static,
    {
        if let Some(thing) = place.get() {
            return Ok(thing);
        }
        let turn = place.turn().await;
        if let Some(thing) = place.get() {
            return Ok(thing);
        }
        self.heavy(move |app| {
            let _turn = turn;
            Ok(place.fill(make(app)?))
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_that_was_not_asked_for_longest_goes() {
        let kept: Kept<u8, u8> = Kept::new(2);
        kept.place(&1).fill(10);
        kept.place(&2).fill(20);
        kept.place(&1);
        kept.place(&3).fill(30);
        assert_eq!(kept.place(&1).get().as_deref(), Some(&10));
        assert_eq!(kept.place(&2).get(), None);
    }

    #[test]
    fn what_was_made_first_stays() {
        let place = KeptPlace::default();
        assert_eq!((*place.fill(1), *place.fill(2)), (1, 1));
    }
}
