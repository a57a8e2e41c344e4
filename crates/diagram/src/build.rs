//! Builds diagrams from states: all, none, one, or many sorted states.

use crate::error::{Error, Stop};
use crate::handle::{Root, Set, Values};
use crate::ids::{EMPTY, FULL, Level, Node, Terminal, Value};
use crate::store::Store;
use crate::walk::{Children, Walk};

impl Store {
    /// The empty set.
    pub fn none(&mut self) -> Set {
        Set(self.hold(EMPTY))
    }

    /// The set of all states.
    pub fn all(&mut self) -> Set {
        Set(self.hold(FULL))
    }

    /// The set of one state.
    pub fn state(&mut self, state: &[Value]) -> Result<Set, Error> {
        self.states([state])
    }

    /// The set of these states, which must be strictly ascending.
    ///
    /// Works in one pass with one open node per level, however many states there are.
    pub fn states<S: AsRef<[Value]>>(&mut self, states: impl IntoIterator<Item = S>) -> Result<Set, Error> {
        self.build(states.into_iter().map(|state| (state, Terminal::IN))).map(Set)
    }

    /// The function with these values for these states, which must be strictly ascending.
    pub fn values<S: AsRef<[Value]>>(
        &mut self,
        values: impl IntoIterator<Item = (S, Terminal)>,
    ) -> Result<Values, Error> {
        self.build(values.into_iter()).map(Values)
    }

    /// The states in which each of these variables has one of the given values, for any values of the others.
    ///
    /// ```
    /// use diagram::{Domains, Level, StoreOptions, Store};
    /// let mut store = Store::new(Domains::new(&[3, 3, 3])?, StoreOptions::default())?;
    /// let cube = store.cube(&[(Level(0), &[1]), (Level(2), &[0, 2])])?;
    /// assert_eq!(store.count(&cube)?, 6);
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn cube(&mut self, literals: &[(Level, &[Value])]) -> Result<Set, Error> {
        let mut allowed: Vec<Option<Vec<bool>>> = vec![None; self.domains.levels()];
        for &(level, values) in literals {
            let width = usize::from(self.domains.check_level(level)?);
            let mut row = vec![false; width];
            for &value in values {
                self.domains.check_value(level, value)?;
                row[usize::from(value)] = true;
            }
            allowed[level.index()] = Some(row);
        }
        self.operate([], |walk, []| {
            let mut below = FULL;
            for (level, row) in allowed.iter().enumerate().rev() {
                let child = |value| if row.as_ref().is_none_or(|row| row[value]) { below } else { EMPTY };
                let children: Children = (0..walk.width(level)).map(child).collect();
                below = walk.node(level, &children)?;
            }
            Ok(below)
        })
        .map(Set)
    }

    fn build<S: AsRef<[Value]>>(&mut self, mut states: impl Iterator<Item = (S, Terminal)>) -> Result<Root, Error> {
        // In batches: if a garbage collection is needed in between, the result so far is held by a handle.
        let mut whole = self.hold(EMPTY);
        let mut batch = Batch { levels: self.domains.levels(), states: Vec::new(), terminals: Vec::new() };
        loop {
            batch.forget_all_but_last();
            for (state, terminal) in states.by_ref().take(BATCH) {
                self.domains.check_state(state.as_ref())?;
                batch.push(state.as_ref(), terminal)?;
            }
            if batch.terminals.is_empty() {
                return Ok(whole);
            }
            whole = self.operate([&whole], |walk, [whole]| Builder::new(walk, whole).run(&batch))?;
        }
    }
}

/// The number of states added at a time.
const BATCH: usize = 1 << 16;

/// Concatenated states, preceded by the last one of the previous batch.
struct Batch {
    levels: usize,
    states: Vec<Value>,
    terminals: Vec<Terminal>,
}

impl Batch {
    fn forget_all_but_last(&mut self) {
        let keep = self.states.len().saturating_sub(self.levels);
        self.states.drain(..keep);
        self.terminals.clear();
    }

    fn push(&mut self, state: &[Value], terminal: Terminal) -> Result<(), Error> {
        let last = &self.states[self.states.len().saturating_sub(self.levels)..];
        if !last.is_empty() && last >= state {
            return Err(Error::Unsorted);
        }
        self.states.extend_from_slice(state);
        self.terminals.push(terminal);
        Ok(())
    }

    fn iter(&self) -> impl Iterator<Item = (&[Value], Terminal)> {
        let states = self.states.rchunks_exact(self.levels).rev();
        let before = states.len() - self.terminals.len();
        states.skip(before).zip(self.terminals.iter().copied())
    }
}

/// Adds sorted states to a diagram whose states are all smaller. Nodes are open along the last state, and closed from
/// the bottom up when the next state leaves them.
struct Builder<'w, 's> {
    walk: &'w Walk<'s>,
    open: Vec<Children>,
    path: Vec<Value>,
}

impl<'w, 's> Builder<'w, 's> {
    /// Opens the nodes along the largest state of the diagram.
    fn new(walk: &'w Walk<'s>, whole: Node) -> Self {
        let mut builder = Builder { walk, open: Vec::new(), path: Vec::new() };
        let mut node = whole;
        while node != EMPTY && builder.open.len() < walk.depth() {
            let children = walk.children(builder.open.len(), node).to_children();
            let Some(value) = children.iter().rposition(|&child| child != EMPTY) else { break };
            node = children[value];
            builder.path.push(value as Value);
            builder.open.push(children);
        }
        builder
    }

    fn run(mut self, batch: &Batch) -> Result<Node, Stop> {
        for (state, terminal) in batch.iter() {
            let common = self.path.iter().zip(state.iter()).take_while(|(a, b)| a == b).count();
            self.close(common + 1)?;
            self.path.truncate(common);
            self.path.extend_from_slice(&state[common..]);
            while self.open.len() < state.len() {
                self.open.push(smallvec::smallvec![EMPTY; self.walk.width(self.open.len())]);
            }
            self.put(state.len() - 1, terminal.number());
        }
        self.close(1)?;
        match self.open.pop() {
            Some(children) => self.walk.node(0, &children),
            None => Ok(EMPTY),
        }
    }

    /// Closes all open nodes from `level` down.
    fn close(&mut self, level: usize) -> Result<(), Stop> {
        while self.open.len() > level {
            let Some(children) = self.open.pop() else { break };
            let node = self.walk.node(self.open.len(), &children)?;
            self.put(self.open.len() - 1, node);
        }
        Ok(())
    }

    /// Sets the child on the path at `level`.
    fn put(&mut self, level: usize, child: Node) {
        self.open[level][usize::from(self.path[level])] = child;
    }
}
