//! Parses the arguments of a run, and reports errors in them.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, CommandFactory, Error, FromArgMatches};
use operations::Stop;

use crate::arguments::Arguments;
use crate::console::{Color, Console};
use crate::error::{self, Exit};
use crate::help;

/// The arguments, or the exit code after help or an error.
pub fn arguments() -> Result<Arguments, Exit> {
    let command = help::laid_out(Arguments::command(), width());
    let parsed = command.clone().try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.map_err(|mut error| {
        let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        if let Some(meant) = with_equals(&error, &words, &command) {
            let tip = StyledStr::from(format!("put an equals sign before the value: {meant}"));
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
        refuse(&error)
    })
}

/// The correction for an option that takes its value after an equals sign but got it as a separate word:
/// `--distances=no` for `--distances no`.
fn with_equals(error: &Error, words: &[String], command: &Command) -> Option<String> {
    let Some(ContextValue::String(unexpected)) = error.get(ContextKind::InvalidArg) else { return None };
    let command = words.iter().find_map(|word| command.find_subcommand(word))?;
    let takes = |option: &Arg, word: &String| match option.get_possible_values().as_slice() {
        [] => word == unexpected,
        values => values.iter().any(|value| value.matches(word, true)),
    };
    words.windows(2).find_map(|pair| {
        let [option, value] = pair else { return None };
        let name = option.strip_prefix("--")?;
        let found = command.get_arguments().find(|one| one.get_long() == Some(name) && one.is_require_equals_set())?;
        takes(found, value).then(|| format!("{option}={value}"))
    })
}

/// The width to lay out for: that of the terminal, otherwise from the environment.
fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(said).map_or(help::USUAL, |width| width.max(40))
}

/// Prints help or an error, with `--json` also as an object.
fn refuse(error: &Error) -> Exit {
    // A closed stream is not an error here.
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
