//! Reads a packed layer in one pass, without holding it in memory.

use std::io::{self, Read};

use super::{BLOCK, HEADER, Header, PackedShape, outcome_at, outcome_bytes};

/// A packed layer, read in one pass from its start to the end of its blocks.
pub struct PackedReader<R> {
    input: R,
    shape: PackedShape,
    states: u64,
}

impl<R: Read> PackedReader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> io::Result<PackedReader<R>> {
        let mut header = [0; HEADER];
        input.read_exact(&mut header)?;
        let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
        let layer = Header::parse(&header).map_err(invalid)?;
        let shape = PackedShape { state_bytes: layer.state_bytes, outcome_bits: layer.outcome_bits };
        Ok(PackedReader { input, shape, states: layer.states })
    }

    /// The common format of its states.
    pub fn shape(&self) -> PackedShape {
        self.shape
    }

    /// The number of states according to the header.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Calls `visit` with every state and its outcome, ascending.
    pub fn for_each(mut self, mut visit: impl FnMut(&[u8], u32)) -> io::Result<()> {
        let PackedShape { state_bytes, outcome_bits } = self.shape;
        let mut state = vec![0; state_bytes];
        let mut outcomes = vec![0; outcome_bytes(BLOCK, outcome_bits)];
        let mut left = self.states;
        while left > 0 {
            let length = left.min(BLOCK as u64) as usize;
            self.input.read_exact(&mut outcomes[..outcome_bytes(length, outcome_bits)])?;
            for position in 0..length {
                let mut shared = [0];
                if position > 0 {
                    self.input.read_exact(&mut shared)?;
                }
                let rest = state.get_mut(usize::from(shared[0])..);
                let rest = rest.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "its blocks are damaged"))?;
                self.input.read_exact(rest)?;
                visit(&state, outcome_at(&outcomes, position, outcome_bits));
            }
            left -= length as u64;
        }
        Ok(())
    }
}
