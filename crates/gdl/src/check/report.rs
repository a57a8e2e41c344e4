//! Collects diagnostics and decides which of them forbid a result.

use rustc_hash::FxHashSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::rules::Rules;
use crate::source::Span;

/// By which measure a sheet is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// By the letter of GDL.
    Strict,
    /// What still has a meaning is accepted with a warning.
    Lenient,
}

/// What came of checking a sheet.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The rules, unless there was an error.
    pub rules: Option<Rules>,
    /// Errors and warnings in the order of the sheet.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more there were.
    pub omitted: usize,
}

/// How many diagnostics are kept; a text that is no rule sheet at all has one for every word.
const KEEP: usize = 1000;

/// The diagnostics so far.
pub(super) struct Report {
    mode: Mode,
    diagnostics: Vec<Diagnostic>,
    /// What has been said where: distributing `or` would say it again for every alternative.
    said: FxHashSet<(Code, Span)>,
    has_error: bool,
    omitted: usize,
}

impl Report {
    pub fn new(mode: Mode, diagnostics: Vec<Diagnostic>) -> Report {
        let mut report =
            Report { mode, diagnostics: Vec::new(), said: FxHashSet::default(), has_error: false, omitted: 0 };
        diagnostics.into_iter().for_each(|diagnostic| report.push(diagnostic));
        report
    }

    /// Adds a diagnostic as it is, unless the same has been said of the same place.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.has_error |= diagnostic.is_error();
        if let Some(label) = diagnostic.labels.first()
            && !self.said.insert((diagnostic.code, label.span))
        {
            return;
        }
        if self.diagnostics.len() < KEEP {
            self.diagnostics.push(diagnostic);
        } else {
            self.omitted += 1;
        }
    }

    /// Adds an error that is a warning in lenient mode, as the sheet keeps a meaning.
    pub fn violation(&mut self, mut diagnostic: Diagnostic) {
        if self.mode == Mode::Lenient {
            diagnostic.severity = Severity::Warning;
        }
        self.push(diagnostic);
    }

    /// Whether violations with a meaning are let through.
    pub fn is_lenient(&self) -> bool {
        self.mode == Mode::Lenient
    }

    /// Whether the sheet is known to be ill-formed.
    pub fn has_error(&self) -> bool {
        self.has_error
    }

    /// Whether more diagnostics would only be counted.
    pub fn is_full(&self) -> bool {
        self.diagnostics.len() >= KEEP
    }

    /// The result: rules only if no error stands in the way.
    pub fn finish(mut self, rules: impl FnOnce() -> Rules) -> Checked {
        let place = |d: &Diagnostic| d.labels.first().map_or(u32::MAX, |label| label.span.start);
        self.diagnostics.sort_by_key(place);
        let rules = (!self.has_error).then(rules);
        Checked { rules, diagnostics: self.diagnostics, omitted: self.omitted }
    }
}
