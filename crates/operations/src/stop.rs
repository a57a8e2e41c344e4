//! Stopping long work: by a flag, or by the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::error::Error;

/// A flag that long work checks regularly. Copies share one flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests a stop; returns whether it had been requested before.
    pub fn raise(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether the work should stop.
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for crates that do not depend on this one.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// An error if the work should stop.
    pub fn check(&self) -> Result<(), Error> {
        if self.raised() { Err(Error::interrupted()) } else { Ok(()) }
    }
}

/// When to stop unfinished work: on request, or at the time limit.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// Set to request a stop.
    pub stop: Stop,
    /// When the time limit is reached.
    pub deadline: Option<Instant>,
}

impl Until {
    /// Whether the work should end now.
    pub fn over(&self) -> bool {
        self.stop.raised() || self.is_late()
    }

    /// Whether the time limit is reached.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
