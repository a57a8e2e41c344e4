//! Collects diagnostics and decides which of them forbid a result.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::rules::Rules;

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

/// The diagnostics so far.
pub(super) struct Sink {
    mode: Mode,
    diagnostics: Diagnostics,
}

impl Sink {
    pub fn new(mode: Mode, diagnostics: Diagnostics) -> Sink {
        Sink { mode, diagnostics }
    }

    /// Adds a diagnostic as it is.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
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
        self.diagnostics.has_error()
    }

    /// Whether more diagnostics would only be counted.
    pub fn is_full(&self) -> bool {
        self.diagnostics.is_full()
    }

    /// The result of a sheet that has no rules.
    pub fn refuse(self) -> Checked {
        let (diagnostics, omitted) = self.diagnostics.finish();
        Checked { rules: None, diagnostics, omitted }
    }

    /// The result: rules only if no error stands in the way.
    pub fn finish(self, rules: impl FnOnce() -> Rules) -> Checked {
        let rules = (!self.has_error()).then(rules);
        let (diagnostics, omitted) = self.diagnostics.finish();
        Checked { rules, diagnostics, omitted }
    }
}
