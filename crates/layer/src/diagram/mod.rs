//! A layer as a decision diagram, in bytes.
//!
//! [`format`](self::format) describes them. [`Probe`] answers questions from them: single
//! states, counts over a [`Cube`] and states by their [`Ranks`]. [`Sorted`] makes them from ascending states. Whoever needs neither images nor unions needs no store.

mod count;
mod cube;
mod format;
mod probe;
mod ranks;
mod section;
mod sorted;

pub use cube::Cube;
pub use format::{DiagramShape, FileError, LevelShape, MOST_LEVELS, are_domains};
pub use probe::Probe;
pub use ranks::Ranks;
pub use section::Section;
pub use sorted::{Finished, Part, Sorted};
