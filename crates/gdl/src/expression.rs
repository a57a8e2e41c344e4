//! Symbolic expressions with their spans, as returned by the reader and printed by the formatter.

use crate::source::Span;

/// A symbol, a variable or a bracketed list. Nested at most [`MAX_DEPTH`](crate::reader::MAX_DEPTH) deep, so walking
/// one by plain recursion is safe.
#[derive(Clone, Debug)]
pub enum Expression {
    /// `cell`
    Symbol(Span),
    /// `?x`; the span includes the question mark
    Variable(Span),
    /// `(… …)`; the span includes both brackets
    List(Vec<Expression>, Span),
}

impl Expression {
    /// The span of the expression.
    pub fn span(&self) -> Span {
        match self {
            Expression::Symbol(span) | Expression::Variable(span) | Expression::List(_, span) => *span,
        }
    }
}

/// A whole text: its expressions and its comments, both in order.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The top-level expressions.
    pub expressions: Vec<Expression>,
    /// From each semicolon to the end of its line, line end excluded.
    pub comments: Vec<Span>,
}
