//! Writes layers as files of packed states, encoded by several threads.

use std::io::Write;

use layer::packed::{Blocks, PackedShape};
use layer::{ContentHash, PackedWriter};
use task::Error;

use crate::key::Key;
use crate::outcomes::Class;
use crate::parallel::work;
use crate::tables::Tables;

/// States that one thread encodes at a time; a multiple of the block size.
const PIECE: usize = 256 * Blocks::STATES;

/// Pieces that are encoded before they are written.
const WAVE: usize = 64;

/// A layer to be encoded.
pub struct Encoder<'e, const N: usize> {
    /// How states are packed.
    pub shape: PackedShape,
    /// The states, ascending.
    pub keys: &'e [Key<N>],
    /// Their outcomes, and the code of each outcome in the file.
    pub values: Option<(&'e [Class], &'e [u32])>,
    /// The coefficients of the content hash.
    pub coefficients: &'e Tables<ContentHash>,
    /// Number of outcomes.
    pub outcomes: usize,
}

impl<const N: usize> Encoder<'_, N> {
    /// Writes the file, and adds up the content hashes of the states of each outcome.
    pub fn write(&self, to: &mut dyn Write, threads: usize, sums: &mut [ContentHash]) -> Result<(), Error> {
        let (bytes, outcomes) = (self.shape.state_bytes, self.outcomes);
        let mut writer = PackedWriter::new(to, bytes, outcomes, self.keys.len() as u64).map_err(Error::Spill)?;
        let pieces = self.keys.len().div_ceil(PIECE);
        for wave in (0..pieces).step_by(WAVE) {
            let count = WAVE.min(pieces - wave);
            let encoded = work(threads, count, Vec::new, |done, piece| {
                done.push((piece, self.encode(wave + piece)));
                Ok(())
            })?;
            let mut encoded: Vec<(usize, Encoded)> = encoded.into_iter().flatten().collect();
            encoded.sort_unstable_by_key(|(piece, _)| *piece);
            for (_, piece) in encoded {
                writer.append(&piece.blocks).map_err(Error::Spill)?;
                sums.iter_mut().zip(piece.sums).for_each(|(sum, part)| *sum = sum.plus(part));
            }
        }
        writer.finish().map_err(Error::Spill)
    }

    fn encode(&self, piece: usize) -> Encoded {
        let range = piece * PIECE..self.keys.len().min((piece + 1) * PIECE);
        let mut encoded = Encoded { blocks: Blocks::default(), sums: vec![ContentHash::ZERO; self.outcomes] };
        let mut walk = self.coefficients.walk();
        let mut states = vec![0; Blocks::STATES * self.shape.state_bytes];
        let mut codes = vec![0; Blocks::STATES];
        for start in range.clone().step_by(Blocks::STATES) {
            let block = start..range.end.min(start + Blocks::STATES);
            for (offset, key) in self.keys[block.clone()].iter().enumerate() {
                let size = self.shape.state_bytes;
                key.write_bytes(&mut states[offset * size..(offset + 1) * size]);
                if let Some((classes, code_of)) = self.values {
                    let code = code_of[usize::from(classes[start + offset])];
                    codes[offset] = code;
                    let sum = &mut encoded.sums[code as usize];
                    *sum = sum.plus(walk.of(key));
                }
            }
            let count = block.len();
            encoded.blocks.push(self.shape, &states[..count * self.shape.state_bytes], &codes[..count]);
        }
        encoded
    }
}

struct Encoded {
    blocks: Blocks,
    /// For each outcome, the content hashes of its states.
    sums: Vec<ContentHash>,
}
