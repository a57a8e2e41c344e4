//! Stops all threads for a moment, so that one of them can rebuild a table.
//!
//! A thread is *inside* while it walks diagrams. It passes the gate every time it makes a node, and leaves while it
//! waits for another thread's half of the work. A table that is too small is rebuilt by one thread that has closed the
//! gate and waited until nobody else is inside. This happens at most a few times per operation, so the walk itself only
//! pays for one load of a flag that hardly ever changes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Whether a thread is inside; padded, since each thread constantly writes its own.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Presence(AtomicBool);

/// The gate of one store.
#[derive(Default)]
pub(crate) struct Gate {
    closed: AtomicBool,
    /// Held by the thread that has closed the gate.
    exclusive: Mutex<()>,
}

impl Gate {
    /// Waits until the gate is open and enters.
    pub(crate) fn enter(&self, me: &Presence) {
        loop {
            // Sequentially consistent, both here and in `close`: either this thread sees the gate closed or the closing
            // thread sees it inside.
            me.0.store(true, Ordering::SeqCst);
            if !self.closed.load(Ordering::SeqCst) {
                return;
            }
            me.0.store(false, Ordering::SeqCst);
            drop(self.exclusive.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Leaves.
    pub(crate) fn leave(&self, me: &Presence) {
        me.0.store(false, Ordering::Release);
    }

    /// Lets a waiting thread close the gate, if there is one.
    #[inline]
    pub(crate) fn pass(&self, me: &Presence) {
        if self.closed.load(Ordering::Relaxed) {
            self.leave(me);
            self.enter(me);
        }
    }

    /// Runs `work` while nobody is inside. Called from inside, by the thread `me`.
    pub(crate) fn close<'a, R>(
        &self,
        me: &Presence,
        all: impl Iterator<Item = &'a Presence>,
        work: impl FnOnce() -> R,
    ) -> R {
        self.leave(me);
        let guard = self.exclusive.lock().unwrap_or_else(PoisonError::into_inner);
        self.closed.store(true, Ordering::SeqCst);
        for other in all {
            while other.0.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
        }
        let result = work();
        self.closed.store(false, Ordering::SeqCst);
        drop(guard);
        self.enter(me);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn nobody_else_is_inside_while_the_gate_is_closed() {
        let gate = Gate::default();
        let all: Vec<Presence> = (0..4).map(|_| Presence::default()).collect();
        let (inside, closings) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for me in &all {
                scope.spawn(|| {
                    gate.enter(me);
                    for round in 0..200 {
                        gate.pass(me);
                        inside.fetch_add(1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                        if round % 50 == 0 {
                            gate.close(me, all.iter(), || {
                                assert_eq!(inside.load(Ordering::SeqCst), 0);
                                closings.fetch_add(1, Ordering::SeqCst);
                            });
                        }
                    }
                    gate.leave(me);
                });
            }
        });
        assert_eq!(closings.into_inner(), 16);
    }
}
