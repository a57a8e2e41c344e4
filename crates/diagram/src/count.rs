//! Counting states, exactly.
//!
//! Paths are counted from the top down: one pass over the nodes gives the number of states for every terminal at
//! once, and only the totals of two levels are kept at a time. Totals are 64 bits wide where they fit and 128 where
//! they don't.

use std::sync::atomic::Ordering;

use crate::error::Error;
use crate::handle::Diagram;
use crate::ids::{EMPTY, Terminal};
use crate::mark::{self, Scratch};
use crate::store::Store;

impl Store {
    /// How many states there are in the set, or have a value.
    pub fn count(&self, diagram: &impl Diagram) -> Result<u128, Error> {
        let counts = self.count_by_terminal(diagram)?;
        counts.iter().try_fold(0u128, |sum, (_, count)| sum.checked_add(*count)).ok_or(Error::CountTooLarge)
    }

    /// How many states have each terminal, in the order of the terminals; those that no state has are left out.
    pub fn count_by_terminal(&self, diagram: &impl Diagram) -> Result<Vec<(Terminal, u128)>, Error> {
        let root = self.node(diagram.root())?;
        if root == EMPTY {
            return Ok(Vec::new());
        }
        let levels = &self.space.levels;
        let _marking = Scratch::take(&self.space.ledger, mark::bytes_for(levels))?;
        let marks = mark::reachable(levels, [root].into_iter(), None);
        match self.paths::<u64>(&marks)? {
            Some(counts) => Ok(counts),
            None => self.paths::<u128>(&marks)?.ok_or(Error::CountTooLarge),
        }
    }

    /// The number of paths to each terminal; `None` if some number does not fit.
    fn paths<N: Total>(&self, marks: &[mark::Marks]) -> Result<Option<Vec<(Terminal, u128)>>, Error> {
        let ledger = &self.space.ledger;
        let mut here = vec![N::ONE];
        let mut terminals: Vec<(u32, N)> = Vec::new();
        for (level, nodes) in self.space.levels.iter().enumerate() {
            let below = marks.get(level + 1);
            let len = below.map_or(0, mark::Marks::len);
            let _totals = Scratch::take(ledger, (here.len() + len) * size_of::<N>())?;
            let mut totals = vec![N::ZERO; len];
            for (node, &paths) in marks[level].iter().zip(&here) {
                for child in nodes.children(node) {
                    let child = child.load(Ordering::Relaxed);
                    if child == EMPTY {
                        continue;
                    }
                    let total = match below {
                        Some(below) => &mut totals[below.rank(child)],
                        None => terminal_total(&mut terminals, child),
                    };
                    let Some(sum) = total.plus(paths) else { return Ok(None) };
                    *total = sum;
                }
            }
            here = totals;
        }
        terminals.sort_unstable_by_key(|&(terminal, _)| terminal);
        let named = |(number, total): (u32, N)| Some((Terminal::new(number)?, total.wide()));
        Ok(Some(terminals.into_iter().filter_map(named).collect()))
    }
}

/// The total of a terminal, the one asked for last at the end: neighbouring nodes ask for the same few.
fn terminal_total<N: Total>(totals: &mut Vec<(u32, N)>, terminal: u32) -> &mut N {
    let at = totals.iter().position(|&(known, _)| known == terminal).unwrap_or_else(|| {
        totals.push((terminal, N::ZERO));
        totals.len() - 1
    });
    &mut totals[at].1
}

/// Numbers to count with.
trait Total: Copy {
    const ZERO: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Option<Self>;
    fn wide(self) -> u128;
}

impl Total for u64 {
    const ZERO: u64 = 0;
    const ONE: u64 = 1;
    fn plus(self, other: u64) -> Option<u64> {
        self.checked_add(other)
    }
    fn wide(self) -> u128 {
        u128::from(self)
    }
}

impl Total for u128 {
    const ZERO: u128 = 0;
    const ONE: u128 = 1;
    fn plus(self, other: u128) -> Option<u128> {
        self.checked_add(other)
    }
    fn wide(self) -> u128 {
        self
    }
}
