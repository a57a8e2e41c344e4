//! A cache of expensive things, each made at most once, however many requests ask for it concurrently.
//!
//! ```text
//! Kept ── key ─▶ Place ── empty until the thing is made
//! ```
//!
//! The maker of a thing holds the place's turn for the whole work, even if its request is gone: others wait for the
//! work and do not start it again.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::OwnedMutexGuard;

use crate::app::App;
use crate::error::ApiError;

/// The place of a thing in the cache.
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
    /// The thing, if it exists.
    pub fn get(&self) -> Option<Arc<T>> {
        self.thing.get().cloned()
    }

    /// Stores the thing; if another was stored before, that one stays.
    pub fn fill(&self, thing: T) -> Arc<T> {
        Arc::clone(self.thing.get_or_init(|| Arc::new(thing)))
    }

    /// Waits for the place's turn; not for use on threads that serve connections.
    pub fn blocking_turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.turn).blocking_lock_owned()
    }

    async fn turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.turn).lock_owned().await
    }
}

/// Things by key; the least recently used one is dropped when there are too many.
pub struct Kept<K, T> {
    most: usize,
    places: Mutex<Places<K, T>>,
}

struct Places<K, T> {
    by_key: HashMap<K, (Arc<KeptPlace<T>>, u64)>,
    clock: u64,
}

impl<K: Hash + Eq + Clone, T> Kept<K, T> {
    /// A cache for `most` things.
    pub fn new(most: usize) -> Kept<K, T> {
        Kept { most, places: Mutex::new(Places { by_key: HashMap::new(), clock: 0 }) }
    }

    /// The place of a thing, empty if it is not cached.
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

    /// Drops some things.
    pub fn forget(&self, which: impl Fn(&K) -> bool) {
        self.lock().by_key.retain(|key, _| !which(key));
    }

    /// Drops all things.
    pub fn clear(&self) {
        self.lock().by_key.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Places<K, T>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// The thing at a place, made first if it is empty.
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
    fn the_least_recently_used_thing_is_dropped() {
        let kept: Kept<u8, u8> = Kept::new(2);
        kept.place(&1).fill(10);
        kept.place(&2).fill(20);
        kept.place(&1);
        kept.place(&3).fill(30);
        assert_eq!(kept.place(&1).get().as_deref(), Some(&10));
        assert_eq!(kept.place(&2).get(), None);
    }

    #[test]
    fn the_first_thing_made_stays() {
        let place = KeptPlace::default();
        assert_eq!((*place.fill(1), *place.fill(2)), (1, 1));
    }
}
