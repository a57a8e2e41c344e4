//! Explicit-state solving: states as packed keys in sorted layers, on one machine.
//!
//! ```text
//! layer of keys ─ expand: 512 at a time ─▶ successors ─ collect: ranges, sort, merge ─▶ next layer
//! layer of keys ─ expand ─▶ successors ─ find: cursors in the solved layer ─▶ outcomes
//! ```
//!
//! Where the states fit into memory or, layer by layer, onto the disk, this is often faster than decision diagrams. Both engines write
//! the same layers with the same content into the same kind of directory.

use std::path::Path;

use task::{Error, Limit};

pub mod add_distances;
pub mod attractor;
pub mod backward;
pub mod collect;
pub mod compact;
pub mod distances;
pub mod expand;
pub mod find;
pub mod fixpoint;
pub mod forward;
pub mod graph;
pub mod journal;
pub mod key;
pub mod layered;
pub mod layout;
pub mod levels;
pub mod moves;
pub mod one_player;
pub mod outcomes;
pub mod pack;
pub mod parallel;
pub mod parts;
pub mod ranges;
pub mod reach;
pub mod reachable;
pub mod rewards;
pub mod rounds;
pub mod solve;
pub mod sort;
pub mod spill;
pub mod tables;

/// What the engine may take.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'f> {
    /// Bytes for states.
    pub bytes: usize,
    /// Threads.
    pub threads: usize,
    /// Where states go that memory has no room for; they are gone with the process.
    pub folder: &'f Path,
    /// Hands memory that is free again back to the system, for what is freed in small pieces would stay with the allocator.
    pub give_back: fn(),
}

impl Resources<'_> {
    /// Refuses to hold more bytes than there may be.
    pub fn check(&self, needed: usize, what: &'static str) -> Result<(), Error> {
        match needed > self.bytes {
            true => Err(Limit::Memory { what, needed: Some(needed), allowed: self.bytes }.into()),
            false => Ok(()),
        }
    }
}
