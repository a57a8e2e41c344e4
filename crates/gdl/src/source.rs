//! The text of a rule sheet, and positions in it.

use crate::diagnostic::{Code, Diagnostic};

/// The longest text that is read. The largest known sheet has half a megabyte. In the worst case, when every third byte
/// is a separate fact, checking takes about 160 bytes of memory per byte of text.
pub const MAX_BYTES: usize = 16 << 20;

/// A range of the source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span as a range of indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A position in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// The text of a rule sheet with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name in messages: a path, `-`, or a bundled name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Where the text begins with that of another file: its name, and how many bytes are from there.
    preface: Option<(String, usize)>,
}

impl Source {
    /// A sheet from text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into(), preface: None }
    }

    /// A sheet after the text of another file on which it builds. Diagnostics name the file that they are about.
    pub fn after(preface: Source, sheet: Source) -> Source {
        let text = format!("{}\n{}", preface.text, sheet.text);
        Source { name: sheet.name, text, preface: Some((preface.name, preface.text.len() + 1)) }
    }

    /// The two files that the text is made of, and where the second begins.
    pub(crate) fn parts(&self) -> Option<(Source, Source, u32)> {
        let (name, end) = self.preface.as_ref()?;
        let (first, second) = self.text.split_at(*end);
        Some((Source::new(&**name, first), Source::new(&*self.name, second), *end as u32))
    }

    /// A sheet from the bytes of a file: UTF-8, with or without a byte order mark.
    ///
    /// # Errors
    ///
    /// Bytes that are not UTF-8, or too many of them, are reported with a line and column.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Result<Source, Box<Diagnostic>> {
        if bytes.len() > MAX_BYTES {
            return Err(Box::new(too_long(bytes.len())));
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(name, text)),
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let LineColumn { line, column } = Lines::new(&valid).position(valid.len() as u32);
                let byte = bytes[error.valid_up_to()];
                Err(Box::new(
                    Diagnostic::error(
                        Code::Encoding,
                        format!("byte 0x{byte:02x} at line {line}, column {column} is not UTF-8 text"),
                    )
                    .help("save the sheet as UTF-8"),
                ))
            }
        }
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// The starts of its lines, for counting lines and columns.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text)
    }
}

/// The lines of a text. They end at `\n`, `\r\n` or a lone `\r`.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let bytes = text.as_bytes();
        let ends_line = |&i: &usize| bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends_line).map(|i| i + 1)).collect();
        Lines { text, starts }
    }

    /// The line of a byte, counted from 1.
    pub fn line_of(&self, byte: u32) -> usize {
        self.starts.partition_point(|&start| start <= byte as usize)
    }

    /// Line and column of a byte at the start of a character. Linear in the length of the line.
    pub fn position(&self, byte: u32) -> LineColumn {
        let line = self.line_of(byte);
        let byte = (byte as usize).min(self.text.len());
        LineColumn { line, column: self.text[self.starts[line - 1]..byte].chars().count() + 1 }
    }

    /// The byte range of a line, counted from 1, including the line ending.
    pub fn line(&self, line: usize) -> std::ops::Range<usize> {
        self.starts[line - 1]..self.starts.get(line).copied().unwrap_or(self.text.len())
    }
}

/// The error for a text longer than [`MAX_BYTES`].
pub(crate) fn too_long(bytes: usize) -> Diagnostic {
    Diagnostic::error(Code::TooLarge, format!("the sheet has {bytes} bytes; the limit is {} MiB", MAX_BYTES >> 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_three_kinds_of_endings() {
        let source = Source::new("test", "a\rb\r\nc\n\nä(");
        let lines = source.lines();
        let place = |text: &str| {
            let LineColumn { line, column } = lines.position(source.text.find(text).expect("in the text") as u32);
            (line, column)
        };
        assert_eq!([place("a"), place("b"), place("c"), place("(")], [(1, 1), (2, 1), (3, 1), (5, 2)]);
        assert_eq!(&source.text[lines.line(2)], "b\r\n");
        assert_eq!(lines.position(source.text.len() as u32), LineColumn { line: 5, column: 3 });
    }

    #[test]
    fn bytes_become_text_or_an_error_with_a_position() {
        assert_eq!(Source::from_bytes("test", b"\xef\xbb\xbf(role x)").expect("UTF-8").text, "(role x)");
        let error = Source::from_bytes("test", b"(role x)\n(role \xff)").expect_err("not UTF-8");
        assert_eq!(error.message, "byte 0xff at line 2, column 7 is not UTF-8 text");
    }

    #[test]
    fn texts_beyond_the_limit_are_rejected() {
        let error = Source::from_bytes("test", &vec![b' '; MAX_BYTES + 1]).expect_err("too long");
        assert_eq!(error.message, "the sheet has 16777217 bytes; the limit is 16 MiB");
    }
}
