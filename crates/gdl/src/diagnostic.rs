//! Diagnostics: errors and warnings with spans, explanations and fixes.

use std::borrow::Cow;
use std::fmt;

use rustc_hash::FxHashSet;

use crate::source::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The sheet has a meaning, but perhaps not the intended one.
    Warning,
    /// The sheet is not well-formed.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// The check that reports it. The name is an interface: it is printed in square brackets and in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are the documentation; each check's module explains its own")]
pub enum Code {
    Arity,
    Brackets,
    Character,
    Choice,
    Constant,
    Does,
    Duplicate,
    Encoding,
    Expression,
    Goal,
    Head,
    Hidden,
    Keyword,
    Missing,
    Recursion,
    Requirement,
    Role,
    Safety,
    Short,
    Stratification,
    TooDeep,
    TooLarge,
    Type,
    Undefined,
    Unreachable,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Code {
    /// The name, in lower case with hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Code::Arity => "arity",
            Code::Brackets => "brackets",
            Code::Character => "character",
            Code::Choice => "choice",
            Code::Constant => "constant",
            Code::Does => "does",
            Code::Duplicate => "duplicate",
            Code::Encoding => "encoding",
            Code::Expression => "expression",
            Code::Goal => "goal",
            Code::Head => "head",
            Code::Hidden => "hidden",
            Code::Keyword => "keyword",
            Code::Missing => "missing",
            Code::Recursion => "recursion",
            Code::Requirement => "requirement",
            Code::Role => "role",
            Code::Safety => "safety",
            Code::Short => "short",
            Code::Stratification => "stratification",
            Code::TooDeep => "too-deep",
            Code::TooLarge => "too-large",
            Code::Type => "type",
            Code::Undefined => "undefined",
            Code::Unreachable => "unreachable",
        }
    }
}

/// A span with a remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The text to underline.
    pub span: Span,
    /// The remark.
    pub text: String,
}

/// One error or warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The check that reports it.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The places: the first is the cause, the others explain. Empty if it concerns the sheet as a whole.
    pub labels: Vec<Label>,
    /// How to fix it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a span.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, severity: Severity::Error, message: message.into(), labels: Vec::new(), help: None }
    }

    /// A warning without a span.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// Adds a span with a remark.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a hint on how to fix it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Whether it makes the sheet ill-formed.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The number of diagnostics that are kept; a text that is not a rule sheet could give one for every word.
const KEEP: usize = 200;

/// Collects diagnostics: without duplicates, and only as many as people read.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    /// The checks reported per span. Distributing `or` would repeat them for every alternative.
    said: FxHashSet<(Code, Span)>,
    has_error: bool,
    omitted: usize,
}

impl Diagnostics {
    /// Adds a diagnostic, unless the same check has already reported the same span.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.has_error |= diagnostic.is_error();
        if self.is_full() {
            self.omitted += 1;
            return;
        }
        let place = diagnostic.labels.first().map(|label| label.span);
        if place.is_none_or(|span| self.said.insert((diagnostic.code, span))) {
            self.kept.push(diagnostic);
        }
    }

    /// Whether there is a diagnostic for a span.
    pub fn has_at(&self, place: Span) -> bool {
        let covers = |span: Span| span.start <= place.start && place.end <= span.end;
        self.kept.iter().any(|one| one.labels.iter().any(|label| covers(label.span)))
    }

    /// Whether further diagnostics would only be counted.
    pub fn is_full(&self) -> bool {
        self.kept.len() >= KEEP
    }

    /// Whether one of them is an error.
    pub fn has_error(&self) -> bool {
        self.has_error
    }

    /// The diagnostics that were kept, in the order of the sheet, and the number of others.
    pub fn finish(mut self) -> (Vec<Diagnostic>, usize) {
        self.kept.sort_by_key(|diagnostic| diagnostic.labels.first().map_or(u32::MAX, |label| label.span.start));
        (self.kept, self.omitted)
    }
}

/// A name as printed in a message; very long ones are cut.
pub(crate) fn short(name: &str) -> Cow<'_, str> {
    const LONGEST: usize = 60;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &name[..end])),
        None => Cow::Borrowed(name),
    }
}
