//! Builds a diagram file from ascending states, without a store.
//!
//! Ascending states complete a diagram's nodes one by one: when a state differs from the one before at some level, no
//! later state can change the nodes below that level on the old path. These are looked up among the nodes of their
//! level once, so one pass and one open node per level are enough (the construction of minimal acyclic automata from
//! sorted words). It is several times as fast as a store, which must support all operations.
//!
//! States come in parts that share their values above some level. Many parts are equal, and a caller that has seen a
//! part before need not build it again. That saves most of the work, because most nodes are near the bottom.
//!
//! ```
//! use layer::{Probe, Sorted, Terminal};
//! let mut diagram = Sorted::new(&[2, 3], 1);
//! let part = diagram.part([1, 2].map(|last| (1, move |_| last, Terminal::IN)));
//! diagram.push(0, |_| 0, part);
//! diagram.push(0, |_| 1, part);
//! let mut bytes = Vec::new();
//! diagram.finish().write(&mut bytes)?;
//! assert_eq!(Probe::open(bytes)?.evaluate(&[1, 2])?, Some(Terminal::IN));
//! # Ok::<(), layer::FileError>(())
//! ```

use std::io::Write;

use super::format::{DiagramShape, FileError};
use super::section::Section;
use crate::ids::{Level, Terminal, Value};
use crate::weight::Weight;

/// A node by its number on its level; below the last level, the number of a terminal.
type Node = u32;

/// No state below.
const EMPTY: Node = 0;

/// A diagram under construction.
pub struct Sorted {
    levels: Vec<Nodes>,
    /// For each level, the children of the incomplete node, and the last value taken there.
    open: Vec<(Vec<Node>, Value)>,
    /// The level at which parts start.
    parts_at: usize,
    is_empty: bool,
}

/// A set of states below a level, in the diagram in which it was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part(Node);

impl Sorted {
    /// An empty diagram for [domains](super::are_domains) of these sizes. States come in parts that share the values
    /// above the level `parts_at`. That level is not the first one; if it is one past the last level, parts are single
    /// states.
    pub fn new(sizes: &[u16], parts_at: usize) -> Sorted {
        Sorted {
            levels: sizes.iter().map(|&size| Nodes::new(usize::from(size))).collect(),
            open: sizes.iter().map(|&size| (vec![EMPTY; usize::from(size)], 0)).collect(),
            parts_at: parts_at.clamp(1, sizes.len()),
            is_empty: true,
        }
    }

    /// Builds a part from ascending states. Each state comes with the first level at which it differs from the one
    /// before, and shares the values above it.
    pub fn part<V: Fn(usize) -> Value>(&mut self, states: impl IntoIterator<Item = (usize, V, Terminal)>) -> Part {
        let (top, levels) = (self.parts_at, self.levels.len());
        let mut last = EMPTY;
        for (from, values, terminal) in states {
            if last != EMPTY {
                self.close(from, levels);
            }
            last = terminal.number();
            (from.max(top)..levels).for_each(|level| self.open[level].1 = values(level));
            if top < levels {
                let (children, value) = &mut self.open[levels - 1];
                children[usize::from(*value)] = last;
            }
        }
        if top == levels || last == EMPTY {
            return Part(last);
        }
        self.close(top, levels);
        Part(self.complete(top))
    }

    /// Adds a part whose states are greater than all before. They share the values of the last ones above the level
    /// `from`, and have these from there to the level at which parts start.
    ///
    /// At most 2³² - 1 parts can be added.
    #[inline]
    pub fn push(&mut self, from: usize, values: impl Fn(usize) -> Value, part: Part) {
        if !self.is_empty {
            self.close(from, self.parts_at);
        }
        self.is_empty = false;
        (from..self.parts_at).for_each(|level| self.open[level].1 = values(level));
        let (children, value) = &mut self.open[self.parts_at - 1];
        children[usize::from(*value)] = part.0;
    }

    /// Completes the nodes of the last path below a level, up to another level.
    #[inline]
    fn close(&mut self, level: usize, end: usize) {
        for below in (level + 1..end).rev() {
            let node = self.complete(below);
            let (children, value) = &mut self.open[below - 1];
            children[usize::from(*value)] = node;
        }
    }

    /// Completes the node of a level.
    #[inline]
    fn complete(&mut self, level: usize) -> Node {
        let children = &mut self.open[level].0;
        let node = self.levels[level].find_or_add(children);
        children.fill(EMPTY);
        node
    }

    /// Approximate size of a file with the completed nodes.
    pub fn bytes(&self) -> usize {
        let below = self.levels.iter().skip(1).map(Nodes::len).chain([0]);
        let bytes = |(nodes, below): (&Nodes, usize)| nodes.children.len() * (below.max(1).ilog2() as usize + 1) / 8;
        self.levels.iter().zip(below).map(bytes).sum()
    }

    /// The diagram of all states added.
    pub fn finish(mut self) -> Finished {
        let mut root = EMPTY;
        if !self.is_empty {
            self.close(0, self.parts_at);
            root = self.complete(0);
        }
        Finished { levels: self.levels, root }
    }
}

/// A complete diagram.
pub struct Finished {
    levels: Vec<Nodes>,
    root: Node,
}

impl Finished {
    /// The memory it takes, in bytes.
    pub fn memory(&self) -> usize {
        self.levels.iter().map(|nodes| (nodes.children.capacity() + nodes.table.len()) * size_of::<Node>()).sum()
    }

    /// Adds the states of a diagram with the same domains, all of which are greater. So parts can be built in parallel.
    pub fn append(&mut self, greater: &Finished) {
        let mut below: Option<Vec<Node>> = None;
        let mut children = Vec::new();
        for (nodes, others) in self.levels.iter_mut().zip(&greater.levels).rev() {
            let mut here = vec![EMPTY];
            for other in others.children.chunks_exact(others.width) {
                children.clear();
                children.extend(other.iter().map(|&child| below.as_ref().map_or(child, |below| below[child as usize])));
                here.push(nodes.find_or_add(&children));
            }
            below = Some(here);
        }
        let greater = below.map_or(EMPTY, |top| top[greater.root as usize]);
        self.root = self.join(self.root, greater);
    }

    /// The node for the union of two sets of states, where those of the second are greater: only the last path of the
    /// first and the first path of the second can share nodes.
    fn join(&mut self, first: Node, second: Node) -> Node {
        let (mut pairs, mut pair) = (Vec::new(), (first, second));
        while pair.0 != EMPTY && pair.1 != EMPTY && pairs.len() < self.levels.len() {
            let nodes = &self.levels[pairs.len()];
            let (a, b) = (nodes.children(pair.0), nodes.children(pair.1));
            let children: Vec<Node> = a.iter().zip(b).map(|(&a, &b)| if b == EMPTY { a } else { b }).collect();
            let shared = a.iter().zip(b).position(|(&a, &b)| a != EMPTY && b != EMPTY);
            pairs.push((children, shared));
            pair = shared.map_or((EMPTY, EMPTY), |value| (a[value], b[value]));
        }
        let mut joined = if pair.0 == EMPTY { pair.1 } else { pair.0 };
        for (level, (mut children, shared)) in pairs.into_iter().enumerate().rev() {
            if let Some(value) = shared {
                children[value] = joined;
            }
            joined = self.levels[level].find_or_add(&children);
        }
        joined
    }

    /// The sum over all states of the product of the weights of their values and their terminal.
    pub fn weigh<W: Weight>(&self, weight: impl Fn(Level, Value) -> W, terminal: impl Fn(Terminal) -> W) -> W {
        let mut below: Option<Vec<W>> = None;
        for (level, nodes) in self.levels.iter().enumerate().rev() {
            let weights: Vec<W> = (0..nodes.width).map(|value| weight(Level(level as u16), value as Value)).collect();
            let of_child = |child: Node| match &below {
                Some(below) => below[child as usize],
                None => Terminal::new(child).map_or(W::ZERO, &terminal),
            };
            let sum = |children: &[Node]| {
                let present = children.iter().zip(&weights).filter(|(child, _)| **child != EMPTY);
                present.fold(W::ZERO, |sum, (&child, &weight)| sum.plus(weight.times(of_child(child))))
            };
            let sums = nodes.children.chunks_exact(nodes.width).map(sum);
            below = Some([W::ZERO].into_iter().chain(sums).collect());
        }
        below.map_or(W::ZERO, |top| top[self.root as usize])
    }

    /// Writes the same bytes as a store for the same states.
    pub fn write(&self, to: &mut impl Write) -> Result<(), FileError> {
        let numbered = self.numbered();
        let shape = self.shape(&numbered)?;
        to.write_all(&shape.header())?;
        for (at, level) in shape.levels.iter().enumerate() {
            let mut section = Section::new(to);
            for &node in &numbered[at].order {
                for &child in self.levels[at].children(node) {
                    let number = numbered.get(at + 1).map_or(child, |below| below.numbers[child as usize]);
                    section.put(number, level.bits)?;
                }
            }
            section.finish(level)?;
        }
        Ok(())
    }

    /// Bytes of the file.
    pub fn file_bytes(&self) -> Result<u64, FileError> {
        Ok(self.shape(&self.numbered())?.file_bytes as u64)
    }

    fn shape(&self, numbered: &[Numbered]) -> Result<DiagramShape, FileError> {
        let sizes = self.levels.iter().zip(numbered);
        let sizes: Vec<(u32, u32)> =
            sizes.map(|(nodes, numbered)| (nodes.width as u32, numbered.order.len() as u32)).collect();
        let last = self.levels.last().zip(numbered.last());
        let terminals = last
            .into_iter()
            .flat_map(|(nodes, numbered)| numbered.order.iter().flat_map(|&node| nodes.children(node).iter().copied()));
        DiagramShape::new(&sizes, terminals.max().unwrap_or(0)).ok_or(FileError::WrongLength)
    }

    /// The reachable nodes of each level, numbered in order of first occurrence.
    fn numbered(&self) -> Vec<Numbered> {
        let mut numbered = Vec::with_capacity(self.levels.len());
        let mut here = Numbered::new(self.levels.first().map_or(0, Nodes::len));
        here.meet(self.root);
        for (at, nodes) in self.levels.iter().enumerate() {
            let mut below = Numbered::new(self.levels.get(at + 1).map_or(0, Nodes::len));
            if at + 1 < self.levels.len() {
                here.order.iter().flat_map(|&node| nodes.children(node)).for_each(|&child| below.meet(child));
            }
            numbered.push(std::mem::replace(&mut here, below));
        }
        numbered
    }
}

/// The nodes of a level in file order.
struct Numbered {
    /// For each node its number; 0 for unreachable ones.
    numbers: Vec<u32>,
    order: Vec<Node>,
}

impl Numbered {
    fn new(nodes: usize) -> Numbered {
        Numbered { numbers: vec![0; nodes + 1], order: Vec::new() }
    }

    fn meet(&mut self, node: Node) {
        let number = &mut self.numbers[node as usize];
        if node != EMPTY && *number == 0 {
            self.order.push(node);
            *number = self.order.len() as u32;
        }
    }
}

/// The complete nodes of a level, numbered from 1 in order of creation.
struct Nodes {
    width: usize,
    /// The children of all nodes, concatenated.
    children: Vec<Node>,
    /// Open addressing: numbers of nodes, [`EMPTY`] for free slots.
    table: Vec<Node>,
}

impl Nodes {
    fn new(width: usize) -> Nodes {
        Nodes { width, children: Vec::new(), table: vec![EMPTY; 64] }
    }

    fn len(&self) -> usize {
        self.children.len() / self.width
    }

    #[inline]
    fn children(&self, node: Node) -> &[Node] {
        &self.children[(node as usize - 1) * self.width..][..self.width]
    }

    /// The node with these children.
    #[inline]
    fn find_or_add(&mut self, children: &[Node]) -> Node {
        let mut at = self.slot(children);
        while self.table[at] != EMPTY {
            // Nodes are narrow: a loop is faster than a call to `memcmp`.
            if self.children(self.table[at]).iter().zip(children).all(|(a, b)| a == b) {
                return self.table[at];
            }
            at = (at + 1) % self.table.len();
        }
        self.children.extend_from_slice(children);
        let node = self.len() as Node;
        self.table[at] = node;
        if 2 * self.len() > self.table.len() {
            self.grow();
        }
        node
    }

    fn grow(&mut self) {
        self.table = vec![EMPTY; 2 * self.table.len()];
        for node in 1..=self.len() as Node {
            let mut at = self.slot(self.children(node));
            while self.table[at] != EMPTY {
                at = (at + 1) % self.table.len();
            }
            self.table[at] = node;
        }
    }

    /// The first slot to probe. The table's size is a power of two.
    #[inline]
    fn slot(&self, children: &[Node]) -> usize {
        let mix =
            |hash: u64, &child: &Node| (hash.rotate_left(5) ^ u64::from(child)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (children.iter().fold(0, mix) >> 32) as usize & (self.table.len() - 1)
    }
}
