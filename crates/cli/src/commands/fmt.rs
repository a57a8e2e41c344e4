//! `backsolve fmt RULES`: formats a sheet.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use operations::SheetDiagnostics;
use serde::Serialize;

use crate::console::Console;
use crate::error::{Error, Exit, unwritable};
use crate::load::{Place, RulesArgument};

const EXAMPLES: &str = "\
Examples:
  backsolve fmt my-game.kif               print it formatted
  backsolve fmt --write my-game.kif       format the file in place
  backsolve fmt --check my-game.kif       exit code 1 if it is not formatted

Comments are kept, the meaning does not change, and formatting twice changes nothing. Any sheet with
matching brackets can be formatted, even if it is ill-formed.";

/// Format a rule sheet
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Fmt {
    #[command(flatten)]
    rules: RulesArgument,

    /// Only report whether the sheet is formatted
    #[arg(long)]
    check: bool,

    /// Format the file in place
    #[arg(long, short = 'i', conflicts_with = "check")]
    write: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    rules: &'a str,
    /// Whether the sheet was already formatted.
    formatted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

impl Fmt {
    /// Prints, compares or writes the formatted sheet.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let source = self.rules.source(console)?;
        let text = gdl::format(&source)
            .map_err(|diagnostics| Error::ill_formed(SheetDiagnostics::new(&source, &diagnostics)))?;
        let formatted = text == source.text;
        if self.write && !formatted {
            replace(self.rules.place(), &text)?;
        }
        let quiet = self.check || self.write;
        let answer = Answer { rules: &source.name, formatted, text: (!quiet).then_some(&text) };
        console.answer(&answer, || match (self.check, self.write, formatted) {
            (true, _, false) => format!("{} is not formatted\n", source.name),
            (true, _, true) | (_, true, true) => String::new(),
            (_, true, false) => format!("formatted {}\n", source.name),
            (false, false, _) => text.clone(),
        })?;
        Ok(if self.check && !formatted { Exit::No } else { Exit::Done })
    }
}

/// Replaces the file's text atomically: a new file beside it takes its name.
fn replace(place: Place<'_>, text: &str) -> Result<(), Error> {
    let Place::File(path) = place else {
        return Err(Error::input("only a file can be overwritten").hint("omit --write to print the formatted sheet"));
    };
    // For a symbolic link the target changes, not the link.
    fs::canonicalize(path).and_then(|path| write_beside(&path, text)).map_err(unwritable(path))
}

fn write_beside(path: &Path, text: &str) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    file.write_all(text.as_bytes())?;
    file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
