//! A layer as an encoded decision diagram.
//!
//! [`format`](self::format) describes the encoding. [`Probe`] looks up states, and [`Sorted`] builds a diagram from
//! ascending states. Code that needs neither images nor unions needs no store.

mod format;
mod probe;
mod section;
mod sorted;

pub use format::{DiagramShape, FileError, LevelShape, MOST_LEVELS, are_domains};
pub use probe::Probe;
pub use section::Section;
pub use sorted::{Finished, Part, Sorted};
