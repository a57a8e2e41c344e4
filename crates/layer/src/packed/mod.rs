//! A layer as packed states in ascending order, each with its outcome.
//!
//! A state is a string of bytes ([`crate::packing`]). Neighbours share most of their bytes, so within a block of 64 a
//! state is written as the number of bytes shared with the one before, followed by the rest. Probing is a binary search
//! over the first states of the blocks, then one pass over a block.
//!
//! ```text
//! header   "BSPACKED" · format u32 · bytes per state u32 · bits per outcome u32 · zero u32 · states u64
//! blocks   outcomes, bit-packed · first state · (shared u8 · the other bytes)*
//! index    offset u64 of each block
//! ```
//! All numbers are little-endian. Format history: 1, first version.

mod reader;

use std::io::{self, Write};

use smallvec::SmallVec;

use crate::packing::bits;

pub use reader::PackedReader;

const MAGIC: &[u8; 8] = b"BSPACKED";
const FORMAT: u32 = 1;
const HEADER: usize = 32;
/// States per block: small enough to scan in a fraction of a microsecond, large enough that first states cost little.
const BLOCK: usize = 64;

/// Writes a packed layer, states ascending.
pub struct PackedWriter<W> {
    out: W,
    shape: PackedShape,
    /// The states of the incomplete block, concatenated, and their outcomes.
    states: Vec<u8>,
    outcomes: Vec<u32>,
    offsets: Vec<u64>,
    written: u64,
    left: u64,
}

/// The common format of all states in a packed file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedShape {
    /// Bytes per state.
    pub state_bytes: usize,
    /// Bits per outcome.
    pub outcome_bits: u32,
}

impl PackedShape {
    /// The bytes before the first block.
    pub const HEADER: u64 = HEADER as u64;

    /// The shape for states of `state_bytes` bytes with outcomes below `outcomes`.
    pub fn new(state_bytes: usize, outcomes: usize) -> PackedShape {
        PackedShape { state_bytes, outcome_bits: bits(outcomes) }
    }
}

impl<W: Write> PackedWriter<W> {
    /// Starts a file of states of `state_bytes` bytes with outcomes below `outcomes`. The number of states must be
    /// known in advance, so that the file can be written as a stream.
    pub fn new(out: W, state_bytes: usize, outcomes: usize, states: u64) -> io::Result<PackedWriter<W>> {
        let shape = PackedShape::new(state_bytes, outcomes);
        let mut writer = PackedWriter {
            out,
            shape,
            states: Vec::with_capacity(BLOCK * state_bytes),
            outcomes: Vec::with_capacity(BLOCK),
            offsets: Vec::new(),
            written: 0,
            left: states,
        };
        writer.put(MAGIC)?;
        writer.put(&FORMAT.to_le_bytes())?;
        writer.put(&(state_bytes as u32).to_le_bytes())?;
        writer.put(&shape.outcome_bits.to_le_bytes())?;
        writer.put(&[0; 4])?;
        writer.put(&states.to_le_bytes())?;
        Ok(writer)
    }

    /// Adds the next state.
    pub fn push(&mut self, state: &[u8], outcome: u32) -> io::Result<()> {
        let before = self.states.len().checked_sub(self.shape.state_bytes);
        debug_assert!(before.is_none_or(|at| self.outcomes.is_empty() || self.states[at..] < *state), "states ascend");
        self.states.extend_from_slice(state);
        self.outcomes.push(outcome);
        if self.outcomes.len() == BLOCK { self.flush_block() } else { Ok(()) }
    }

    /// Adds the next blocks. They may follow states that were pushed one by one only at the end of a block.
    pub fn append(&mut self, blocks: &Blocks) -> io::Result<()> {
        if !self.outcomes.is_empty() {
            return Err(io::Error::other("blocks in the middle of a block"));
        }
        self.left =
            self.left.checked_sub(blocks.states).ok_or_else(|| io::Error::other("more states than announced"))?;
        let written = self.written;
        self.offsets.extend(blocks.starts.iter().map(|&start| written + start as u64));
        self.put(&blocks.bytes)
    }

    /// Writes the remaining states and the index.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush_block()?;
        for offset in std::mem::take(&mut self.offsets) {
            self.put(&offset.to_le_bytes())?;
        }
        if self.left > 0 {
            return Err(io::Error::other("fewer states than announced"));
        }
        self.out.flush()
    }

    fn flush_block(&mut self) -> io::Result<()> {
        let mut block = Blocks::default();
        block.push(self.shape, &self.states, &self.outcomes);
        self.states.clear();
        self.outcomes.clear();
        self.append(&block)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

/// Encoded blocks. Blocks are independent, so parts of a layer can be encoded by several threads and then appended to a
/// file in order.
#[derive(Clone, Default, Debug)]
pub struct Blocks {
    bytes: Vec<u8>,
    starts: Vec<usize>,
    states: u64,
}

impl Blocks {
    /// The number of states in a full block; only the last block of a file may have fewer.
    pub const STATES: usize = BLOCK;

    /// Encodes a block from concatenated states and their outcomes.
    pub fn push(&mut self, shape: PackedShape, states: &[u8], outcomes: &[u32]) {
        if outcomes.is_empty() {
            return;
        }
        self.starts.push(self.bytes.len());
        self.states += outcomes.len() as u64;
        pack_outcomes(outcomes, shape.outcome_bits, &mut self.bytes);
        let size = shape.state_bytes;
        self.bytes.extend_from_slice(&states[..size]);
        for position in 1..outcomes.len() {
            let (before, state) = states[(position - 1) * size..(position + 1) * size].split_at(size);
            let shared = before.iter().zip(state).take_while(|(a, b)| a == b).count().min(255);
            self.bytes.push(shared as u8);
            self.bytes.extend_from_slice(&state[shared..]);
        }
    }

    /// The bytes they take in the file, including the index.
    pub fn bytes(&self) -> usize {
        self.bytes.len() + 8 * self.starts.len()
    }
}

fn pack_outcomes(outcomes: &[u32], width: u32, packed: &mut Vec<u8>) {
    let (mut waiting, mut filled) = (0u64, 0);
    for &outcome in outcomes {
        // At most 7 bits are pending, and an outcome has at most 32.
        waiting |= u64::from(outcome) << filled;
        filled += width;
        while filled >= 8 {
            packed.push(waiting as u8);
            waiting >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        packed.push(waiting as u8);
    }
}

fn outcome_bytes(states: usize, width: u32) -> usize {
    (states * width as usize).div_ceil(8)
}

/// The contents of the header.
struct Header {
    pub state_bytes: usize,
    pub outcome_bits: u32,
    pub states: u64,
}

impl Header {
    pub fn parse(header: &[u8; HEADER]) -> Result<Header, String> {
        let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if &header[..8] != MAGIC {
            return Err("it is not a packed layer".to_owned());
        }
        if number(8) != FORMAT {
            return Err(format!("its format is {}, not {FORMAT}", number(8)));
        }
        if number(16) > 32 {
            return Err("its outcomes are too wide".to_owned());
        }
        let states = u64::from(number(24)) | u64::from(number(28)) << 32;
        Ok(Header { state_bytes: number(12) as usize, outcome_bits: number(16), states })
    }
}

/// A packed layer, read in place. Damaged bytes never cause a panic: a lookup returns `None`.
#[derive(Clone, Copy, Debug)]
pub struct PackedLayer<'a> {
    bytes: &'a [u8],
    state_bytes: usize,
    outcome_bits: u32,
    states: usize,
}

impl<'a> PackedLayer<'a> {
    /// Reads the header, or returns an error message.
    pub fn open(bytes: &'a [u8]) -> Result<PackedLayer<'a>, String> {
        let header = bytes.get(..HEADER).and_then(|header| header.try_into().ok());
        let header = Header::parse(header.ok_or("it is shorter than its header")?)?;
        let layer = PackedLayer {
            bytes,
            state_bytes: header.state_bytes,
            outcome_bits: header.outcome_bits,
            states: usize::try_from(header.states).map_err(|_| "it claims too many states".to_owned())?,
        };
        let least = (layer.blocks() as u128) * 8 + HEADER as u128;
        if least > bytes.len() as u128 {
            return Err("it is shorter than its states".to_owned());
        }
        Ok(layer)
    }

    /// Bytes per state.
    pub fn state_bytes(&self) -> usize {
        self.state_bytes
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The outcome of a state; `None` if the layer does not contain it.
    pub fn find(&self, state: &[u8]) -> Option<u32> {
        let (mut low, mut high) = (0, self.blocks());
        // Invariant: blocks before `low` start at or before `state`, those from `high` on after it.
        while low < high {
            let middle = low + (high - low) / 2;
            if self.first(middle)? <= state { low = middle + 1 } else { high = middle }
        }
        let block = low.checked_sub(1)?;
        let mut found = None;
        self.scan(block, |candidate, outcome| {
            if candidate == state {
                found = Some(outcome);
            }
        })?;
        found
    }

    /// The first state; `None` if the layer is empty.
    pub fn least(&self) -> Option<&'a [u8]> {
        if self.states == 0 { None } else { self.first(0) }
    }

    /// Calls `visit` with every state and its outcome, ascending. `None` if the bytes are damaged.
    pub fn for_each(&self, mut visit: impl FnMut(&[u8], u32)) -> Option<()> {
        (0..self.blocks()).try_for_each(|block| self.scan(block, &mut visit))
    }

    fn blocks(&self) -> usize {
        self.states.div_ceil(BLOCK)
    }

    fn length(&self, block: usize) -> usize {
        BLOCK.min(self.states - block * BLOCK)
    }

    fn block(&self, block: usize) -> Option<&'a [u8]> {
        let index = self.bytes.len() - 8 * self.blocks();
        let entry = self.bytes.get(index + 8 * block..index + 8 * block + 8)?;
        let offset = usize::try_from(u64::from_le_bytes(entry.try_into().ok()?)).ok()?;
        self.bytes.get(offset..index)
    }

    fn first(&self, block: usize) -> Option<&'a [u8]> {
        let start = outcome_bytes(self.length(block), self.outcome_bits);
        self.block(block)?.get(start..start.checked_add(self.state_bytes)?)
    }

    fn scan(&self, block: usize, mut visit: impl FnMut(&[u8], u32)) -> Option<()> {
        let bytes = self.block(block)?;
        let length = self.length(block);
        let (outcomes, mut rest) = bytes.split_at_checked(outcome_bytes(length, self.outcome_bits))?;
        let first;
        (first, rest) = rest.split_at_checked(self.state_bytes)?;
        // On the stack for all but the longest states: probing does not allocate.
        let mut state: SmallVec<[u8; 128]> = first.into();
        visit(&state, outcome_at(outcomes, 0, self.outcome_bits));
        for position in 1..length {
            let (&shared, after) = rest.split_first()?;
            let tail;
            (tail, rest) = after.split_at_checked(self.state_bytes.checked_sub(usize::from(shared))?)?;
            state[usize::from(shared)..].copy_from_slice(tail);
            visit(&state, outcome_at(outcomes, position, self.outcome_bits));
        }
        Some(())
    }
}

fn outcome_at(packed: &[u8], position: usize, width: u32) -> u32 {
    (0..width).fold(0, |outcome, bit| {
        let at = position * width as usize + bit as usize;
        outcome | u32::from(packed[at / 8] >> (at % 8) & 1) << bit
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn written(layer: &BTreeMap<[u8; 3], u32>, outcomes: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = PackedWriter::new(&mut bytes, 3, outcomes, layer.len() as u64).unwrap();
        for (state, &outcome) in layer {
            writer.push(state, outcome).unwrap();
        }
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn states_without_bytes_can_be_written() {
        let mut bytes = Vec::new();
        let mut writer = PackedWriter::new(&mut bytes, 0, 2, 1).unwrap();
        writer.push(&[], 1).unwrap();
        writer.finish().unwrap();
        assert_eq!(PackedLayer::open(&bytes).unwrap().find(&[]), Some(1));
    }

    proptest! {
        #[test]
        fn written_states_are_found_and_no_others(
            layer in proptest::collection::btree_map(proptest::array::uniform3(0u8..8), 0u32..5, 0..400),
            probes in proptest::collection::vec(proptest::array::uniform3(0u8..8), 50),
        ) {
            let bytes = written(&layer, 5);
            let packed = PackedLayer::open(&bytes).unwrap();
            for probe in layer.keys().chain(&probes) {
                prop_assert_eq!(packed.find(probe), layer.get(probe).copied());
            }
            let mut read = BTreeMap::new();
            packed.for_each(|state, outcome| { read.insert(<[u8; 3]>::try_from(state).unwrap(), outcome); }).unwrap();
            prop_assert_eq!(&read, &layer);
            let mut streamed = BTreeMap::new();
            let reader = PackedReader::new(&bytes[..]).unwrap();
            reader.for_each(|state, outcome| { streamed.insert(<[u8; 3]>::try_from(state).unwrap(), outcome); }).unwrap();
            prop_assert_eq!(streamed, layer);
        }

        #[test]
        fn damaged_bytes_do_not_panic(
            layer in proptest::collection::btree_map(proptest::array::uniform3(0u8..8), 0u32..5, 0..200),
            damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6),
            cut in any::<proptest::sample::Index>(),
        ) {
            let mut bytes = written(&layer, 5);
            for (place, byte) in damage {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            for bytes in [&bytes[..], &bytes[..cut.index(bytes.len())]] {
                if let Ok(packed) = PackedLayer::open(bytes) && packed.states() < 10_000 {
                    packed.for_each(|_, _| {});
                    packed.find(&[1, 2, 3]);
                    let _ = PackedReader::new(bytes).map(|reader| reader.for_each(|_, _| {}));
                }
            }
        }
    }
}
