//! How large diagrams are and which variables they depend on.

use std::sync::atomic::Ordering;

use crate::error::Error;
use crate::handle::Diagram;
use crate::ids::Level;
use crate::mark::{self, Marks, Scratch};
use crate::store::Store;

impl Store {
    /// How many nodes the diagram has.
    pub fn node_count(&self, diagram: &impl Diagram) -> Result<usize, Error> {
        Ok(self.node_counts(diagram)?.iter().sum())
    }

    /// How many nodes the diagram has on each level.
    pub fn node_counts(&self, diagram: &impl Diagram) -> Result<Vec<usize>, Error> {
        self.with_marks(diagram, |marks| marks.iter().map(Marks::len).collect())
    }

    /// The variables that the diagram depends on: those for which two values make a difference somewhere.
    pub fn support(&self, diagram: &impl Diagram) -> Result<Vec<Level>, Error> {
        self.with_marks(diagram, |marks| {
            let matters = |level: usize| {
                marks[level].iter().any(|node| {
                    let children = self.space.levels[level].children(node);
                    let first = children[0].load(Ordering::Relaxed);
                    children.iter().any(|child| child.load(Ordering::Relaxed) != first)
                })
            };
            (0..marks.len()).filter(|&level| matters(level)).map(|level| Level(level as u16)).collect()
        })
    }

    /// Marks the nodes of a diagram and looks at them.
    pub(crate) fn with_marks<R>(&self, diagram: &impl Diagram, look: impl FnOnce(&[Marks]) -> R) -> Result<R, Error> {
        let root = self.node(diagram.root())?;
        let _marking = Scratch::take(&self.space.ledger, mark::bytes_for(&self.space.levels))?;
        Ok(look(&mark::reachable(&self.space.levels, [root].into_iter(), None)))
    }
}
