//! Explicit-state solving: states as packed keys in sorted layers, on one machine.
//!
//! ```text
//! layer of keys ─ expand: 512 at a time ─▶ successors ─ collect: ranges, sort, merge ─▶ next layer
//! layer of keys ─ expand ─▶ successors ─ find: cursors in the solved layer ─▶ outcomes
//! ```
//!
//! If the states fit into memory or, layer by layer, onto the disk, this is often faster than decision diagrams. Both
//! engines write the same layers with the same content into the same kind of directory.

use std::path::Path;

use task::{Error, Limit};

mod add_distances;
mod attractor;
mod backward;
mod collect;
mod compact;
mod distances;
mod expand;
pub mod expected;
mod find;
mod fixpoint;
mod forward;
mod graph;
mod journal;
pub mod key;
mod layered;
pub mod layout;
mod levels;
mod moves;
mod one_player;
mod outcomes;
mod pack;
mod parallel;
mod parts;
mod ranges;
pub mod reach;
mod reachable;
mod rewards;
mod rounds;
pub mod solve;
mod sort;
mod spill;
mod tables;

/// Resource limits of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'f> {
    /// Bytes for states.
    pub bytes: usize,
    /// Threads.
    pub threads: usize,
    /// The folder for states that do not fit in memory; the files disappear with the process.
    pub folder: &'f Path,
    /// Returns free memory to the system, since memory freed in small pieces would stay with the allocator.
    pub give_back: fn(),
}

impl Resources<'_> {
    /// Fails if more than the permitted number of bytes would be held.
    pub fn check(&self, needed: usize, what: &'static str) -> Result<(), Error> {
        match needed > self.bytes {
            true => Err(Limit::Memory { what, needed: Some(needed), enough: None, allowed: self.bytes }.into()),
            false => Ok(()),
        }
    }

    /// The same, where it is known what the rest of the work needs.
    pub fn check_all(&self, needed: usize, enough: usize, what: &'static str) -> Result<(), Error> {
        match needed > self.bytes {
            true => {
                let enough = Some(enough.max(needed));
                Err(Limit::Memory { what, needed: Some(needed), enough, allowed: self.bytes }.into())
            }
            false => Ok(()),
        }
    }
}
