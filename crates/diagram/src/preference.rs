//! A total order on terminals: the preference of the player who chooses.

use std::sync::Arc;

use crate::ids::{Node, Terminal};

/// A total order on terminals. Cheap to clone.
///
/// ```
/// use diagram::{Preference, Terminal};
/// let [loss, draw, win] = [1, 2, 3].map(|number| Terminal::new(number).unwrap());
/// let order = Preference::best_first(&[win, draw, loss]);
/// assert_eq!(order.choose(loss, draw), draw);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preference {
    /// The rank of each terminal by number, the best 0.
    ranks: Arc<[u32]>,
}

impl Preference {
    /// The order in which the first terminal is preferred to the second and so on. Terminals that are not listed come
    /// after all others, in the order of their numbers; for duplicates the first position counts.
    pub fn best_first(order: &[Terminal]) -> Preference {
        let len = order.iter().map(|terminal| terminal.number() as usize + 1).max().unwrap_or(0);
        let mut ranks = vec![u32::MAX; len];
        for (rank, terminal) in (0..).zip(order) {
            let known = &mut ranks[terminal.number() as usize];
            *known = (*known).min(rank);
        }
        Preference { ranks: ranks.into() }
    }

    /// The preferred of two terminals.
    pub fn choose(&self, a: Terminal, b: Terminal) -> Terminal {
        if self.better(a.number(), b.number()) == a.number() { a } else { b }
    }

    #[inline]
    pub(crate) fn better(&self, a: Node, b: Node) -> Node {
        if (self.rank(a), a) <= (self.rank(b), b) { a } else { b }
    }

    fn rank(&self, terminal: Node) -> u32 {
        self.ranks.get(terminal as usize).copied().unwrap_or(u32::MAX)
    }

    /// The ranks, which identify the order.
    pub(crate) fn ranks(&self) -> Arc<[u32]> {
        Arc::clone(&self.ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_that_are_not_listed_come_last_by_number() {
        let [a, b, c, d] = [1, 2, 3, 9].map(|number| Terminal::new(number).unwrap());
        let order = Preference::best_first(&[c]);
        assert_eq!(order.choose(a, c), c);
        assert_eq!(order.choose(b, a), a);
        assert_eq!(order.choose(d, b), b);
    }
}
