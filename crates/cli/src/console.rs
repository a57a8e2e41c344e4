//! What commands print with: standard output for answers, standard error for progress, one colour policy for both.
//!
//! Answers go to standard output, either as text or, with `--json`, as one object. Everything else goes to standard
//! error. Styles are written always and stripped where they don't belong: not on a terminal, `NO_COLOR` set,
//! `--color never`.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use operations::{Error, ErrorKind, SheetDiagnostics, Stop};
use serde::Serialize;

use crate::advice::hint;
use crate::error::{Exit, unwritten};

/// Headings and names.
pub const BOLD: Style = Style::new().bold();
/// Things of less weight.
pub const DIM: Style = Style::new().dimmed();
/// Good news. Blue and yellow stay apart for colour-blind eyes, and a word always says the same as the colour.
pub const GOOD: Style = AnsiColor::BrightBlue.on_default();
/// News that needs attention.
pub const BAD: Style = AnsiColor::Yellow.on_default().bold();

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Color {
    /// On terminals, unless the environment says NO_COLOR
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Standard output and standard error of one run. Copies are the same console.
#[derive(Clone, Debug)]
pub struct Console {
    json: bool,
    color: ColorChoice,
    /// Raised by Ctrl-C.
    pub stop: Stop,
    /// Whether an answer was printed, or begun.
    answered: Arc<AtomicBool>,
}

impl Console {
    /// A console for a run with these options.
    pub fn new(json: bool, color: Color, stop: Stop) -> Console {
        let color = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Console { json, color, stop, answered: Arc::default() }
    }

    /// Whether the answer is to be one JSON object.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Whether a person watches standard error.
    pub fn watched(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// Prints text to standard output.
    pub fn print(&self, text: &str) -> Result<(), Error> {
        let mut out = AutoStream::new(io::stdout().lock(), self.color);
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(unwritten)
    }

    /// Prints the answer: `object` if JSON is wanted, else `text`.
    pub fn answer(&self, object: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Error> {
        self.answered.store(true, Ordering::Relaxed);
        if !self.json {
            return self.print(&text());
        }
        let mut line = serde_json::to_string_pretty(object).map_err(Error::bug)?;
        line.push('\n');
        self.print(&line)
    }

    /// Says something on standard error. Nobody listening is no reason to fail.
    pub fn say(&self, text: &str) {
        let mut err = AutoStream::new(io::stderr().lock(), self.color);
        let _ = writeln!(err, "{text}");
    }

    /// Says on standard error what to know about an answer.
    pub fn warn(&self, warnings: &[String]) {
        warnings.iter().for_each(|warning| self.say(&format!("{BAD}warning{BAD:#}: {warning}")));
    }

    /// Clears what a progress bar leaves on its line where a run ends without taking it away.
    pub fn clear_line(&self) {
        if self.watched() {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }

    /// How the run ends; if it failed, with a word about it where somebody hears it.
    pub fn end(&self, result: Result<Exit, Error>) -> Exit {
        result.unwrap_or_else(|error| {
            if error.kind() != ErrorKind::Unheard {
                self.fail(&error);
            }
            error.kind().into()
        })
    }

    /// Says on standard error what went wrong.
    pub fn complain(&self, error: &Error) {
        if let Some(report) = error.diagnostics() {
            self.say(report.text().trim_end());
        }
        self.say(&format!("{BAD}error{BAD:#}: {error}"));
        if let Some(hint) = hint(error.advice()) {
            self.say(&format!(" {DIM}help{DIM:#}: {hint}"));
        }
    }

    /// Says why the run failed, on standard error, and with `--json` as an object on standard output too.
    pub fn fail(&self, error: &Error) {
        self.complain(error);
        if self.json {
            self.print_failure(error);
        }
    }

    /// The same, and no object where an answer stands on standard output already, or waits for somebody to read it.
    pub fn fail_once(&self, error: &Error) {
        match self.answered.load(Ordering::Relaxed) {
            true => self.complain(error),
            false => self.fail(error),
        }
    }

    /// Prints why the run failed as an object.
    pub fn print_failure(&self, error: &Error) {
        let object = FailureObject {
            error: error.to_string(),
            hint: hint(error.advice()),
            exit_code: Exit::from(error.kind()) as u8,
            diagnostics: error.diagnostics(),
        };
        // The exit code stands whether or not anybody reads this.
        let _ = self.answer(&object, String::new);
    }
}

#[derive(Serialize)]
struct FailureObject<'a> {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    exit_code: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<&'a SheetDiagnostics>,
}
