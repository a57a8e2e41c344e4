//! The arguments of a run, and what is wrong with them.

use clap::{CommandFactory, Error, FromArgMatches};
use workshop::Stop;

use crate::arguments::Arguments;
use crate::console::{Color, Console};
use crate::error::{self, Exit};
use crate::help;

/// The arguments, or how the run ends: with help, or with what is wrong.
pub fn arguments() -> Result<Arguments, Exit> {
    let command = help::laid_out(Arguments::command(), width());
    let parsed = command.try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.map_err(|error| refuse(&error))
}

/// Columns to lay out for: those of the terminal, else what the environment says.
fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(said).map_or(help::USUAL, |width| width.max(40))
}

/// Prints help, or says what is wrong, with `--json` as an object too.
fn refuse(error: &Error) -> Exit {
    // Whoever does not read it does not want it.
    let _ = error.print();
    if !error.use_stderr() {
        return Exit::Done;
    }
    let asked = std::env::args_os().skip(1).take_while(|argument| argument != "--").any(|one| one == "--json");
    if asked {
        let text = error.render().to_string();
        let mut paragraphs =
            text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
        let message = paragraphs.next().unwrap_or_default();
        let message = error::Error::input(message.trim_start_matches("error: "));
        let advice = paragraphs.map(|paragraph| paragraph.trim().to_owned()).find(|paragraph| !paragraph.is_empty());
        let message = advice.into_iter().fold(message, error::Error::hint);
        Console::new(true, Color::Never, Stop::default()).print_failure(&message);
    }
    Exit::Input
}
