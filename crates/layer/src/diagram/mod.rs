//! A layer as a decision diagram, in bytes.
//!
//! [`format`](self::format) describes them. [`Probe`] answers single questions from them, and [`Sorted`] makes them
//! from ascending states. Whoever needs neither images nor unions needs no store.

mod format;
mod probe;
mod section;
mod sorted;

pub use format::{DiagramShape, FileError, LevelShape, MOST_LEVELS, are_domains};
pub use probe::Probe;
pub use section::Section;
pub use sorted::{Finished, Part, Sorted};
