//! Ctrl-C: requests a stop, and ends the program if that takes longer than a moment or Ctrl-C is pressed again.

use std::process;
use std::thread;
use std::time::Duration;

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::patience;

/// Sets the stop flag on Ctrl-C from now on.
pub fn listen(console: &Console) -> Result<(), Error> {
    let console = console.clone();
    let handler = move || {
        let again = console.stop.raise();
        let console = console.clone();
        let watch = move || {
            thread::sleep(if again { Duration::ZERO } else { patience::LAST });
            console.clear_line();
            console.fail_once(&Error::interrupted());
            process::exit(Exit::Interrupted as i32);
        };
        // In a separate thread, so that the next Ctrl-C is handled.
        thread::spawn(watch);
    };
    ctrlc::set_handler(handler).map_err(|e| Error::input(format_args!("cannot listen for Ctrl-C: {e}")))
}
