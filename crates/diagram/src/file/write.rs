//! Writes a diagram level by level in its canonical numbering.

use std::io::Write;
use std::sync::atomic::Ordering;

use layer::{DiagramShape, Section};

use super::error::DiagramFileError;
use crate::handle::Diagram;
use crate::ids::{EMPTY, Node};
use crate::mark::{Marks, Scratch};
use crate::store::Store;
use crate::survey::Survey;
use crate::unique::Nodes;

impl Store {
    /// Writes a diagram as a layer file; equal diagrams give equal bytes, in any store and with any number of threads.
    ///
    /// Writes in one pass and small pieces: pass a `BufWriter`.
    pub fn write(&self, diagram: &impl Diagram, to: &mut impl Write) -> Result<(), DiagramFileError> {
        self.survey(diagram)?.write(to)
    }
}

impl Survey<'_> {
    /// Writes the diagram as a layer file, as [`Store::write`] does.
    pub fn write(&self, to: &mut impl Write) -> Result<(), DiagramFileError> {
        let (levels, ledger) = (&self.store.space.levels, &self.store.space.ledger);
        let marks = &self.marks;
        let sizes: Vec<(u32, u32)> =
            levels.iter().zip(marks).map(|(nodes, marks)| (nodes.width() as u32, marks.len() as u32)).collect();
        let shape = DiagramShape::new(&sizes, self.largest_terminal()).ok_or(layer::FileError::WrongLength)?;
        to.write_all(&shape.header())?;

        let mut order: Vec<Node> = if self.root == EMPTY { Vec::new() } else { vec![self.root] };
        for (at, level) in shape.levels.iter().enumerate() {
            let below = marks.get(at + 1);
            let count = below.map_or(0, Marks::len);
            let _numbering = Scratch::take(ledger, (order.len() + 2 * count) * 4)?;
            let mut section = Section::new(to);
            let mut numbering = Numbering::new(below);
            for &node in &order {
                for child in levels[at].children(node) {
                    section.put(numbering.number(child.load(Ordering::Relaxed)), level.bits)?;
                }
            }
            section.finish(level)?;
            order = numbering.order;
        }
        Ok(())
    }

    fn largest_terminal(&self) -> u32 {
        let (Some(nodes), Some(marks)) = (self.store.space.levels.last(), self.marks.last()) else { return 0 };
        let largest = |node| Nodes::children(nodes, node).iter().map(|child| child.load(Ordering::Relaxed)).max();
        marks.iter().filter_map(largest).max().unwrap_or(0)
    }
}

/// Numbers the nodes of a level in order of first occurrence.
struct Numbering<'m> {
    below: Option<&'m Marks>,
    /// The number of each marked node, 0 if it has not occurred yet.
    numbers: Vec<u32>,
    order: Vec<Node>,
}

impl<'m> Numbering<'m> {
    fn new(below: Option<&'m Marks>) -> Self {
        let count = below.map_or(0, Marks::len);
        Numbering { below, numbers: vec![0; count], order: Vec::with_capacity(count) }
    }

    fn number(&mut self, node: Node) -> u32 {
        let Some(below) = self.below else { return node };
        if node == EMPTY {
            return 0;
        }
        let number = &mut self.numbers[below.rank(node)];
        if *number == 0 {
            self.order.push(node);
            *number = self.order.len() as u32;
        }
        *number
    }
}
