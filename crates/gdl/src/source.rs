//! A rule sheet's text and places in it.

/// A stretch of the source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A rule sheet as it was given.
#[derive(Clone, Debug)]
pub struct Source {
    /// What to call it in messages: a path, `-`, or a bundled name.
    pub name: String,
    /// The text.
    pub text: String,
}
