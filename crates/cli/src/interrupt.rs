//! Ctrl-C: asks the work at hand to stop, and ends the program if that takes longer than a moment or Ctrl-C comes again.

use std::io::{self, Write};
use std::process;
use std::thread;
use std::time::Duration;

use workshop::Stop;

use crate::error::{Error, Exit};

/// How long the work at hand may take to notice. Nothing written by it is lost afterwards: files appear under their names when
/// they are complete, and not before.
const PATIENCE: Duration = Duration::from_secs(2);

/// Raises the flag on Ctrl-C from now on.
pub fn listen(stop: &Stop) -> Result<(), Error> {
    let flag = stop.clone();
    let handler = move || {
        let again = flag.raise();
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
