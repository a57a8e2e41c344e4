//! The two forms of a layer file, and their common parts.
//!
//! A layer is a set of states, each with a terminal: its outcome, or only its membership. Its file holds the states as
//! a [decision diagram](Probe) or as [packed states](PackedLayer) in ascending order, whichever is smaller. Its
//! [content hash](ContentHash) does not depend on the form.
//!
//! This crate knows nothing of games, engines or solution directories: engines write these files, and readers of a
//! solution read them.

mod content;
mod diagram;
pub mod digits;
pub mod expected;
mod ids;
pub mod packed;
pub mod packing;
mod weight;

pub use content::ContentHash;
pub use diagram::{
    Cube, DiagramShape, FileError, Finished, LevelShape, MOST_LEVELS, Part, Probe, Ranks, Section, Sorted, are_domains,
};
pub use expected::{ExpectedLayer, ExpectedRecord, ExpectedWriter};
pub use ids::{Level, Terminal, Value};
pub use packed::{PackedLayer, PackedReader, PackedWriter};
pub use weight::Weight;
