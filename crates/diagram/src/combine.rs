//! Binary pointwise operations: one recursion, parameterised by the operation on terminals.

use crate::cache::{Key, Operation};
use crate::error::{Error, Stop};
use crate::handle::{Root, Set, Values};
use crate::ids::{EMPTY, FULL, Node};
use crate::operation::OperationKind;
use crate::preference::Preference;
use crate::store::Store;
use crate::walk::Walk;

/// A binary operation.
pub(crate) trait Combine: Sync {
    /// Whether it is commutative.
    const COMMUTES: bool = true;

    /// Its number in the cache.
    fn operation(&self) -> Operation;

    /// The result if it is known without recursion.
    fn shortcut(&self, a: Node, b: Node) -> Option<Node>;

    /// The result for two terminals that the shortcut does not cover.
    fn terminal(&self, a: Node, _: Node) -> Node {
        a
    }
}

impl Walk<'_> {
    /// Combines two nodes of a level. Inlined into the step above: most of its calls end here.
    #[inline(always)]
    pub(crate) fn combine<C: Combine>(&self, how: &C, level: usize, a: Node, b: Node) -> Result<Node, Stop> {
        if let Some(result) = how.shortcut(a, b) {
            return Ok(result);
        }
        if level == self.depth() {
            return Ok(how.terminal(a, b));
        }
        self.combine_children(how, level, a, b)
    }

    fn combine_children<C: Combine>(&self, how: &C, level: usize, a: Node, b: Node) -> Result<Node, Stop> {
        let (a, b) = in_order::<C>(a, b);
        let key = Key::new(how.operation(), level, a, b, 0);
        if let Some(result) = self.recall(key) {
            return Ok(result);
        }
        let (a, b) = (self.children(level, a), self.children(level, b));
        for value in 0..self.width(level) {
            self.announce_combine(how, level + 1, a.get(value), b.get(value));
        }
        let result = self.node_of(level, |walk, value| walk.combine(how, level + 1, a.get(value), b.get(value)))?;
        self.remember(key, result);
        Ok(result)
    }

    /// Prefetches the cache line for a combination that follows later.
    #[inline(always)]
    pub(crate) fn announce_combine<C: Combine>(&self, how: &C, level: usize, a: Node, b: Node) {
        if how.shortcut(a, b).is_none() {
            let (a, b) = in_order::<C>(a, b);
            self.announce(Key::new(how.operation(), level, a, b, 0));
        }
    }
}

/// Two operands in canonical order.
#[inline(always)]
fn in_order<C: Combine>(a: Node, b: Node) -> (Node, Node) {
    if C::COMMUTES && b < a { (b, a) } else { (a, b) }
}

/// Union of sets.
pub(crate) struct Union(pub(crate) Operation);

impl Combine for Union {
    fn operation(&self) -> Operation {
        self.0
    }

    #[inline]
    fn shortcut(&self, a: Node, b: Node) -> Option<Node> {
        match (a, b) {
            _ if a == b => Some(a),
            (EMPTY, other) | (other, EMPTY) => Some(other),
            (FULL, _) | (_, FULL) => Some(FULL),
            _ => None,
        }
    }
}

/// Intersection of sets.
pub(crate) struct Intersection(pub(crate) Operation);

impl Combine for Intersection {
    fn operation(&self) -> Operation {
        self.0
    }

    #[inline]
    fn shortcut(&self, a: Node, b: Node) -> Option<Node> {
        match (a, b) {
            _ if a == b => Some(a),
            (EMPTY, _) | (_, EMPTY) => Some(EMPTY),
            (FULL, other) | (other, FULL) => Some(other),
            _ => None,
        }
    }
}

/// The first diagram restricted to the complement of the second, a set.
struct Difference(Operation);

impl Combine for Difference {
    const COMMUTES: bool = false;

    fn operation(&self) -> Operation {
        self.0
    }

    #[inline]
    fn shortcut(&self, a: Node, b: Node) -> Option<Node> {
        match (a, b) {
            (_, EMPTY) => Some(a),
            (EMPTY, _) | (_, FULL) => Some(EMPTY),
            _ => None,
        }
    }

    fn terminal(&self, _: Node, _: Node) -> Node {
        EMPTY
    }
}

/// The first diagram, a value function, restricted to the second, a set.
pub(crate) struct Mask(pub(crate) Operation);

impl Combine for Mask {
    const COMMUTES: bool = false;

    fn operation(&self) -> Operation {
        self.0
    }

    #[inline]
    fn shortcut(&self, a: Node, b: Node) -> Option<Node> {
        match (a, b) {
            (EMPTY, _) | (_, EMPTY) => Some(EMPTY),
            (_, FULL) => Some(a),
            _ if a == b => Some(a),
            _ => None,
        }
    }
}

/// The first diagram, and the second where the first has no value.
struct Override(Operation);

impl Combine for Override {
    const COMMUTES: bool = false;

    fn operation(&self) -> Operation {
        self.0
    }

    #[inline]
    fn shortcut(&self, a: Node, b: Node) -> Option<Node> {
        match (a, b) {
            _ if a == b => Some(a),
            (EMPTY, other) | (other, EMPTY) => Some(other),
            _ => None,
        }
    }
}

/// The preferred of two values, or the only one.
pub(crate) struct Choice<'p> {
    pub(crate) operation: Operation,
    pub(crate) preference: &'p Preference,
}

impl Combine for Choice<'_> {
    fn operation(&self) -> Operation {
        self.operation
    }

    #[inline]
    fn shortcut(&self, a: Node, b: Node) -> Option<Node> {
        match (a, b) {
            _ if a == b => Some(a),
            (EMPTY, other) | (other, EMPTY) => Some(other),
            _ => None,
        }
    }

    fn terminal(&self, a: Node, b: Node) -> Node {
        self.preference.better(a, b)
    }
}

impl Store {
    /// The states in either set.
    pub fn union(&mut self, a: &Set, b: &Set) -> Result<Set, Error> {
        self.combined(&a.0, &b.0, OperationKind::Union, Union).map(Set)
    }

    /// The states in both sets.
    pub fn intersection(&mut self, a: &Set, b: &Set) -> Result<Set, Error> {
        self.combined(&a.0, &b.0, OperationKind::Intersection, Intersection).map(Set)
    }

    /// The states in the first set but not in the second.
    ///
    /// The complement of a set within a universe is their difference.
    pub fn difference(&mut self, a: &Set, b: &Set) -> Result<Set, Error> {
        self.combined(&a.0, &b.0, OperationKind::Difference, Difference).map(Set)
    }

    /// All states that are not in the set.
    pub fn complement(&mut self, set: &Set) -> Result<Set, Error> {
        let all = self.all();
        self.difference(&all, set)
    }

    /// The function restricted to a set.
    pub fn mask(&mut self, values: &Values, set: &Set) -> Result<Values, Error> {
        self.combined(&values.0, &set.0, OperationKind::Mask, Mask).map(Values)
    }

    /// The first function, and the second where the first has no value.
    pub fn override_with(&mut self, first: &Values, second: &Values) -> Result<Values, Error> {
        self.combined(&first.0, &second.0, OperationKind::Override, Override).map(Values)
    }

    /// The preferred of two functions' values in each state; if one has none, the other's.
    ///
    /// ```
    /// use diagram::{Domains, StoreOptions, Preference, Store, Terminal};
    /// let mut store = Store::new(Domains::new(&[2])?, StoreOptions::default())?;
    /// let (loss, win) = (Terminal::new(1).unwrap(), Terminal::new(2).unwrap());
    /// let a = store.values([([0], loss), ([1], win)])?;
    /// let b = store.values([([0], win)])?;
    /// let best = store.choice(&a, &b, &Preference::best_first(&[win, loss]))?;
    /// assert_eq!(store.evaluate(&best, &[0])?, Some(win));
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn choice(&mut self, a: &Values, b: &Values, preference: &Preference) -> Result<Values, Error> {
        let choice = |operation| Choice { operation, preference };
        self.combined(&a.0, &b.0, OperationKind::Choice(preference.ranks()), choice).map(Values)
    }

    /// Two diagrams combined by an operation with its number.
    fn combined<C: Combine>(
        &mut self,
        a: &Root,
        b: &Root,
        kind: OperationKind,
        how: impl Fn(Operation) -> C + Sync,
    ) -> Result<Root, Error> {
        self.operate([a, b], |walk, [a, b]| walk.combine(&how(walk.operation(kind.clone())), 0, a, b))
    }
}
