//! Pointwise operations given by a closure.

use crate::cache::Operation;
use crate::combine::Combine;
use crate::error::Error;
use crate::handle::Values;
use crate::ids::{EMPTY, Node, Terminal, terminal_number};
use crate::store::Store;

/// A combination that is known only by its results on terminals.
struct Apply<F> {
    operation: Operation,
    function: F,
}

impl<F: Fn(Option<Terminal>, Option<Terminal>) -> Option<Terminal> + Sync> Combine for Apply<F> {
    const COMMUTES: bool = false;

    fn operation(&self) -> Operation {
        self.operation
    }

    fn shortcut(&self, a: Node, b: Node) -> Option<Node> {
        (a == EMPTY && b == EMPTY).then_some(EMPTY)
    }

    fn terminal(&self, a: Node, b: Node) -> Node {
        terminal_number((self.function)(Terminal::new(a), Terminal::new(b)))
    }
}

impl Store {
    /// The function whose value in each state is computed from the values of two others by any rule.
    ///
    /// The rule is called for pairs of which at least one has a value; if neither has one, neither does the result. It
    /// must be a pure function of its arguments. The named operations know more shortcuts and are faster.
    ///
    /// ```
    /// use diagram::{Domains, StoreOptions, Store, Terminal};
    /// let mut store = Store::new(Domains::new(&[2])?, StoreOptions::default())?;
    /// let number = |number| Terminal::new(number).unwrap();
    /// let a = store.values([([0], number(2)), ([1], number(3))])?;
    /// let b = store.values([([1], number(4))])?;
    /// let sum = store.apply(&a, &b, |a, b| {
    ///     let number = |terminal: Option<Terminal>| terminal.map_or(0, Terminal::number);
    ///     Terminal::new(number(a) + number(b))
    /// })?;
    /// assert_eq!(sum, store.values([([0], number(2)), ([1], number(7))])?);
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn apply(
        &mut self,
        a: &Values,
        b: &Values,
        rule: impl Fn(Option<Terminal>, Option<Terminal>) -> Option<Terminal> + Sync,
    ) -> Result<Values, Error> {
        self.operate([&a.0, &b.0], |walk, [a, b]| {
            walk.combine(&Apply { operation: walk.operation_once(), function: &rule }, 0, a, b)
        })
        .map(Values)
    }
}
