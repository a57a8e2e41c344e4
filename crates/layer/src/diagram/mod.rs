//! A layer as an encoded decision diagram.
//!
//! [`format`](self::format) describes the encoding. [`Probe`] looks up states, counts those of a [`Cube`] and finds
//! them by their [`Ranks`], and [`Sorted`] builds a diagram from ascending states. Code that needs neither images nor
//! unions needs no store.

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
