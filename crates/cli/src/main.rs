//! The command line of Backsolve: parses the arguments, runs one command, turns its outcome into an exit code.

mod arguments;
mod commands;
mod console;
mod diagnostics;
mod error;
mod grounding;
mod interrupt;
mod limits;
mod load;
mod ordering;
mod panic;
mod prepared;
mod progress;
mod solving;
mod state;
mod table;

use clap::Parser;

use arguments::Arguments;
use console::Console;
use error::{Error, Exit};
use interrupt::Stop;

fn main() -> Exit {
    // clap prints its own errors and help, and ends with 2 for bad usage and 0 for help.
    let arguments = Arguments::parse();
    panic::guard(|| run(arguments))
}

fn run(arguments: Arguments) -> Exit {
    let stop = Stop::default();
    let console = Console::new(arguments.json, arguments.color, stop.clone());
    match stop.listen().and_then(|()| arguments.command.run(&console)) {
        Ok(exit) => exit,
        Err(Error::OutputClosed) => Exit::Done,
        Err(Error::Failure(failure)) => {
            console.fail(&failure);
            failure.exit
        }
    }
}
