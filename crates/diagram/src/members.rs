//! Queries about single states: membership, values, picking, enumeration.

use crate::error::Error;
use crate::handle::{Diagram, Set, Values};
use crate::ids::{EMPTY, Node, Terminal, Value};
use crate::store::Store;

impl Store {
    /// Whether a state is in the set.
    pub fn contains(&self, set: &Set, state: &[Value]) -> Result<bool, Error> {
        Ok(self.lookup(set, state)? != EMPTY)
    }

    /// The value of a state, if it has one.
    pub fn evaluate(&self, values: &Values, state: &[Value]) -> Result<Option<Terminal>, Error> {
        self.lookup(values, state).map(Terminal::new)
    }

    fn lookup(&self, diagram: &impl Diagram, state: &[Value]) -> Result<Node, Error> {
        self.domains.check_state(state)?;
        let mut node = self.node(diagram.root())?;
        for (nodes, &value) in self.space.levels.iter().zip(state) {
            if node == EMPTY {
                break;
            }
            node = nodes.child(node, usize::from(value));
        }
        Ok(node)
    }

    /// The smallest state in the set, or with a value.
    pub fn pick(&self, diagram: &impl Diagram) -> Result<Option<Vec<Value>>, Error> {
        Ok(self.members(diagram)?.next().map(|(state, _)| state))
    }

    /// All states in the set, or with a value, in increasing order, each with its terminal.
    ///
    /// ```
    /// use diagram::{Domains, StoreOptions, Store, Terminal};
    /// let mut store = Store::new(Domains::new(&[2, 2])?, StoreOptions::default())?;
    /// let set = store.states([[0, 1], [1, 0]])?;
    /// let members: Vec<_> = store.members(&set)?.collect();
    /// assert_eq!(members, [(vec![0, 1], Terminal::IN), (vec![1, 0], Terminal::IN)]);
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn members(&self, diagram: &impl Diagram) -> Result<Members<'_>, Error> {
        let root = self.node(diagram.root())?;
        Ok(Members { store: self, path: vec![(root, 0)] })
    }
}

/// The states of a diagram in increasing order; made by [`Store::members`].
pub struct Members<'s> {
    store: &'s Store,
    /// The nodes from the top to the current position, each with the next value to try.
    path: Vec<(Node, usize)>,
}

impl Iterator for Members<'_> {
    type Item = (Vec<Value>, Terminal);

    fn next(&mut self) -> Option<Self::Item> {
        let levels = &self.store.space.levels;
        loop {
            let level = self.path.len().checked_sub(1)?;
            let (node, value) = self.path.last_mut()?;
            if *node == EMPTY || *value == levels[level].width() {
                self.path.pop();
                continue;
            }
            let child = levels[level].child(*node, *value);
            *value += 1;
            if child == EMPTY {
                continue;
            }
            if level + 1 < levels.len() {
                self.path.push((child, 0));
                continue;
            }
            let state = self.path.iter().map(|&(_, next)| (next - 1) as Value).collect();
            return Terminal::new(child).map(|terminal| (state, terminal));
        }
    }
}
