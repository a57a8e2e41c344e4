//! How long work is asked to stop: by a flag, or by the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::error::Error;

/// A flag that long work looks at now and then. Its copies are one flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the work to stop; says whether it had been asked before.
    pub fn raise(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether the work should stop.
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for crates that know no more of it.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// An error if the work should stop.
    pub fn check(&self) -> Result<(), Error> {
        if self.raised() { Err(Error::interrupted()) } else { Ok(()) }
    }
}

/// When work should end although it is not done: somebody asks for it, or its time limit is reached.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// Raised by whoever asks for it.
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
