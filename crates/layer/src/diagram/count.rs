//! Counts the states of a cube with each terminal: one pass over the nodes from the top, however many states there are.

use super::cube::Cube;
use super::format::FileError;
use super::probe::Probe;

impl<B: AsRef<[u8]>> Probe<B> {
    /// The number of states of a cube with each terminal, by the terminal's number.
    ///
    /// For each node the paths to it from the top are counted. Only two levels are in memory at a time, and excluded
    /// values are not read.
    pub fn count(&self, cube: &Cube) -> Result<Vec<u128>, FileError> {
        let shape = self.shape();
        if !cube.fits(&shape.levels) {
            return Err(FileError::BadState);
        }
        let mut ways = vec![0u128, 1];
        ways.truncate(self.root() as usize + 1);
        for (at, level) in shape.levels.iter().enumerate() {
            let mut below = vec![0u128; level.most as usize + 1];
            for (node, &ways) in (0u32..).zip(&ways).skip(1).filter(|&(_, &ways)| ways > 0) {
                for &value in cube.values(at) {
                    let child = self.child(level, node, value.into()).ok_or(FileError::Malformed(at as u16))?;
                    below[child as usize] = below[child as usize].saturating_add(ways);
                }
            }
            // Child 0 is "no state below".
            below[0] = 0;
            ways = below;
        }
        Ok(ways)
    }

    /// Bytes that [`Probe::count`] takes.
    pub fn bytes_to_count(&self) -> u64 {
        let entries = |pair: &[super::LevelShape]| pair.iter().map(|level| u64::from(level.most) + 1).sum::<u64>();
        let levels = &self.shape().levels;
        levels.windows(2).map(entries).chain(levels.first().map(|first| u64::from(first.most) + 3)).max().unwrap_or(0)
            * size_of::<u128>() as u64
    }
}
