//! Reader: text to expressions with spans.
//!
//! ```
//! let source = gdl::Source::new("example", "(role x) ; the only one");
//! let (sheet, diagnostics) = gdl::reader::read(&source);
//! assert_eq!((sheet.expressions.len(), sheet.comments.len(), diagnostics.has_error()), (1, 1, false));
//! ```
//!
//! Written by hand with an explicit stack, so deep nesting does not overflow the call stack. KIF has little syntax:
//! round brackets, `?variables`, comments from a semicolon to the end of the line, and symbols made of all other
//! characters.
//!
//! A missing closing bracket would swallow the rest of the sheet. Rules do not nest, so a `(<=` at the start of a line
//! within another expression shows where the missing bracket belongs. If the first pass ends with open brackets, a
//! second pass closes them there and continues.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::expression::{Expression, Sheet};
use crate::source::{MAX_BYTES, Source, Span, too_long};

/// The maximum nesting of brackets. Deeper expressions are reported and left out, so that later stages may recurse.
pub const MAX_DEPTH: usize = 500;

/// Reads a text as far as possible.
pub fn read(source: &Source) -> (Sheet, Diagnostics) {
    if source.text.len() > MAX_BYTES {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(too_long(source.text.len()));
        return (Sheet::default(), diagnostics);
    }
    let mut reader = Reader::new(&source.text, false);
    reader.run();
    if !reader.open.is_empty() {
        reader = Reader::new(&source.text, true);
        reader.run();
        reader.close_at_end();
    }
    (reader.sheet, reader.diagnostics)
}

/// A list whose closing bracket has not been read yet.
struct Open {
    bracket: u32,
    items: Vec<Expression>,
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether a rule at the start of a line closes all open brackets.
    recovers: bool,
    open: Vec<Open>,
    /// The number of open brackets beyond the depth limit.
    skipped: usize,
    sheet: Sheet,
    diagnostics: Diagnostics,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, recovers: bool) -> Reader<'a> {
        Reader {
            text: text.as_bytes(),
            at: 0,
            recovers,
            open: Vec::new(),
            skipped: 0,
            sheet: Sheet::default(),
            diagnostics: Diagnostics::default(),
        }
    }

    fn run(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b';' => self.comment(),
                b'(' => self.opening(),
                b')' => self.closing(),
                0..=0x1f | 0x7f => self.control(byte),
                _ => self.word(),
            }
        }
    }

    fn comment(&mut self) {
        let comment = self.run_of(self.at, |byte| !matches!(byte, b'\n' | b'\r'));
        self.sheet.comments.push(comment);
    }

    fn opening(&mut self) {
        let bracket = self.at as u32;
        if self.recovers && !self.open.is_empty() && self.starts_rule() {
            self.close_before(bracket);
        }
        self.at += 1;
        if self.skipped > 0 || self.open.len() == MAX_DEPTH {
            if self.skipped == 0 {
                let message = format!("brackets nest deeper than {MAX_DEPTH} levels");
                let here = Span { start: bracket, end: bracket + 1 };
                self.diagnostics.push(Diagnostic::error(Code::TooDeep, message).at(here, "too deep from here on"));
            }
            self.skipped += 1;
        } else {
            self.open.push(Open { bracket, items: Vec::new() });
        }
    }

    fn closing(&mut self) {
        self.at += 1;
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(Open { bracket, items }) = self.open.pop() {
            self.push(Expression::List(items, Span { start: bracket, end: self.at as u32 }));
        } else {
            let here = self.run_of(self.at - 1, |byte| byte == b')');
            let message = match here.end - here.start {
                1 => "this closing bracket closes nothing",
                _ => "these closing brackets close nothing",
            };
            self.diagnostics.push(
                Diagnostic::error(Code::Brackets, message)
                    .at(here, "no bracket is open here")
                    .help("remove it, or add the missing `(`"),
            );
        }
    }

    /// Whether the current bracket is at the start of a line and followed by a rule's arrow.
    fn starts_rule(&self) -> bool {
        let at_line_start = self.at == 0 || matches!(self.text[self.at - 1], b'\n' | b'\r');
        let after = self.text[self.at + 1..].trim_ascii_start();
        at_line_start && after.starts_with(b"<=")
    }

    fn close_before(&mut self, bracket: u32) {
        let outermost = self.open[0].bracket;
        let next = Span { start: bracket, end: bracket + 1 };
        self.diagnostics.push(unclosed(outermost).at(next, "a `)` seems to be missing before this rule"));
        self.close_all(bracket);
    }

    fn close_at_end(&mut self) {
        if let Some(outermost) = self.open.first() {
            self.diagnostics.push(unclosed(outermost.bracket).help("add the missing `)`"));
            self.close_all(self.text.len() as u32);
        }
    }

    fn close_all(&mut self, end: u32) {
        self.skipped = 0;
        while let Some(Open { bracket, items }) = self.open.pop() {
            self.push(Expression::List(items, Span { start: bracket, end }));
        }
    }

    fn control(&mut self, byte: u8) {
        let here = self.run_of(self.at, |other| other == byte);
        let message = format!("control character 0x{byte:02x} in the text");
        self.diagnostics.push(Diagnostic::error(Code::Character, message).at(here, "remove it"));
    }

    /// Advances to the end of the bytes from `start` that satisfy `belongs`.
    fn run_of(&mut self, start: usize, belongs: impl Fn(u8) -> bool) -> Span {
        self.at = start;
        while self.text.get(self.at).is_some_and(|&byte| belongs(byte)) {
            self.at += 1;
        }
        Span { start: start as u32, end: self.at as u32 }
    }

    fn word(&mut self) {
        let span = self.run_of(self.at, |byte| !ends_word(byte));
        if self.text[span.start as usize] != b'?' {
            self.push(Expression::Symbol(span));
        } else {
            if span.end - span.start == 1 {
                let error = Diagnostic::error(Code::Expression, "a variable needs a name");
                self.diagnostics.push(error.at(span, "only a question mark").help("write, for example, `?x`"));
            }
            self.push(Expression::Variable(span));
        }
    }

    fn push(&mut self, expression: Expression) {
        if self.skipped > 0 {
            return;
        }
        match self.open.last_mut() {
            Some(list) => list.items.push(expression),
            None => self.sheet.expressions.push(expression),
        }
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 0x7f | b'(' | b')' | b';')
}

fn unclosed(bracket: u32) -> Diagnostic {
    let here = Span { start: bracket, end: bracket + 1 };
    Diagnostic::error(Code::Brackets, "this opening bracket is never closed").at(here, "opened here")
}
