//! Divides work in pieces among a few threads.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use task::Error;

/// Locks a mutex. A panic in one thread ends the whole run, so nobody sees a half-finished state.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Threads lent to work in the background.
struct Lent {
    count: Mutex<usize>,
    changed: Condvar,
}

thread_local! {
    /// The threads lent by the work of this thread.
    static LENT: RefCell<Option<Arc<Lent>>> = const { RefCell::new(None) };
}

impl Lent {
    /// Waits while this worker's thread is lent, as long as there is work.
    fn wait(&self, worker: usize, threads: usize, is_work: impl Fn() -> bool) {
        let mut count = lock(&self.count);
        while worker > 0 && worker + *count >= threads && is_work() {
            count = self.changed.wait(count).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets waiting workers look again, after a change.
    fn tell(&self, change: impl FnOnce(&mut usize)) {
        change(&mut lock(&self.count));
        self.changed.notify_all();
    }
}

/// Returns lent threads on drop, even in a panic.
struct Loan<'l>(&'l Lent);

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        self.0.tell(|count| *count = 0);
    }
}

/// Does work in the background, on half of some threads, beside other work of the caller. This calls [`work`] with all of
/// them, of which the lent ones join when the background is done. So sequential steps of one kind of work are filled by
/// the other. One thread does both in sequence.
pub fn beside<A: Send, B>(
    threads: usize,
    background: impl FnOnce(usize) -> A + Send,
    foreground: impl FnOnce() -> B,
) -> (A, B) {
    if threads < 2 {
        return (background(1), foreground());
    }
    let lent = Arc::new(Lent { count: Mutex::new(threads / 2), changed: Condvar::new() });
    thread::scope(|scope| {
        let handle = scope.spawn(|| {
            let _loan = Loan(&lent);
            background(threads / 2)
        });
        let before = LENT.replace(Some(Arc::clone(&lent)));
        let done = foreground();
        LENT.set(before);
        match handle.join() {
            Ok(result) => (result, done),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
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
    let lent = LENT.with_borrow(Option::clone);
    let run_pieces = |worker: usize| -> Result<S, Error> {
        let mut state = start();
        loop {
            if let Some(lent) = &lent {
                lent.wait(worker, threads, || next.load(Ordering::Relaxed) < pieces && !failed.load(Ordering::Relaxed));
            }
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= pieces || failed.load(Ordering::Relaxed) {
                return Ok(state);
            }
            piece(&mut state, number).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
    };
    let run = |worker: usize| {
        let result = run_pieces(worker);
        if let Some(lent) = &lent {
            lent.tell(|_| ());
        }
        result
    };
    let others = threads.min(pieces).saturating_sub(1);
    thread::scope(|scope| {
        let handles: Vec<_> = (1..=others).map(|worker| scope.spawn(move || run(worker))).collect();
        let mut results = vec![run(0)];
        results.extend(handles.into_iter().map(|handle| match handle.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        results.into_iter().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of the numbers of all pieces, and how many pieces each thread had.
    fn sum(threads: usize, pieces: usize) -> (usize, Vec<usize>) {
        let add = |(sum, count): &mut (usize, usize), piece: usize| {
            (*sum, *count) = (*sum + piece, *count + 1);
            Ok(())
        };
        let states = work(threads, pieces, || (0, 0), add).unwrap();
        (states.iter().map(|(sum, _)| sum).sum(), states.iter().map(|(_, count)| *count).collect())
    }

    #[test]
    fn lent_threads_wait_and_all_pieces_are_done() {
        for threads in 1..5 {
            let (ended, until) = std::sync::mpsc::channel();
            let background = move |own: usize| {
                assert_eq!(own, (threads / 2).max(1));
                // With a single thread nothing runs beside.
                if threads > 1 {
                    until.recv().unwrap();
                }
                sum(own, 50).0
            };
            let foreground = || {
                let (all, counts) = sum(threads, 1000);
                let busy = counts.iter().filter(|&&count| count > 0).count();
                assert!(busy <= threads - if threads > 1 { threads / 2 } else { 0 }, "{counts:?}");
                let _ = ended.send(());
                all
            };
            assert_eq!(beside(threads, background, foreground), (49 * 25, 999 * 500));
        }
    }
}
