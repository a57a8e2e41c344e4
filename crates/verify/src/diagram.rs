//! A second reader of diagram layer files, written only from the description of the format (`docs/format.md`).
//!
//! It has no store: nodes remain in the file. States are listed by walking all paths. Sums over all states (counts per
//! outcome, content hash) are propagated from the top level down, two levels at a time.

/// A diagram layer file.
pub struct DiagramFile<'a> {
    bytes: &'a [u8],
    levels: Vec<Level>,
    /// The largest terminal.
    pub terminals: u32,
}

struct Level {
    width: u32,
    nodes: u32,
    bits: u32,
    start: usize,
    end: usize,
}

impl<'a> DiagramFile<'a> {
    /// Reads the header, or returns an error message.
    pub fn open(bytes: &'a [u8]) -> Result<DiagramFile<'a>, String> {
        let word = |at: usize| number(bytes, at).ok_or_else(|| "it is truncated within its header".to_owned());
        if !bytes.starts_with(b"BSDIAGRM") {
            return Err("it is not a diagram file".to_owned());
        }
        if word(8)? != 1 {
            return Err(format!("its version is {}, not 1", word(8)?));
        }
        let (count, terminals) = (word(12)? as usize, word(16)?);
        if count == 0 || count > 4096 {
            return Err(format!("it claims {count} levels"));
        }
        let header = 20 + 8 * count;
        let known = bytes.get(..header).ok_or("it is truncated within its header")?;
        if crc32fast::hash(known) != word(header)? {
            return Err("the checksum of its header is wrong".to_owned());
        }
        let mut sizes = Vec::with_capacity(count);
        for level in 0..count {
            sizes.push((word(20 + 8 * level)?, word(24 + 8 * level)?));
        }
        let mut levels = Vec::with_capacity(count);
        let mut start = header + 4;
        for (at, &(width, nodes)) in sizes.iter().enumerate() {
            let largest = sizes.get(at + 1).map_or(terminals, |next| next.1);
            let bits = (32 - largest.leading_zeros()).max(1);
            let all = u128::from(width) * u128::from(nodes) * u128::from(bits);
            let end = usize::try_from(all.div_ceil(64) * 8).ok().and_then(|length| start.checked_add(length));
            let end = end.ok_or("it claims more nodes than possible")?;
            levels.push(Level { width, nodes, bits, start, end });
            start = end.checked_add(8).ok_or("it claims more nodes than possible")?;
        }
        if start != bytes.len() {
            return Err(format!("it has {} bytes, but its header says {start}", bytes.len()));
        }
        Ok(DiagramFile { bytes, levels, terminals })
    }

    /// The sizes of the levels, top first.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.levels.iter().map(|level| level.width as usize)
    }

    /// Checks all checksums, and that nodes are numbered in order of first occurrence and none is empty.
    pub fn check(&self) -> Result<(), String> {
        let mut met = u32::from(self.terminals > 0);
        for (at, level) in self.levels.iter().enumerate() {
            let sum = number(self.bytes, level.end).zip(number(self.bytes, level.end + 4));
            if sum != Some((crc32fast::hash(&self.bytes[level.start..level.end]), 0)) {
                return Err(format!("the checksum of level {at} is wrong"));
            }
            if level.nodes != met {
                return Err(format!("level {at} has {} nodes, but only {met} are reached", level.nodes));
            }
            let last = at + 1 == self.levels.len();
            let most = self.levels.get(at + 1).map_or(self.terminals, |next| next.nodes);
            met = 0;
            for node in 1..=level.nodes {
                let mut leads_on = false;
                for value in 0..level.width {
                    let child = self.child(level, node, value);
                    if child > most || (!last && child > met + 1) {
                        return Err(format!("node {node} of level {at} has invalid children"));
                    }
                    met = met.max(child);
                    leads_on |= child != 0;
                }
                if !leads_on {
                    return Err(format!("node {node} of level {at} leads to no terminal"));
                }
            }
        }
        if met == self.terminals { Ok(()) } else { Err("its largest terminal does not occur".to_owned()) }
    }

    /// The terminal of a path, 0 if there is none.
    pub fn terminal(&self, path: &[u16]) -> u32 {
        let mut node = u32::from(self.terminals > 0);
        for (level, &value) in self.levels.iter().zip(path) {
            if node == 0 || u32::from(value) >= level.width {
                return 0;
            }
            node = self.child(level, node, u32::from(value));
        }
        node
    }

    /// Visits all paths with their terminals.
    pub fn for_each(&self, mut visit: impl FnMut(&[u16], u32)) {
        if self.terminals == 0 {
            return;
        }
        // For each level on the path, the node and the next value to try.
        let mut way: Vec<(u32, u32)> = vec![(1, 0)];
        let mut path: Vec<u16> = Vec::with_capacity(self.levels.len());
        while let Some((node, value)) = way.last_mut() {
            let at = path.len();
            let level = &self.levels[at];
            if *value == level.width {
                way.pop();
                path.pop();
                continue;
            }
            let child = self.child(level, *node, *value);
            let tried = *value as u16;
            *value += 1;
            if child == 0 {
                continue;
            }
            path.push(tried);
            if at + 1 == self.levels.len() {
                visit(&path, child);
                path.pop();
            } else {
                way.push((child, 0));
            }
        }
    }

    /// Sums over all paths, per terminal from 1 on: `one` at the top, `step` along an edge, `plus` where paths meet.
    pub fn sums<T: Clone>(
        &self,
        one: T,
        zero: &T,
        step: impl Fn(usize, u32, &T) -> T,
        plus: impl Fn(&T, &T) -> T,
    ) -> Vec<T> {
        let mut here = if self.terminals > 0 { vec![one] } else { Vec::new() };
        for (at, level) in self.levels.iter().enumerate() {
            let count = self.levels.get(at + 1).map_or(self.terminals, |next| next.nodes);
            let mut below = vec![zero.clone(); count as usize];
            for node in 1..=level.nodes {
                for value in 0..level.width {
                    let child = self.child(level, node, value) as usize;
                    if child > 0 {
                        below[child - 1] = plus(&below[child - 1], &step(at, value, &here[node as usize - 1]));
                    }
                }
            }
            here = below;
        }
        here
    }

    /// The number of paths below each node, per level, for uniform sampling. Rounded, so sampling is uniform up to
    /// rounding.
    pub fn paths_below(&self) -> Vec<Vec<f64>> {
        let mut counts: Vec<Vec<f64>> = vec![Vec::new(); self.levels.len()];
        for (at, level) in self.levels.iter().enumerate().rev() {
            let below = counts.get(at + 1);
            let paths = |child: u32| match below {
                _ if child == 0 => 0.0,
                Some(below) => below[child as usize - 1],
                None => 1.0,
            };
            let paths_of = |node| (0..level.width).map(|value| paths(self.child(level, node, value))).sum();
            counts[at] = (1..=level.nodes).map(paths_of).collect();
        }
        counts
    }

    /// The path selected by a number between 0 and 1.
    pub fn draw(&self, paths_below: &[Vec<f64>], fraction: f64) -> Option<(Vec<u16>, u32)> {
        let mut left = fraction * paths_below.first()?.first()?;
        let (mut node, mut path) = (1, Vec::with_capacity(self.levels.len()));
        for (at, level) in self.levels.iter().enumerate() {
            let mut chosen = None;
            for value in 0..level.width {
                let child = self.child(level, node, value);
                if child == 0 {
                    continue;
                }
                let paths = paths_below.get(at + 1).map_or(1.0, |below| below[child as usize - 1]);
                chosen = Some((value, child));
                if left < paths {
                    break;
                }
                left -= paths;
            }
            let (value, child) = chosen?;
            path.push(value as u16);
            node = child;
        }
        Some((path, node))
    }

    fn child(&self, level: &Level, node: u32, value: u32) -> u32 {
        let bit = (u64::from(node - 1) * u64::from(level.width) + u64::from(value)) * u64::from(level.bits);
        let at = level.start + (bit / 8) as usize;
        let mut word = 0u64;
        // A section is followed by eight more bytes, so this stays within the file.
        for (i, &byte) in self.bytes[at..at + 8].iter().enumerate() {
            word |= u64::from(byte) << (8 * i);
        }
        (word >> (bit % 8)) as u32 & (u32::MAX >> (32 - level.bits))
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from(four[0]) | u32::from(four[1]) << 8 | u32::from(four[2]) << 16 | u32::from(four[3]) << 24)
}
