//! Probing: lookups in the bytes of a layer file along one path from top to bottom, without loading it.

use std::ops::ControlFlow;

use super::cube::Cube;
use super::format::{DiagramShape, FileError, LevelShape, read_u32};
use crate::ids::{Terminal, Value};

/// A layer file that is probed in place: in a memory map, a vector, or any bytes.
///
/// Opening reads only the header. Every access is bounds-checked, so damaged bytes give an error or a wrong answer but
/// no crash; [`Probe::verify`] excludes the wrong answer.
///
/// ```
/// use layer::{Probe, Sorted, Terminal};
/// let mut diagram = Sorted::new(&[2, 3], 1);
/// let part = diagram.part([(1, |_| 2, Terminal::IN)]);
/// diagram.push(0, |_| 1, part);
/// let mut bytes = Vec::new();
/// diagram.finish().write(&mut bytes)?;
///
/// let probe = Probe::open(bytes)?;
/// assert_eq!(probe.evaluate(&[1, 2])?, Some(Terminal::IN));
/// assert_eq!(probe.evaluate(&[1, 1])?, None);
/// # Ok::<(), layer::FileError>(())
/// ```
pub struct Probe<B> {
    bytes: B,
    shape: DiagramShape,
}

impl<B: AsRef<[u8]>> Probe<B> {
    /// Opens a file by its header.
    pub fn open(bytes: B) -> Result<Probe<B>, FileError> {
        let shape = DiagramShape::parse(bytes.as_ref())?;
        Ok(Probe { bytes, shape })
    }

    /// The domain sizes, the top level first.
    pub fn domain_sizes(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        // The header check guarantees that they fit.
        self.shape.levels.iter().map(|level| level.width as u16)
    }

    /// The number of nodes in the diagram.
    pub fn node_count(&self) -> u64 {
        self.shape.levels.iter().map(|level| u64::from(level.nodes)).sum()
    }

    /// Whether the diagram is a set: no terminal but [`Terminal::IN`].
    pub fn is_set(&self) -> bool {
        self.shape.largest_terminal <= 1
    }

    /// The terminal of a state, if it has one.
    pub fn evaluate(&self, state: &[Value]) -> Result<Option<Terminal>, FileError> {
        if state.len() != self.shape.levels.len() {
            return Err(FileError::BadState);
        }
        let mut node = self.root();
        for (at, (level, &value)) in self.shape.levels.iter().zip(state).enumerate() {
            if u32::from(value) >= level.width {
                return Err(FileError::BadState);
            }
            if node != 0 {
                node = self.child(level, node, u32::from(value)).ok_or(FileError::Malformed(at as u16))?;
            }
        }
        Ok(Terminal::new(node))
    }

    /// The first state that has a terminal, in the order of values from the top; `None` if the diagram is empty.
    pub fn first(&self) -> Result<Option<Vec<Value>>, FileError> {
        let mut node = self.root();
        if node == 0 {
            return Ok(None);
        }
        let mut state = Vec::with_capacity(self.shape.levels.len());
        for (at, level) in self.shape.levels.iter().enumerate() {
            let step = |value| self.child(level, node, value).filter(|&child| child != 0).map(|child| (value, child));
            let (value, child) = (0..level.width).find_map(step).ok_or(FileError::Malformed(at as u16))?;
            state.push(value as Value);
            node = child;
        }
        Ok(Some(state))
    }

    /// Calls `visit` with every state that has a terminal, in the order of values from the top, until it returns a
    /// break.
    pub fn for_each(&self, visit: impl FnMut(&[Value], Terminal) -> ControlFlow<()>) -> Result<(), FileError> {
        self.for_each_in(&Cube::full(self.domain_sizes()), visit)
    }

    /// The same for the states of a cube.
    pub fn for_each_in(
        &self,
        cube: &Cube,
        mut visit: impl FnMut(&[Value], Terminal) -> ControlFlow<()>,
    ) -> Result<(), FileError> {
        let levels = &self.shape.levels;
        if !cube.fits(levels) {
            return Err(FileError::BadState);
        }
        let mut state = vec![0; levels.len()];
        // For each level of the path, its node and the index of the next value.
        let mut path = if self.root() == 0 { Vec::new() } else { vec![(self.root(), 0)] };
        while let Some((node, place)) = path.last_mut() {
            let (node, next) = (*node, *place);
            *place += 1;
            let at = path.len() - 1;
            let Some(&value) = cube.values(at).get(next) else {
                path.pop();
                continue;
            };
            let child = self.child(&levels[at], node, value.into()).ok_or(FileError::Malformed(at as u16))?;
            state[at] = value;
            let is_last = path.len() == levels.len();
            match Terminal::new(child) {
                Some(terminal) if is_last && visit(&state, terminal).is_break() => return Ok(()),
                _ if !is_last && child != 0 => path.push((child, 0)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks everything: checksums, and that each level is in canonical form.
    pub fn verify(&self) -> Result<(), FileError> {
        let mut reached = self.root();
        for (at, level) in (0..).zip(&self.shape.levels) {
            self.check_sum(level).ok_or(FileError::Checksum(Some(at)))?;
            // Nodes are numbered in order of first occurrence, so the next new node has the next number, and every node
            // occurs.
            if reached != level.nodes {
                return Err(FileError::Malformed(at));
            }
            let last = usize::from(at) + 1 == self.shape.levels.len();
            reached = self.check_nodes(level, last).ok_or(FileError::Malformed(at))?;
        }
        if reached == self.shape.largest_terminal { Ok(()) } else { Err(FileError::Malformed(0)) }
    }

    fn check_sum(&self, level: &LevelShape) -> Option<()> {
        let end = level.offset.checked_add(level.packed_bytes()?)?;
        let packed = self.bytes.as_ref().get(level.offset..end)?;
        let sound = read_u32(self.bytes.as_ref(), end)? == crc32fast::hash(packed)
            && read_u32(self.bytes.as_ref(), end + 4)? == 0
            && level.filling(packed) == 0;
        sound.then_some(())
    }

    /// The largest child on a level, if its nodes are well-formed.
    fn check_nodes(&self, level: &LevelShape, last: bool) -> Option<u32> {
        let mut largest = 0;
        for node in 1..=level.nodes {
            let mut empty = true;
            for value in 0..level.width {
                let child = self.child(level, node, value)?;
                if !last && child > largest + 1 {
                    return None;
                }
                largest = largest.max(child);
                empty &= child == 0;
            }
            if empty {
                return None;
            }
        }
        Some(largest)
    }

    /// The contents of the header.
    pub fn shape(&self) -> &DiagramShape {
        &self.shape
    }

    /// The top node: 1, or 0 if the diagram is empty.
    pub fn root(&self) -> u32 {
        self.shape.levels.first().map_or(0, |level| level.nodes)
    }

    /// A child of a node; `None` if the file has no such child.
    #[inline]
    pub fn child(&self, level: &LevelShape, node: u32, value: u32) -> Option<u32> {
        let index = (u64::from(node) - 1) * u64::from(level.width) + u64::from(value);
        let bit = index * u64::from(level.bits);
        let at = level.offset + usize::try_from(bit / 8).ok()?;
        let word = u64::from_le_bytes(self.bytes.as_ref().get(at..at.checked_add(8)?)?.try_into().ok()?);
        let child = (word >> (bit % 8)) as u32 & (u32::MAX >> (32 - level.bits));
        (child <= level.most).then_some(child)
    }
}
