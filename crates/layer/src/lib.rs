//! The two forms of a layer file, and what they have in common.
//!
//! A layer is a set of states, each with a terminal: its outcome, or just that it is there. Its file holds the states
//! as a [decision diagram](Probe) or as [packed states](PackedLayer) in ascending order, whichever is smaller. Its
//! [content](ContentHash) is a short number that does not depend on the form.
//!
//! Nothing here knows games, engines or solution directories: engines write these files, whoever asks a solution reads
//! them.

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
    DiagramShape, FileError, Finished, LevelShape, MOST_LEVELS, Part, Probe, Section, Sorted, are_domains,
};
pub use expected::{ExpectedLayer, ExpectedRecord, ExpectedWriter};
pub use ids::{Level, Terminal, Value};
pub use packed::{PackedLayer, PackedReader, PackedWriter};
pub use weight::Weight;
