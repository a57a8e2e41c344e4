//! What there is to say about a sheet: errors and warnings with places, explanations and fixes.

use std::fmt;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The sheet has a meaning, though perhaps not the intended one.
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

/// Which check speaks. The name is an interface: it stands in square brackets and in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are the documentation; each check's module explains its own")]
pub enum Code {
    Arity,
    Brackets,
    Character,
    Does,
    Encoding,
    Expression,
    Goal,
    Head,
    Keyword,
    Missing,
    Recursion,
    Role,
    Safety,
    Stratification,
    TooDeep,
    TooLarge,
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
            Code::Does => "does",
            Code::Encoding => "encoding",
            Code::Expression => "expression",
            Code::Goal => "goal",
            Code::Head => "head",
            Code::Keyword => "keyword",
            Code::Missing => "missing",
            Code::Recursion => "recursion",
            Code::Role => "role",
            Code::Safety => "safety",
            Code::Stratification => "stratification",
            Code::TooDeep => "too-deep",
            Code::TooLarge => "too-large",
            Code::Undefined => "undefined",
            Code::Unreachable => "unreachable",
        }
    }
}

/// A place with a remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// What to underline.
    pub span: Span,
    /// What to say there.
    pub text: String,
}

/// One error or warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Which check speaks.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where: the first is the place itself, others explain. Empty if it concerns the sheet as a whole.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, severity: Severity::Error, message: message.into(), labels: Vec::new(), help: None }
    }

    /// A warning without a place.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// Adds a place.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do.
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
