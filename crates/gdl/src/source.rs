//! A rule sheet's text and places in it.

use crate::diagnostic::{Code, Diagnostic};

/// The longest text that is read. Spans are 32 bits wide; the largest sheet known to us has half a megabyte.
pub const MAX_BYTES: usize = 64 << 20;

/// A stretch of the source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest stretch that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span as indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A place as people count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// A rule sheet as it was given.
#[derive(Clone, Debug)]
pub struct Source {
    /// What to call it in messages: a path, `-`, or a bundled name.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A sheet from text that is known to be text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// A sheet from the bytes of a file: UTF-8, with or without a byte order mark.
    ///
    /// # Errors
    ///
    /// Bytes that are not UTF-8 or too many are reported with the line and column where that shows.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Result<Source, Box<Diagnostic>> {
        if bytes.len() > MAX_BYTES {
            return Err(Box::new(too_long(bytes.len())));
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(name, text)),
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let end = valid.len() as u32;
                let Position { line, column } = position(&valid, end);
                let byte = bytes[error.valid_up_to()];
                Err(Box::new(
                    Diagnostic::error(
                        Code::Encoding,
                        format!("byte 0x{byte:02x} at line {line}, column {column} is not UTF-8 text"),
                    )
                    .help("save the sheet in the encoding UTF-8"),
                ))
            }
        }
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Line and column of a byte. Linear in the text before it.
    pub fn position(&self, byte: u32) -> Position {
        position(&self.text, byte)
    }
}

/// What to say about a text beyond [`MAX_BYTES`].
pub(crate) fn too_long(bytes: usize) -> Diagnostic {
    Diagnostic::error(Code::TooLarge, format!("the sheet has {bytes} bytes; at most {} MiB are read", MAX_BYTES >> 20))
}

/// Lines end at `\n`, `\r\n` or a lone `\r`.
fn position(text: &str, byte: u32) -> Position {
    let before = &text.as_bytes()[..(byte as usize).min(text.len())];
    let ends_line = |i: usize| before[i] == b'\n' || (before[i] == b'\r' && text.as_bytes().get(i + 1) != Some(&b'\n'));
    let ends = (0..before.len()).filter(|&i| ends_line(i));
    let (line, start) = ends.fold((1, 0), |(line, _), end| (line + 1, end + 1));
    Position { line, column: text[start..before.len()].chars().count() + 1 }
}
