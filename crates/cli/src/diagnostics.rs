//! What the checks say about a sheet, as text for people and as JSON for editors.

use gdl::{Diagnostic, Source};
use serde::{Serialize, Serializer};

use crate::table::count;

/// The diagnostics of one sheet.
#[derive(Clone, Debug)]
pub struct Report {
    name: String,
    text: String,
    entries: Vec<Entry>,
}

/// A diagnostic with places as people count them.
#[derive(Clone, Debug, Serialize)]
struct Entry {
    severity: String,
    code: String,
    message: String,
    #[serde(flatten)]
    place: Option<Place>,
    labels: Vec<Label>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

/// Lines and columns count from 1, columns in characters; the end is one past the last character.
#[derive(Clone, Debug, Serialize)]
struct Place {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Clone, Debug, Serialize)]
struct Label {
    #[serde(flatten)]
    place: Place,
    text: String,
}

impl Report {
    /// The report on a sheet.
    pub fn new(source: &Source, diagnostics: &[Diagnostic]) -> Report {
        let entries = diagnostics.iter().map(|d| entry(source, d)).collect();
        Report { name: source.name.clone(), text: gdl::render(source, diagnostics), entries }
    }

    /// The diagnostics with the text underlined; styled, for a stream that strips styles where they don't belong.
    pub fn text(&self) -> String {
        self.text.clone()
    }

    /// `my-game.kif: 2 errors, 1 warning`
    pub fn summary(&self) -> String {
        let counts = [(self.errors(), "error"), (self.warnings(), "warning")];
        let parts: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|&(n, noun)| count(n, noun)).collect();
        format!("{}: {}", self.name, parts.join(", "))
    }

    /// Number of errors.
    pub fn errors(&self) -> usize {
        self.entries.len() - self.warnings()
    }

    /// Number of warnings.
    pub fn warnings(&self) -> usize {
        self.entries.iter().filter(|e| e.severity == "warning").count()
    }
}

/// As the list of diagnostics.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.entries.serialize(serializer)
    }
}

fn entry(source: &Source, diagnostic: &Diagnostic) -> Entry {
    let labels: Vec<Label> = diagnostic
        .labels
        .iter()
        .map(|label| Label { place: place(source, label.span), text: label.text.clone() })
        .collect();
    Entry {
        severity: diagnostic.severity.to_string(),
        code: diagnostic.code.to_string(),
        message: diagnostic.message.clone(),
        place: labels.first().map(|label| label.place.clone()),
        labels,
        help: diagnostic.help.clone(),
    }
}

fn place(source: &Source, span: gdl::Span) -> Place {
    let (start, end) = (source.position(span.start), source.position(span.end));
    Place { line: start.line, column: start.column, end_line: end.line, end_column: end.column }
}
