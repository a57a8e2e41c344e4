//! The diagram layer file: one diagram, bit-packed level by level.
//!
//! # Version history
//!
//! 1. The first version.
//!
//! # Version 1
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `BSDIAGRM` |
//! | 4 | version: 1 |
//! | 4 | number of levels *n*, 1 to 4096 |
//! | 4 | largest terminal in the file, 0 for an empty diagram |
//! | 8 *n* | for each level from the top: domain size (4), number of nodes (4) |
//! | 4 | CRC-32 of all bytes before |
//! | … | *n* sections, one per level from the top |
//!
//! A section holds the children of its level's nodes, node by node and value by value. Each child takes as many bits as
//! the largest node number of the next level (on the last level: the largest terminal), at least one; the first child
//! is in the lowest bits of the first byte. Zero bits pad the section to a multiple of 8 bytes, followed by a CRC-32 of
//! the section up to here (4) and zero (4). So eight bytes can be read from the start of any child.
//!
//! Child 0 means "no state below"; nodes are numbered from 1. The top level has one node. An empty diagram has no nodes
//! on any level. Nodes are numbered in order of first occurrence when the level above is read in order. So the file is
//! a function of the diagram alone, independent of threads, garbage collection or history.

use crate::ids::Terminal;

const MAGIC: [u8; 8] = *b"BSDIAGRM";
const VERSION: u32 = 1;
/// The maximum number of levels in a file.
pub const MOST_LEVELS: usize = 4096;

/// Whether a file can have levels of these domain sizes.
///
/// ```
/// assert!(layer::are_domains(&[2, 3]) && !layer::are_domains(&[2, 0]) && !layer::are_domains(&[]));
/// ```
pub fn are_domains(sizes: &[u16]) -> bool {
    (1..=MOST_LEVELS).contains(&sizes.len()) && !sizes.contains(&0)
}

/// Why a file could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The bytes do not start with the magic number of a diagram.
    #[error("this is not a diagram file")]
    NotADiagram,
    /// Written by a later version of this program.
    #[error("the diagram file has version {0}, but only versions up to {VERSION} are supported")]
    UnknownVersion(u32),
    /// The file is too short or too long.
    #[error("the diagram file is truncated or has extra bytes")]
    WrongLength,
    /// A checksum does not match: the header's, or that of a level's section.
    #[error("{} of the diagram file is damaged", .0.map_or("the header".to_owned(), |level| format!("level {level}")))]
    Checksum(Option<u16>),
    /// The checksums match, but the content is not a diagram in canonical form; the level is given.
    #[error("level {0} of the diagram file is not in canonical form")]
    Malformed(u16),
    /// The diagram has different domains than the store, or values where a set is expected.
    #[error("the diagram file has other variables or another kind")]
    WrongKind,
    /// A state without one value per level, or with values outside the domains.
    #[error("the state does not fit the variables of the diagram file")]
    BadState,
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// One level of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelShape {
    /// The size of its domain.
    pub width: u32,
    /// The number of its nodes.
    pub nodes: u32,
    /// Bits per child.
    pub bits: u32,
    /// The start of its section.
    pub offset: usize,
    /// The largest possible child.
    pub most: u32,
}

impl LevelShape {
    /// The bytes of packed children, padded to a multiple of eight.
    pub fn packed_bytes(&self) -> Option<usize> {
        let children = u64::from(self.nodes).checked_mul(u64::from(self.width))?;
        let bits = children.checked_mul(u64::from(self.bits))?;
        usize::try_from(bits.div_ceil(64).checked_mul(8)?).ok()
    }

    /// The padding bits of its packed children, as a number.
    pub fn filling(&self, packed: &[u8]) -> u64 {
        let used = u64::from(self.nodes).wrapping_mul(u64::from(self.width)).wrapping_mul(u64::from(self.bits)) % 64;
        let last = packed.last_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        if used == 0 { 0 } else { last >> used }
    }
}

/// The contents of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramShape {
    /// The levels from the top.
    pub levels: Vec<LevelShape>,
    /// The largest terminal, 0 for an empty diagram.
    pub largest_terminal: u32,
    /// Bytes of the whole file.
    pub file_bytes: usize,
}

impl DiagramShape {
    /// The shape of a file with these levels (domain size, number of nodes); `None` if there is no such file.
    pub fn new(sizes: &[(u32, u32)], largest_terminal: u32) -> Option<DiagramShape> {
        let mut offset = header_bytes(sizes.len());
        let mut levels = Vec::with_capacity(sizes.len());
        for (at, &(width, nodes)) in sizes.iter().enumerate() {
            let most = sizes.get(at + 1).map_or(largest_terminal, |&(_, nodes)| nodes);
            let level = LevelShape { width, nodes, bits: bits_for(most), offset, most };
            offset = offset.checked_add(level.packed_bytes()?)?.checked_add(8)?;
            levels.push(level);
        }
        Some(DiagramShape { levels, largest_terminal, file_bytes: offset })
    }

    /// The bytes of the header.
    pub fn header(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(header_bytes(self.levels.len()));
        bytes.extend(MAGIC);
        for number in [VERSION, self.levels.len() as u32, self.largest_terminal] {
            bytes.extend(number.to_le_bytes());
        }
        for level in &self.levels {
            bytes.extend(level.width.to_le_bytes());
            bytes.extend(level.nodes.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads and checks a header.
    pub fn parse(bytes: &[u8]) -> Result<DiagramShape, FileError> {
        if bytes.get(..8) != Some(&MAGIC) {
            return Err(FileError::NotADiagram);
        }
        let word = |at| read_u32(bytes, at).ok_or(FileError::WrongLength);
        if word(8)? != VERSION {
            return Err(FileError::UnknownVersion(word(8)?));
        }
        let count = word(12)? as usize;
        if count == 0 || count > MOST_LEVELS {
            return Err(FileError::Checksum(None));
        }
        let end = header_bytes(count) - 4;
        let header = bytes.get(..end).ok_or(FileError::WrongLength)?;
        if crc32fast::hash(header) != word(end)? {
            return Err(FileError::Checksum(None));
        }
        let mut sizes = Vec::with_capacity(count);
        for level in 0..count {
            let (width, nodes) = (word(20 + 8 * level)?, word(24 + 8 * level)?);
            if width == 0 || width > u32::from(u16::MAX) {
                return Err(FileError::Malformed(level as u16));
            }
            sizes.push((width, nodes));
        }
        let largest_terminal = word(16)?;
        let empty = largest_terminal == 0;
        let unlike = sizes.iter().position(|&(_, nodes)| (nodes == 0) != empty);
        if let Some(level) = unlike {
            return Err(FileError::Malformed(level as u16));
        }
        if sizes[0].1 > 1 || largest_terminal > Terminal::MOST {
            return Err(FileError::Malformed(0));
        }
        let shape = DiagramShape::new(&sizes, largest_terminal).ok_or(FileError::WrongLength)?;
        if shape.file_bytes != bytes.len() {
            return Err(FileError::WrongLength);
        }
        Ok(shape)
    }
}

fn header_bytes(levels: usize) -> usize {
    8 + 12 + 8 * levels + 4
}

fn bits_for(most: u32) -> u32 {
    (u32::BITS - most.leading_zeros()).max(1)
}

pub(crate) fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}
