//! How large diagrams are and which variables they depend on.

use std::sync::atomic::Ordering;

use crate::error::Error;
use crate::handle::Diagram;
use crate::ids::Level;
use crate::mark::Marks;
use crate::store::Store;
use crate::survey::Survey;

impl Store {
    /// How many nodes the diagram has.
    pub fn node_count(&self, diagram: &impl Diagram) -> Result<usize, Error> {
        Ok(self.survey(diagram)?.node_count())
    }

    /// How many nodes the diagram has on each level.
    pub fn node_counts(&self, diagram: &impl Diagram) -> Result<Vec<usize>, Error> {
        Ok(self.survey(diagram)?.node_counts().collect())
    }

    /// The variables that the diagram depends on: those for which two values make a difference somewhere.
    pub fn support(&self, diagram: &impl Diagram) -> Result<Vec<Level>, Error> {
        let survey = self.survey(diagram)?;
        let matters = |&level: &usize| {
            survey.marks[level].iter().any(|node| {
                let children = self.space.levels[level].children(node);
                let first = children[0].load(Ordering::Relaxed);
                children.iter().any(|child| child.load(Ordering::Relaxed) != first)
            })
        };
        Ok((0..survey.marks.len()).filter(matters).map(|level| Level(level as u16)).collect())
    }
}

impl Survey<'_> {
    /// How many nodes the diagram has.
    pub fn node_count(&self) -> usize {
        self.node_counts().sum()
    }

    /// How many nodes the diagram has on each level.
    pub fn node_counts(&self) -> impl Iterator<Item = usize> + '_ {
        self.marks.iter().map(Marks::len)
    }
}
