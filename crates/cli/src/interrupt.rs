//! Ctrl-C: asks the work at hand to stop, and ends the program if that takes longer than a moment or Ctrl-C comes again.

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::error::{Error, Exit};

/// How long the work at hand may take to notice. Nothing written by it is lost afterwards: files appear under their names when
/// they are complete, and not before.
const PATIENCE: Duration = Duration::from_secs(2);

/// A flag that long work looks at now and then.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises the flag on Ctrl-C from now on.
    pub fn listen(&self) -> Result<(), Error> {
        let flag = self.clone();
        let handler = move || {
            let again = flag.0.swap(true, Ordering::Relaxed);
            let watch = move || {
                thread::sleep(if again { Duration::ZERO } else { PATIENCE });
                // The terminal may be gone.
                let _ = writeln!(io::stderr(), "interrupted");
                process::exit(Exit::Interrupted as i32);
            };
            // In a thread of its own, so that the next Ctrl-C is heard.
            thread::spawn(watch);
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
