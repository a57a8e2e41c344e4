//! Work in pieces, done by a few threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use task::Error;

/// What a mutex guards. A thread that panicked takes the whole run with it, so nobody sees what it left half done.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does the pieces `0..pieces` with at most so many threads, each with a state of its own, and returns these states.
///
/// Which thread does which piece is left to chance, so results must not depend on it. After an error no further piece
/// is begun.
pub fn work<S: Send>(
    threads: usize,
    pieces: usize,
    start: impl Fn() -> S + Sync,
    piece: impl Fn(&mut S, usize) -> Result<(), Error> + Sync,
) -> Result<Vec<S>, Error> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let run = || -> Result<S, Error> {
        let mut state = start();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= pieces || failed.load(Ordering::Relaxed) {
                return Ok(state);
            }
            piece(&mut state, number).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
    };
    let others = threads.min(pieces).saturating_sub(1);
    thread::scope(|scope| {
        let handles: Vec<_> = (0..others).map(|_| scope.spawn(run)).collect();
        let mut results = vec![run()];
        results.extend(handles.into_iter().map(|handle| match handle.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        results.into_iter().collect()
    })
}
