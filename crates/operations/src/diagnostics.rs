//! The diagnostics of a sheet, as text for people and as JSON for editors.

use std::time::Instant;

use gdl::{Checked, Diagnostic, Mode, Rendering, Rules, Severity, Source};
use number::count;
use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::exploration;
use crate::stop::Stop;

/// The number of diagnostics shown beside the answer to another request.
const FEW: usize = 10;

/// All diagnostics of a sheet: those of the checks, and those of the first states of the game, if there is time.
pub fn examine(source: &Source, mode: Mode, stop: &Stop, deadline: Option<Instant>) -> Checked {
    let mut checked = gddl::check(source, mode);
    if let Some(rules) = &checked.rules {
        let warnings = exploration::warnings(rules, &checked.diagnostics, stop, deadline);
        checked.diagnostics.extend(warnings);
    }
    checked
}

/// Checked rules, or the diagnostics of the sheet.
pub fn check(source: &Source, mode: Mode) -> Result<Rules, Error> {
    let checked = gddl::check(source, mode);
    checked.rules.ok_or_else(|| Error::ill_formed(SheetDiagnostics::new(source, &checked.diagnostics)))
}

/// The diagnostics of one sheet.
#[derive(Clone, Debug)]
pub struct SheetDiagnostics {
    source: Source,
    diagnostics: Vec<Diagnostic>,
    entries: Vec<DiagnosticEntry>,
}

/// The maximum memory for checking per byte of text: this much for `(p)(p)(p)`, a third of it for usual sheets.
const BYTES_PER_BYTE: usize = 96;

/// The memory needed to read and check a sheet.
pub fn memory_to_check(text: &str) -> usize {
    text.len() * BYTES_PER_BYTE
}

/// A diagnostic as an object. Lines and columns count from 1, columns in characters; the end is one past the last
/// character. `start` and `length` are UTF-16 code units from the start of the text, as counted by browsers.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosticEntry {
    severity: String,
    code: String,
    message: String,
    /// The file, if the place is in the domain instead of the rule sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The line, if it has a place.
    pub line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    start: Option<usize>,
    length: Option<usize>,
    label: Option<String>,
    help: Option<String>,
}

impl SheetDiagnostics {
    /// The report on a sheet.
    pub fn new(source: &Source, diagnostics: &[Diagnostic]) -> SheetDiagnostics {
        let starts = starts_in_units(source, diagnostics);
        let entry = |((located, diagnostic), start): ((gdl::Located, &Diagnostic), Option<usize>)| DiagnosticEntry {
            severity: located.severity.to_string(),
            code: located.code.to_string(),
            message: located.message,
            file: located.file,
            line: located.line,
            column: located.column,
            end_line: located.end_line,
            end_column: located.end_column,
            start,
            length: diagnostic.labels.first().map(|label| units(source.slice(label.span))),
            label: located.label,
            help: located.help,
        };
        SheetDiagnostics {
            source: source.clone(),
            diagnostics: diagnostics.to_vec(),
            entries: gdl::locate(source, diagnostics).into_iter().zip(diagnostics).zip(starts).map(entry).collect(),
        }
    }

    /// The diagnostics with the text underlined; coloured, for a stream that strips colours where they are not wanted.
    pub fn text(&self) -> String {
        gdl::render(&self.source, &self.diagnostics, Rendering::Coloured)
    }

    /// The first few diagnostics as text, with the number of others, for commands that do something else.
    pub fn brief(&self) -> String {
        let few = &self.diagnostics[..self.diagnostics.len().min(FEW)];
        let mut text = gdl::render(&self.source, few, Rendering::Coloured);
        if self.diagnostics.len() > FEW {
            let more = count(self.diagnostics.len() - FEW, "more warning");
            text += &format!("… and {more}; `backsolve check` shows all\n");
        }
        text
    }

    /// The diagnostics as objects.
    pub fn entries(&self) -> &[DiagnosticEntry] {
        &self.entries
    }

    /// `my-game.kif: 2 errors, 1 warning`
    pub fn summary(&self) -> String {
        let counts = [(self.errors(), "error"), (self.warnings(), "warning")];
        let parts: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|&(n, noun)| count(n, noun)).collect();
        format!("{}: {}", self.source.name, parts.join(", "))
    }

    /// Number of errors.
    pub fn errors(&self) -> usize {
        self.entries.len() - self.warnings()
    }

    /// Number of warnings.
    pub fn warnings(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning).count()
    }
}

/// For each diagnostic, the number of UTF-16 code units before it, counted in one pass over the text.
fn starts_in_units(source: &Source, diagnostics: &[Diagnostic]) -> Vec<Option<usize>> {
    let start = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span.range().start);
    let mut places: Vec<(usize, usize)> =
        diagnostics.iter().enumerate().filter_map(|(number, diagnostic)| Some((start(diagnostic)?, number))).collect();
    places.sort_unstable();
    let (mut byte, mut counted, mut starts) = (0, 0, vec![None; diagnostics.len()]);
    for (place, number) in places {
        counted += units(&source.text[byte..place]);
        byte = place;
        starts[number] = Some(counted);
    }
    starts
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// As the list of diagnostics.
impl Serialize for SheetDiagnostics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.entries.serialize(serializer)
    }
}
