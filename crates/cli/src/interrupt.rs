//! Ctrl-C: the first one asks the work at hand to stop, the second one ends the program at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Exit};

/// A flag that long work looks at now and then.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises the flag on Ctrl-C from now on.
    pub fn listen(&self) -> Result<(), Error> {
        let flag = self.clone();
        let handler = move || {
            if flag.0.swap(true, Ordering::Relaxed) {
                process::exit(Exit::Interrupted as i32);
            }
        };
        ctrlc::set_handler(handler).map_err(|e| Error::input(format_args!("can't listen for Ctrl-C: {e}")))
    }

    /// Whether the work should stop.
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// An error if the work should stop.
    pub fn check(&self) -> Result<(), Error> {
        if self.raised() { Err(Error::interrupted()) } else { Ok(()) }
    }
}
