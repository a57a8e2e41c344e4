//! Output of commands: standard output for answers, standard error for progress, one colour policy for both.
//!
//! Answers go to standard output, either as text or, with `--json`, as one object. Everything else goes to standard
//! error. Styles are always written and stripped where they are not wanted: not on a terminal, `NO_COLOR` set,
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
/// Less important text.
pub const DIM: Style = Style::new().dimmed();
/// Good results. Blue and yellow can be distinguished by colour-blind readers, and a word always says the same as the
/// colour.
pub const GOOD: Style = AnsiColor::BrightBlue.on_default();
/// Results that need attention.
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

/// Standard output and standard error of one run. Copies share the same console.
#[derive(Clone, Debug)]
pub struct Console {
    json: bool,
    color: ColorChoice,
    /// Set by Ctrl-C.
    pub stop: Stop,
    /// Whether an answer was printed, or started.
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

    /// Whether the answer is one JSON object.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Whether standard error is a terminal.
    pub fn watched(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// Prints text to standard output.
    pub fn print(&self, text: &str) -> Result<(), Error> {
        let mut out = AutoStream::new(io::stdout().lock(), self.color);
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(unwritten)
    }

    /// Prints the answer: `object` if JSON is requested, otherwise `text`.
    pub fn answer(&self, object: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Error> {
        self.answered.store(true, Ordering::Relaxed);
        if !self.json {
            return self.print(&text());
        }
        let mut line = serde_json::to_string_pretty(object).map_err(Error::bug)?;
        line.push('\n');
        self.print(&line)
    }

    /// Prints a line on standard error. A closed stream is not an error.
    pub fn say(&self, text: &str) {
        let mut err = AutoStream::new(io::stderr().lock(), self.color);
        let _ = writeln!(err, "{text}");
    }

    /// Prints warnings about an answer on standard error.
    pub fn warn(&self, warnings: &[String]) {
        warnings.iter().for_each(|warning| self.say(&format!("{BAD}warning{BAD:#}: {warning}")));
    }

    /// Clears the line of a progress bar if a run ends without removing it.
    pub fn clear_line(&self) {
        if self.watched() {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }

    /// The exit code of the run; a failure is reported first.
    pub fn end(&self, result: Result<Exit, Error>) -> Exit {
        result.unwrap_or_else(|error| {
            if error.kind() != ErrorKind::Unheard {
                self.fail(&error);
            }
            error.kind().into()
        })
    }

    /// Prints an error on standard error.
    pub fn complain(&self, error: &Error) {
        if let Some(report) = error.diagnostics() {
            self.say(report.text().trim_end());
        }
        self.say(&format!("{BAD}error{BAD:#}: {error}"));
        if let Some(hint) = hint(error.advice()) {
            self.say(&format!(" {DIM}help{DIM:#}: {hint}"));
        }
    }

    /// Reports a failure on standard error and, with `--json`, as an object on standard output.
    pub fn fail(&self, error: &Error) {
        self.complain(error);
        if self.json {
            self.print_failure(error);
        }
    }

    /// The same, but without an object if an answer was already printed or started.
    pub fn fail_once(&self, error: &Error) {
        match self.answered.load(Ordering::Relaxed) {
            true => self.complain(error),
            false => self.fail(error),
        }
    }

    /// Prints a failure as an object.
    pub fn print_failure(&self, error: &Error) {
        let object = FailureObject {
            error: error.to_string(),
            hint: hint(error.advice()),
            exit_code: Exit::from(error.kind()) as u8,
            diagnostics: error.diagnostics(),
        };
        // The exit code is the same whether or not anybody reads this.
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
