//! Writes the children of one level, bit-packed.

use std::io::Write;

use super::format::LevelShape;

/// Packs the children of a level.
pub struct Section<'w, W> {
    to: &'w mut W,
    word: u64,
    filled: u32,
    sum: crc32fast::Hasher,
    written: usize,
}

impl<'w, W: Write> Section<'w, W> {
    /// Begins a section.
    pub fn new(to: &'w mut W) -> Self {
        Section { to, word: 0, filled: 0, sum: crc32fast::Hasher::new(), written: 0 }
    }

    /// Writes the next child.
    pub fn put(&mut self, number: u32, bits: u32) -> std::io::Result<()> {
        self.word |= u64::from(number) << self.filled;
        self.filled += bits;
        if self.filled >= 64 {
            self.flush()?;
            self.filled -= 64;
            self.word = u64::from(number) >> (bits - self.filled);
        }
        Ok(())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let bytes = self.word.to_le_bytes();
        self.sum.update(&bytes);
        self.written += bytes.len();
        self.to.write_all(&bytes)
    }

    /// Ends the section of a level.
    pub fn finish(mut self, level: &LevelShape) -> std::io::Result<()> {
        if self.filled > 0 {
            self.flush()?;
        }
        debug_assert_eq!(Some(self.written), level.packed_bytes());
        self.to.write_all(&self.sum.finalize().to_le_bytes())?;
        self.to.write_all(&[0; 4])
    }
}
