//! Sorted keys stored on disk until a layer is complete.
//!
//! Keys that do not fit into a collector are written range by range, each range sorted and without duplicates. When the
//! layer is complete, the pieces of a range in all spills are read together and sorted once more; a range is small, so
//! that needs little memory.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::key::Key;

/// One spill: its file, and the number of keys in each range.
pub struct Spill {
    file: File,
    lengths: Vec<usize>,
    /// The keys of the ranges before, once reading has started.
    read: usize,
}

/// Writes a spill, range by range.
pub struct SpillWriter {
    out: BufWriter<File>,
    lengths: Vec<usize>,
    keys: usize,
}

impl SpillWriter {
    /// A spill into an unnamed file in `folder` that disappears with the process.
    pub fn new(folder: &Path) -> io::Result<SpillWriter> {
        Ok(SpillWriter {
            out: BufWriter::with_capacity(1 << 20, tempfile::tempfile_in(folder)?),
            lengths: Vec::new(),
            keys: 0,
        })
    }

    /// Adds the keys of the next range.
    pub fn range<const N: usize>(&mut self, keys: &[Key<N>]) -> io::Result<()> {
        self.lengths.push(keys.len());
        self.keys += keys.len();
        keys.iter().flat_map(|key| key.0).try_for_each(|word| self.out.write_all(&word.to_ne_bytes()))
    }

    /// Keys so far.
    pub fn keys(&self) -> usize {
        self.keys
    }

    /// The spill, ready to be read.
    pub fn finish(self) -> io::Result<Spill> {
        let mut file = self.out.into_inner().map_err(|error| error.into_error())?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Spill { file, lengths: self.lengths, read: 0 })
    }
}

impl Spill {
    /// Appends the keys of the next range to `keys`.
    pub fn next_range<const N: usize>(&mut self, keys: &mut Vec<Key<N>>) -> io::Result<()> {
        let Some(&length) = self.lengths.get(self.read) else { return Ok(()) };
        self.read += 1;
        let mut bytes = vec![0; length * 8 * N];
        self.file.read_exact(&mut bytes)?;
        let words = bytes.as_chunks::<8>().0.chunks_exact(N);
        keys.extend(words.map(|words| Key(std::array::from_fn(|n| u64::from_ne_bytes(words[n])))));
        Ok(())
    }
}
