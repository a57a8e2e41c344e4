//! The command line of Backsolve: parses the arguments, runs one command, turns its outcome into an exit code.

mod arguments;
mod commands;
mod console;
mod error;
mod interrupt;
mod limits;
mod load;
mod ordering;
mod panic;
mod progress;
mod state;
mod table;

use clap::Parser;
use workshop::Stop;

use arguments::Arguments;
use console::Console;
use error::Exit;

fn main() -> Exit {
    // clap prints its own errors and help, and ends with 2 for bad usage and 0 for help.
    let arguments = Arguments::parse();
    panic::guard(|| run(arguments))
}

fn run(arguments: Arguments) -> Exit {
    let stop = Stop::default();
    let console = Console::new(arguments.json, arguments.color, stop.clone());
    console.end(interrupt::listen(&stop).and_then(|()| arguments.command.run(&console)))
}
