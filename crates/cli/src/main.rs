//! The command line of Backsolve: parses the arguments, runs one command, and maps its result to an exit code.

mod advice;
mod arguments;
mod commands;
mod console;
mod drawn;
mod error;
mod help;
mod interrupt;
mod limits;
mod load;
mod names;
mod opened;
mod ordering;
mod panic;
mod paragraph;
mod patience;
mod playouts;
mod plies;
mod progress;
mod state;
mod table;
mod usage;

use operations::Stop;

use arguments::Arguments;
use console::Console;
use error::Exit;

fn main() -> Exit {
    panic::guard(|| usage::arguments().map_or_else(|exit| exit, run))
}

fn run(arguments: Arguments) -> Exit {
    let console = Console::new(arguments.json, arguments.color, Stop::default());
    console.end(interrupt::listen(&console).and_then(|()| arguments.command.run(&console)))
}
