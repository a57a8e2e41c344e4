//! Draws members uniformly at random.

use std::sync::atomic::Ordering;

use crate::error::Error;
use crate::handle::Diagram;
use crate::ids::{EMPTY, Node, Terminal, Value};
use crate::mark::Scratch;
use crate::store::Store;
use crate::survey::Survey;

/// Draws states of one diagram; made by [`Store::sampler`].
pub struct Sampler<'s> {
    survey: Survey<'s>,
    /// The number of states below each marked node, level by level.
    counts: Vec<Vec<u128>>,
    _memory: Scratch<'s>,
}

impl Store {
    /// Prepares to draw states of a diagram uniformly at random.
    ///
    /// ```
    /// use diagram::{Domains, StoreOptions, Store};
    /// let mut store = Store::new(Domains::new(&[2, 3])?, StoreOptions::default())?;
    /// let set = store.states([[0, 1], [1, 2]])?;
    /// let mut random = 0u64;
    /// let sampler = store.sampler(&set)?;
    /// let drawn = sampler.draw(|| { random = random.wrapping_add(0x9E37_79B9_7F4A_7C15); random });
    /// assert!(drawn.is_some());
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn sampler(&self, diagram: &impl Diagram) -> Result<Sampler<'_>, Error> {
        let survey = self.survey(diagram)?;
        let levels = &self.space.levels;
        let memory = Scratch::take(&self.space.ledger, survey.node_count() * size_of::<u128>())?;
        let mut sampler = Sampler { survey, counts: vec![Vec::new(); levels.len()], _memory: memory };
        for level in (0..levels.len()).rev() {
            let count = |node| {
                let children = levels[level].children(node).iter().map(|child| child.load(Ordering::Relaxed));
                let total = |sum: u128, child| sum.checked_add(sampler.count(level + 1, child));
                children.into_iter().try_fold(0, total).ok_or(Error::CountTooLarge)
            };
            let counts = sampler.survey.marks[level].iter().map(count).collect::<Result<Vec<u128>, Error>>()?;
            sampler.counts[level] = counts;
        }
        Ok(sampler)
    }
}

impl Sampler<'_> {
    /// The number of states to draw from.
    pub fn total(&self) -> u128 {
        self.count(0, self.survey.root)
    }

    /// A state and its terminal, given a source of random 64-bit words; `None` if there are no states.
    pub fn draw(&self, mut random: impl FnMut() -> u64) -> Option<(Vec<Value>, Terminal)> {
        let total = self.total();
        if total == 0 {
            return None;
        }
        let mut rest = below(total, &mut random);
        let mut node = self.survey.root;
        let mut state = Vec::with_capacity(self.counts.len());
        for (level, nodes) in self.survey.store.space.levels.iter().enumerate() {
            for (value, child) in (0..).zip(nodes.children(node)) {
                let child = child.load(Ordering::Relaxed);
                let count = self.count(level + 1, child);
                if rest < count {
                    state.push(value);
                    node = child;
                    break;
                }
                rest -= count;
            }
        }
        Terminal::new(node).map(|terminal| (state, terminal))
    }

    fn count(&self, level: usize, node: Node) -> u128 {
        match self.counts.get(level) {
            _ if node == EMPTY => 0,
            None => 1,
            Some(counts) => counts[self.survey.marks[level].rank(node)],
        }
    }
}

/// A uniformly random number below `limit`: words are drawn until one is below a multiple of the limit.
fn below(limit: u128, random: &mut impl FnMut() -> u64) -> u128 {
    let multiple = u128::MAX - u128::MAX % limit;
    loop {
        let word = u128::from(random()) << 64 | u128::from(random());
        if word < multiple {
            return word % limit;
        }
    }
}
