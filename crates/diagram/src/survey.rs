//! A survey of a diagram: its nodes are marked once, for all computations over them.

use crate::error::Error;
use crate::handle::Diagram;
use crate::ids::Node;
use crate::mark::{self, Marks, Scratch};
use crate::store::Store;

/// The nodes of one diagram, made by [`Store::survey`]: they can be counted, weighed and written, even in parallel.
///
/// ```
/// use diagram::{Domains, StoreOptions, Store};
/// let mut store = Store::new(Domains::new(&[2, 3])?, StoreOptions::default())?;
/// let set = store.states([[0, 1], [1, 1]])?;
/// let survey = store.survey(&set)?;
/// let (states, nodes) = store.both(|| survey.count(), || survey.node_count());
/// assert_eq!((states?, nodes), (2, 2));
/// # Ok::<(), diagram::Error>(())
/// ```
pub struct Survey<'s> {
    pub(crate) store: &'s Store,
    pub(crate) root: Node,
    pub(crate) marks: Vec<Marks>,
    _marking: Scratch<'s>,
}

impl Store {
    /// Marks the nodes of a diagram.
    pub fn survey(&self, diagram: &impl Diagram) -> Result<Survey<'_>, Error> {
        let root = self.node(diagram.root())?;
        let levels = &self.space.levels;
        let marking = Scratch::take(&self.space.ledger, mark::bytes_for(levels))?;
        let marks = mark::reachable(levels, [root].into_iter(), None);
        Ok(Survey { store: self, root, marks, _marking: marking })
    }

    /// The number of nodes in the diagram.
    pub fn node_count(&self, diagram: &impl Diagram) -> Result<usize, Error> {
        Ok(self.survey(diagram)?.node_count())
    }

    /// Runs two read-only computations; in parallel if there are threads.
    pub fn both<A: Send, B: Send>(&self, one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
        match &self.pool {
            Some(pool) => pool.join(one, other),
            None => (one(), other()),
        }
    }
}

impl Survey<'_> {
    /// The number of nodes in the diagram.
    pub fn node_count(&self) -> usize {
        self.marks.iter().map(Marks::len).sum()
    }
}
