//! The states of a cube by rank: the first, the thousandth, a random one.
//!
//! For each node the wanted states below it are counted, once, from the bottom. A state is then found by its rank in
//! one descent: at each level the values whose states come before it are skipped. Uniformly drawn ranks give uniformly
//! drawn states.

use super::cube::Cube;
use super::format::FileError;
use super::probe::Probe;
use crate::ids::{Terminal, Value};

/// The wanted states of a cube, in the order of values from the top.
///
/// ```
/// use layer::{Cube, Probe, Sorted, Terminal};
/// let mut diagram = Sorted::new(&[2, 3], 1);
/// let part = diagram.part([1, 2].map(|last| (1, move |_| last, Terminal::IN)));
/// diagram.push(0, |_| 0, part);
/// diagram.push(0, |_| 1, part);
/// let mut bytes = Vec::new();
/// diagram.finish().write(&mut bytes)?;
///
/// let (probe, mut cube) = (Probe::open(bytes)?, Cube::full([2, 3]));
/// cube.keep(1, |value| value == 2);
/// let ranks = probe.ranks(&cube, |_| true)?;
/// assert_eq!(ranks.states(), 2);
/// assert_eq!(ranks.state(1)?, Some((vec![1, 2], Terminal::IN)));
/// # Ok::<(), layer::FileError>(())
/// ```
pub struct Ranks<'p, B> {
    probe: &'p Probe<B>,
    cube: &'p Cube,
    /// For each level and node, the number of wanted states below.
    below: Vec<Vec<u128>>,
    wanted: Vec<bool>,
}

impl<B: AsRef<[u8]>> Probe<B> {
    /// Ranks the states of a cube whose terminals are wanted.
    pub fn ranks<'p>(&'p self, cube: &'p Cube, wanted: impl Fn(Terminal) -> bool) -> Result<Ranks<'p, B>, FileError> {
        let shape = self.shape();
        if !cube.fits(&shape.levels) {
            return Err(FileError::BadState);
        }
        let is_wanted = |number: u32| Terminal::new(number).is_some_and(&wanted);
        let wanted: Vec<bool> = (0..=shape.largest_terminal).map(is_wanted).collect();
        let mut below: Vec<Vec<u128>> = Vec::with_capacity(shape.levels.len());
        let mut children: Vec<u128> = wanted.iter().map(|&wanted| u128::from(wanted)).collect();
        for (at, level) in shape.levels.iter().enumerate().rev() {
            let mut counts = vec![0u128; level.nodes as usize + 1];
            for (node, count) in (0u32..).zip(&mut counts).skip(1) {
                for &value in cube.values(at) {
                    let child = self.child(level, node, value.into()).ok_or(FileError::Malformed(at as u16))?;
                    let states = children.get(child as usize).ok_or(FileError::Malformed(at as u16))?;
                    *count = count.saturating_add(*states);
                }
            }
            below.push(std::mem::replace(&mut children, counts));
        }
        below.push(children);
        below.reverse();
        Ok(Ranks { probe: self, cube, below, wanted })
    }

    /// Bytes that [`Probe::ranks`] takes.
    pub fn bytes_to_rank(&self) -> u64 {
        let entries = self.node_count() + self.shape().levels.len() as u64 + u64::from(self.shape().largest_terminal);
        (entries + 2).saturating_mul(size_of::<u128>() as u64)
    }
}

impl<B: AsRef<[u8]>> Ranks<'_, B> {
    /// The number of states.
    pub fn states(&self) -> u128 {
        self.below[0].get(self.probe.root() as usize).copied().unwrap_or(0)
    }

    /// The state with a rank, from 0 on, and its terminal; `None` beyond the last.
    pub fn state(&self, mut rank: u128) -> Result<Option<(Vec<Value>, Terminal)>, FileError> {
        if rank >= self.states() {
            return Ok(None);
        }
        let levels = &self.probe.shape().levels;
        let (mut node, mut state) = (self.probe.root(), Vec::with_capacity(levels.len()));
        for (at, level) in levels.iter().enumerate() {
            let malformed = || FileError::Malformed(at as u16);
            let mut next = None;
            for &value in self.cube.values(at) {
                let child = self.probe.child(level, node, value.into()).ok_or_else(malformed)?;
                let states = *self.below[at + 1].get(child as usize).ok_or_else(malformed)?;
                if rank < states {
                    next = Some((value, child));
                    break;
                }
                rank -= states;
            }
            let (value, child) = next.ok_or_else(malformed)?;
            state.push(value);
            node = child;
        }
        let terminal = Terminal::new(node).filter(|_| self.wanted[node as usize]);
        Ok(terminal.map(|terminal| (state, terminal)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    use proptest::prelude::*;

    use super::*;
    use crate::Sorted;

    const SIZES: [u16; 4] = [3, 2, 4, 3];

    /// A file with these states.
    fn file(states: &BTreeMap<Vec<Value>, u32>) -> Vec<u8> {
        let mut diagram = Sorted::new(&SIZES, SIZES.len());
        let mut last: Option<&Vec<Value>> = None;
        for (state, &terminal) in states {
            let from = last.map_or(0, |last| last.iter().zip(state).take_while(|(a, b)| a == b).count());
            let part = diagram.part([(0, |_: usize| 0, Terminal::new(terminal).expect("a terminal"))]);
            diagram.push(from, |level| state[level], part);
            last = Some(state);
        }
        let mut bytes = Vec::new();
        diagram.finish().write(&mut bytes).expect("bytes");
        bytes
    }

    proptest! {
        #[test]
        fn counts_and_ranks_agree_with_a_list(
            list in proptest::collection::vec((proptest::array::uniform4(0u16..12), 1u32..4), 0..60),
            masks in proptest::array::uniform4(0u16..16),
            wanted in 0u32..8,
        ) {
            let state = |raw: [u16; 4]| raw.iter().zip(SIZES).map(|(value, size)| value % size).collect::<Vec<_>>();
            let states: BTreeMap<Vec<Value>, u32> = list.into_iter().map(|(raw, terminal)| (state(raw), terminal)).collect();
            let probe = Probe::open(file(&states)).expect("a file");
            let mut cube = Cube::full(SIZES);
            masks.iter().enumerate().for_each(|(level, mask)| cube.keep(level, |value| mask >> value & 1 == 0));
            let inside: Vec<(&Vec<Value>, &u32)> = states.iter().filter(|(state, _)| cube.contains(state)).collect();
            let counts = probe.count(&cube).expect("counts");
            for terminal in 1..4 {
                let listed = inside.iter().filter(|(_, other)| **other == terminal).count() as u128;
                prop_assert_eq!(counts.get(terminal as usize).copied().unwrap_or(0), listed);
            }
            let mut visited = Vec::new();
            probe.for_each_in(&cube, |state, terminal| {
                visited.push((state.to_vec(), terminal.number()));
                ControlFlow::Continue(())
            }).expect("states");
            prop_assert!(visited.iter().map(|(state, terminal)| (state, terminal)).eq(inside.iter().copied()));
            let ranks = probe.ranks(&cube, |terminal| wanted >> (terminal.number() - 1) & 1 == 1).expect("ranks");
            let chosen: Vec<_> = inside.iter().filter(|(_, terminal)| wanted >> (**terminal - 1) & 1 == 1).collect();
            prop_assert_eq!(ranks.states(), chosen.len() as u128);
            for (rank, (state, terminal)) in chosen.iter().enumerate() {
                let found = ranks.state(rank as u128).expect("a state").expect("one of them");
                prop_assert_eq!((&found.0, found.1.number()), (*state, **terminal));
            }
            prop_assert!(ranks.state(ranks.states()).expect("an answer").is_none());
        }
    }
}
