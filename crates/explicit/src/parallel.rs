//! Divides work in pieces among a few threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use task::Error;

/// Locks a mutex. A panic in one thread ends the whole run, so nobody sees a half-finished state.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Processes the pieces `0..pieces` with at most `threads` threads, each with its own state, and returns these states.
///
/// The assignment of pieces to threads is random, so results must not depend on it. After an error no further piece is
/// started.
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
