//! Two relations made one: at once, or one after the other.

use rustc_hash::FxHashMap;

use super::union::Weaver;
use super::{Edge, Graph, Index, NONE, TransitionRelation, UNCHANGED};
use crate::deep::on_deep_stack;
use crate::error::Error;
use crate::ids::Value;

impl TransitionRelation {
    /// Both relations at once: both see the state before, and a variable that one leaves alone may be changed by the
    /// other. Where both change a variable, they must agree.
    ///
    /// Conditional effects are built this way, one relation per variable, each of which says when its variable changes
    /// to what and when it stays; and so are joint moves, one relation per player.
    ///
    /// ```
    /// use diagram::{Domains, Level, StoreOptions, TransitionRelation, Store};
    /// let domains = Domains::new(&[3, 3])?;
    /// let there = TransitionRelation::copy(&domains, Level(0), Level(1))?;
    /// let back = TransitionRelation::copy(&domains, Level(1), Level(0))?;
    /// let swap = there.at_once(&back)?;
    /// let mut store = Store::new(domains, StoreOptions::default())?;
    /// let state = store.state(&[1, 2])?;
    /// assert_eq!(store.image(&state, &swap)?, store.state(&[2, 1])?);
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn at_once(&self, other: &TransitionRelation) -> Result<TransitionRelation, Error> {
        self.product(other, |a, b| {
            if a.from != b.from {
                return None;
            }
            match (a.to, b.to) {
                (x, y) if x == y => Some((a.from, x)),
                (x, y) if x == a.from => Some((a.from, y)),
                (x, y) if y == a.from => Some((a.from, x)),
                _ => None,
            }
        })
    }

    /// This relation first, then the other from where it led.
    pub fn then(&self, other: &TransitionRelation) -> Result<TransitionRelation, Error> {
        self.product(other, |a, b| (a.to == b.from).then_some((a.from, b.to)))
    }

    /// The relation whose pairs come from two pairs by a rule that is applied level by level. Two variables that stay
    /// must make one that stays.
    fn product(
        &self,
        other: &TransitionRelation,
        rule: impl Fn(&Edge, &Edge) -> Option<(Value, Value)> + Send,
    ) -> Result<TransitionRelation, Error> {
        other.check_domains(self.domains())?;
        on_deep_stack(self.domains().levels(), || {
            let (a, b) = (&*self.0, &*other.0);
            let mut product = Product { a, b, rule, weaver: Weaver::new(self.domains()), known: FxHashMap::default() };
            let root = product.nodes(a.root, b.root)?;
            Ok(product.weaver.builder.finish_index(root))
        })
    }
}

struct Product<'r, F> {
    a: &'r Graph,
    b: &'r Graph,
    rule: F,
    weaver: Weaver,
    known: FxHashMap<(Index, Index), Index>,
}

impl<F: Fn(&Edge, &Edge) -> Option<(Value, Value)>> Product<'_, F> {
    fn nodes(&mut self, a: Index, b: Index) -> Result<Index, Error> {
        match (a, b) {
            (NONE, _) | (_, NONE) => return Ok(NONE),
            (UNCHANGED, UNCHANGED) => return Ok(UNCHANGED),
            _ => {}
        }
        if let Some(&known) = self.known.get(&(a, b)) {
            return Ok(known);
        }
        let level = self.a.level(a).min(self.b.level(b));
        let (left, right) = (self.a.edges_at(a, level), self.b.edges_at(b, level));
        let mut edges = Vec::new();
        for x in &left {
            for y in &right {
                if let Some((from, to)) = (self.rule)(x, y) {
                    edges.push(Edge { from, to, child: self.nodes(x.child, y.child)? });
                }
            }
        }
        let index = self.weaver.node_of_union(level, edges)?;
        self.known.insert((a, b), index);
        Ok(index)
    }
}
