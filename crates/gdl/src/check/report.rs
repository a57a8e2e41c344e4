//! Collects diagnostics and decides which of them prevent a result.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::rules::Rules;
use crate::source::Span;

/// How strictly a sheet is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Every violation of GDL is an error.
    Strict,
    /// Violations that leave the sheet a meaning are warnings.
    Lenient,
}

/// The result of checking a sheet.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The rules, if there was no error.
    pub rules: Option<Rules>,
    /// Errors and warnings in the order of the sheet.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of further diagnostics that are left out.
    pub omitted: usize,
}

/// The diagnostics so far.
pub(super) struct Sink {
    mode: Mode,
    diagnostics: Diagnostics,
}

impl Sink {
    pub fn new(mode: Mode, diagnostics: Diagnostics) -> Sink {
        Sink { mode, diagnostics }
    }

    /// Adds a diagnostic unchanged.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds an error, which becomes a warning in lenient mode.
    pub fn violation(&mut self, mut diagnostic: Diagnostic) {
        if self.mode == Mode::Lenient {
            diagnostic.severity = Severity::Warning;
        }
        self.push(diagnostic);
    }

    /// Whether the mode is lenient.
    pub fn is_lenient(&self) -> bool {
        self.mode == Mode::Lenient
    }

    /// Whether the sheet is known to be ill-formed.
    pub fn has_error(&self) -> bool {
        self.diagnostics.has_error()
    }

    /// Whether there already is a diagnostic for a place.
    pub fn has_at(&self, place: Span) -> bool {
        self.diagnostics.has_at(place)
    }

    /// Whether further diagnostics would only be counted.
    pub fn is_full(&self) -> bool {
        self.diagnostics.is_full()
    }

    /// The result for a sheet without rules.
    pub fn refuse(self) -> Checked {
        let (diagnostics, omitted) = self.diagnostics.finish();
        Checked { rules: None, diagnostics, omitted }
    }

    /// The result, with rules only if there is no error.
    pub fn finish(self, rules: impl FnOnce() -> Rules) -> Checked {
        let rules = (!self.has_error()).then(rules);
        let (diagnostics, omitted) = self.diagnostics.finish();
        Checked { rules, diagnostics, omitted }
    }
}
