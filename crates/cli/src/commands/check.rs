//! `backsolve check RULES`: checks that a sheet is well-formed.

use clap::Args;
use operations::SheetDiagnostics;
use serde::Serialize;

use crate::console::{BAD, Console, GOOD};
use crate::error::{Error, Exit};
use crate::limits::Watch;
use crate::load::RulesOptions;
use crate::table::count;

const EXAMPLES: &str = "\
Examples:
  backsolve check my-game.kif             errors and warnings, with the mistakes underlined
  backsolve check - < my-game.kif         the same from standard input
  backsolve check --lenient old-game.kif  accept common violations of GDL with a warning
  backsolve check --json my-game.kif      for editors and scripts

The other commands print the first ten warnings to standard error. docs/gdl.md lists all of them.

Exit codes:
  0 well-formed   1 ill-formed   2 unreadable";

/// Check a rule sheet: errors and warnings, with the mistakes underlined
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    rules: RulesOptions,
}

#[derive(Serialize)]
struct Answer<'a> {
    rules: &'a str,
    well_formed: bool,
    errors: usize,
    warnings: usize,
    diagnostics: &'a SheetDiagnostics,
}

impl Check {
    /// Prints the diagnostics and a summary.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let source = self.rules.rules.source(console)?;
        let checked = self.rules.examine(&source, &Watch::new(console));
        console.stop.check()?;
        let report = SheetDiagnostics::new(&source, &checked.diagnostics);
        let well_formed = checked.rules.is_some();
        let answer = Answer {
            rules: &source.name,
            well_formed,
            errors: report.errors(),
            warnings: report.warnings(),
            diagnostics: &report,
        };
        console.answer(&answer, || {
            let summary = match &checked.rules {
                Some(rules) => {
                    let (roles, clauses) = (count(rules.roles.len(), "role"), count(rules.clauses.len(), "rule"));
                    let warnings = match report.warnings() {
                        0 => String::new(),
                        n => format!(", {}", count(n, "warning")),
                    };
                    format!("{GOOD}well-formed{GOOD:#}: {}: {roles}, {clauses}{warnings}\n", source.name)
                }
                None => format!("{BAD}ill-formed{BAD:#}: {}\n", report.summary()),
            };
            report.text() + &summary
        })?;
        Ok(if well_formed { Exit::Done } else { Exit::No })
    }
}
