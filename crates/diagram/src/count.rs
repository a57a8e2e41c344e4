//! Exact counting of states.
//!
//! Paths are counted from the top down: one pass over the nodes gives the number of states for every terminal at once,
//! and only the totals of two levels are in memory at a time. Totals have 64 bits if they fit and 128 otherwise.

use std::sync::atomic::Ordering;

use crate::error::Error;
use crate::handle::Diagram;
use crate::ids::{EMPTY, Level, Terminal, Value};
use crate::mark::{Marks, Scratch};
use crate::store::Store;
use crate::survey::Survey;
use layer::Weight;

impl Store {
    /// The number of states in the set, or with a value.
    pub fn count(&self, diagram: &impl Diagram) -> Result<u128, Error> {
        self.survey(diagram)?.count()
    }

    /// The number of states with each terminal, in the order of the terminals; terminals without states are left out.
    pub fn count_by_terminal(&self, diagram: &impl Diagram) -> Result<Vec<(Terminal, u128)>, Error> {
        self.survey(diagram)?.count_by_terminal()
    }
}

impl Survey<'_> {
    /// The number of states in the set, or with a value.
    pub fn count(&self) -> Result<u128, Error> {
        let counts = self.count_by_terminal()?;
        counts.iter().try_fold(0u128, |sum, (_, count)| sum.checked_add(*count)).ok_or(Error::CountTooLarge)
    }

    /// The number of states with each terminal, in the order of the terminals; terminals without states are left out.
    pub fn count_by_terminal(&self) -> Result<Vec<(Terminal, u128)>, Error> {
        if self.root == EMPTY {
            return Ok(Vec::new());
        }
        match self.paths::<u64>()? {
            Some(counts) => Ok(counts),
            None => self.paths::<u128>()?.ok_or(Error::CountTooLarge),
        }
    }

    /// The sum over all states of the product of the weights of their values and their terminal: counting in another
    /// arithmetic.
    ///
    /// ```
    /// use diagram::{Domains, StoreOptions, Store, Weight};
    /// #[derive(Clone, Copy)]
    /// struct Modulo(u64);
    /// impl Weight for Modulo {
    ///     const ZERO: Modulo = Modulo(0);
    ///     const ONE: Modulo = Modulo(1);
    ///     fn plus(self, other: Modulo) -> Modulo {
    ///         Modulo((self.0 + other.0) % 97)
    ///     }
    ///     fn times(self, other: Modulo) -> Modulo {
    ///         Modulo(self.0 * other.0 % 97)
    ///     }
    /// }
    /// let mut store = Store::new(Domains::new(&[2, 2])?, StoreOptions::default())?;
    /// let set = store.states([[0, 1], [1, 1]])?;
    /// let survey = store.survey(&set)?;
    /// let sum = survey.weigh(|level, value| Modulo(10 * u64::from(level.0) + u64::from(value)), |_| Modulo(1))?;
    /// assert_eq!(sum.0, (0 * 11 + 1 * 11) % 97);
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn weigh<W: Weight>(
        &self,
        weight: impl Fn(Level, Value) -> W,
        terminal: impl Fn(Terminal) -> W,
    ) -> Result<W, Error> {
        if self.root == EMPTY {
            return Ok(W::ZERO);
        }
        let (marks, space) = (&self.marks, &self.store.space);
        let mut here = vec![W::ONE];
        let mut sum = W::ZERO;
        for (level, nodes) in space.levels.iter().enumerate() {
            let below = marks.get(level + 1);
            let len = below.map_or(0, Marks::len);
            let _totals = Scratch::take(&space.ledger, (here.len() + len) * size_of::<W>())?;
            let weights: Vec<W> = (0..nodes.width()).map(|v| weight(Level(level as u16), v as Value)).collect();
            let mut totals = vec![W::ZERO; len];
            for (node, &paths) in marks[level].iter().zip(&here) {
                for (child, &weight) in nodes.children(node).iter().zip(&weights) {
                    let child = child.load(Ordering::Relaxed);
                    if child == EMPTY {
                        continue;
                    }
                    let share = paths.times(weight);
                    match below {
                        Some(below) => totals[below.rank(child)] = totals[below.rank(child)].plus(share),
                        None => {
                            sum = sum.plus(Terminal::new(child).map_or(W::ZERO, |found| share.times(terminal(found))))
                        }
                    }
                }
            }
            here = totals;
        }
        Ok(sum)
    }

    /// The number of paths to each terminal; `None` if some number overflows.
    fn paths<N: Total>(&self) -> Result<Option<Vec<(Terminal, u128)>>, Error> {
        let (marks, space) = (&self.marks, &self.store.space);
        let mut here = vec![N::ONE];
        // Indexed by number: terminals are few, and their numbers small.
        let mut terminals: Vec<N> = Vec::new();
        for (level, nodes) in space.levels.iter().enumerate() {
            let below = marks.get(level + 1);
            let len = below.map_or(0, Marks::len);
            let _totals = Scratch::take(&space.ledger, (here.len() + len) * size_of::<N>())?;
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
        let named = |(number, total): (u32, N)| Some((Terminal::new(number)?, total.wide()));
        let counted = (0..).zip(terminals).filter_map(named);
        Ok(Some(counted.filter(|&(_, count)| count > 0).collect()))
    }
}

fn terminal_total<N: Total>(totals: &mut Vec<N>, terminal: u32) -> &mut N {
    let index = terminal as usize;
    if totals.len() <= index {
        totals.resize(index + 1, N::ZERO);
    }
    &mut totals[index]
}

/// Integers used for counting.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Modulo;
    use crate::{Domains, StoreOptions};

    /// A number written twice gives a node for each number in the middle, more than there are terminals.
    #[test]
    fn more_nodes_than_terminals_can_be_weighed() {
        const BITS: usize = 20;
        const { assert!(1 << BITS > Terminal::MOST) };
        let twice = |number: u32| -> [Value; 2 * BITS] {
            std::array::from_fn(|level| (number >> (BITS - 1 - level % BITS) & 1) as Value)
        };
        let mut store = Store::new(Domains::new(&[2; 2 * BITS]).unwrap(), StoreOptions::default()).unwrap();
        let states = store.states((0..1 << BITS).map(twice)).unwrap();
        let weight = |level: usize, value: usize| Modulo(17 * level as u64 + 5 * value as u64 + 2);
        let survey = store.survey(&states).unwrap();
        let sum = survey.weigh(|level, value| weight(level.0.into(), value.into()), |_| Modulo::ONE).unwrap();
        let both = |bit: usize, value| weight(bit, value).times(weight(BITS + bit, value));
        let product = (0..BITS).map(|bit| both(bit, 0).plus(both(bit, 1))).fold(Modulo::ONE, Modulo::times);
        assert_eq!((survey.count().unwrap(), sum), (1 << BITS, product));
    }
}
