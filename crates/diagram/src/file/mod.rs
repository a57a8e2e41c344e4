//! Diagrams as files: written, read back, and probed without reading.
//!
//! [`format`](self::format) describes the bytes. [`Probe`] answers single questions from them and depends on nothing
//! else in this crate, so whoever uses a solution needs no store.

mod format;
mod probe;
mod read;
mod sorted;
#[cfg(test)]
mod tests;
mod write;

pub use format::FileError;
pub use probe::Probe;
pub use sorted::{Finished, Part, Sorted};
