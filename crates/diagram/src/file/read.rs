//! Reads a layer file into a store.

use layer::Probe;

use super::error::DiagramFileError;
use crate::error::Stop;
use crate::handle::{Root, Set, Values};
use crate::ids::{EMPTY, Node};
use crate::store::Store;
use crate::walk::{Children, Walk};

impl Store {
    /// Reads a set from the bytes of a layer file and checks all of them.
    pub fn read_set(&mut self, bytes: &[u8]) -> Result<Set, DiagramFileError> {
        let probe = Probe::open(bytes)?;
        if !probe.is_set() {
            return Err(layer::FileError::WrongKind.into());
        }
        self.read(&probe).map(Set)
    }

    /// Reads a value function from the bytes of a layer file and checks all of them.
    pub fn read_values(&mut self, bytes: &[u8]) -> Result<Values, DiagramFileError> {
        self.read(&Probe::open(bytes)?).map(Values)
    }

    fn read(&mut self, probe: &Probe<&[u8]>) -> Result<Root, DiagramFileError> {
        if !probe.domain_sizes().eq(self.domains.sizes().iter().copied()) {
            return Err(layer::FileError::WrongKind.into());
        }
        let widest = probe.shape().levels.windows(2).map(|pair| pair[0].nodes as usize + pair[1].nodes as usize).max();
        // The file itself, even if mapped, also takes memory while it is read.
        self.holding(4 * widest.unwrap_or(1) + probe.shape().file_bytes, |store| {
            probe.verify()?;
            Ok(store.operate([], |walk, []| nodes(walk, probe))?)
        })
    }
}

/// Creates the nodes from the bottom up and returns the top one.
fn nodes(walk: &Walk<'_>, probe: &Probe<&[u8]>) -> Result<Node, Stop> {
    // The nodes of the level below by number; below the last level a terminal is its own number.
    let mut below: Option<Vec<Node>> = None;
    for (at, level) in probe.shape().levels.iter().enumerate().rev() {
        let mut here = vec![EMPTY];
        for number in 1..=level.nodes {
            let child = |value| {
                // Verified before: each child exists and is in range.
                let child = probe.child(level, number, value).unwrap_or(EMPTY);
                below.as_ref().map_or(child, |below| below[child as usize])
            };
            let children: Children = (0..level.width).map(child).collect();
            here.push(walk.node(at, &children)?);
        }
        below = Some(here);
    }
    Ok(below.and_then(|top| top.get(probe.root() as usize).copied()).unwrap_or(EMPTY))
}
