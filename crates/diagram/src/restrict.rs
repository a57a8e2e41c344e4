//! Fixing variables, and forgetting them.

use crate::cache::{Key, Operation};
use crate::combine::Union;
use crate::error::{Error, Stop};
use crate::handle::{Diagram, Set};
use crate::ids::{EMPTY, Level, Node, Value};
use crate::operation::OperationKind;
use crate::store::Store;
use crate::walk::{Children, Walk};

/// What happens at each level down to the last one that is touched; below it, diagrams stay as they are.
struct Restriction {
    operation: Operation,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq)]
enum Step {
    Keep,
    Fix(usize),
    Forget,
}

impl Restriction {
    fn node(&self, walk: &Walk<'_>, union: &Union, level: usize, node: Node) -> Result<Node, Stop> {
        if node == EMPTY || level == self.steps.len() {
            return Ok(node);
        }
        let key = Key::new(self.operation, level, node, 0, 0);
        if let Some(result) = walk.recall(key) {
            return Ok(result);
        }
        let children = walk.children(level, node);
        let below = |value| self.node(walk, union, level + 1, children.get(value));
        let everywhere = |child| {
            let children: Children = smallvec::smallvec![child; walk.width(level)];
            walk.node(level, &children)
        };
        let result = match self.steps[level] {
            Step::Keep => walk.node_of(level, |walk, value| self.node(walk, union, level + 1, children.get(value)))?,
            Step::Fix(value) => everywhere(below(value)?)?,
            Step::Forget => {
                let mut whole = EMPTY;
                for value in 0..walk.width(level) {
                    whole = walk.combine(union, level + 1, whole, below(value)?)?;
                }
                everywhere(whole)?
            }
        };
        walk.remember(key, result);
        Ok(result)
    }
}

impl Store {
    /// The diagram as it is where these variables have these values, whatever values they have in the result: the
    /// cofactor.
    ///
    /// ```
    /// use diagram::{Domains, Level, StoreOptions, Store};
    /// let mut store = Store::new(Domains::new(&[2, 2])?, StoreOptions::default())?;
    /// let set = store.states([[0, 1], [1, 0]])?;
    /// let where_zero = store.cofactor(&set, &[(Level(0), 0)])?;
    /// assert_eq!(where_zero, store.states([[0, 1], [1, 1]])?);
    /// # Ok::<(), diagram::Error>(())
    /// ```
    pub fn cofactor<D: Diagram>(&mut self, diagram: &D, fixed: &[(Level, Value)]) -> Result<D, Error> {
        let mut steps = Vec::new();
        for &(level, value) in fixed {
            self.domains.check_value(level, value)?;
            put(&mut steps, level, Step::Fix(usize::from(value)));
        }
        self.restrict(diagram, &steps)
    }

    /// The states that agree with some member of the set on all variables but these.
    pub fn forget(&mut self, set: &Set, forgotten: &[Level]) -> Result<Set, Error> {
        let mut steps = Vec::new();
        for &level in forgotten {
            self.domains.check_level(level)?;
            put(&mut steps, level, Step::Forget);
        }
        self.restrict(set, &steps)
    }

    fn restrict<D: Diagram>(&mut self, diagram: &D, steps: &[Step]) -> Result<D, Error> {
        self.operate([diagram.root()], |walk, [node]| {
            let restriction = Restriction { operation: walk.operation_once(), steps: steps.to_vec() };
            restriction.node(walk, &Union(walk.operation(OperationKind::Union)), 0, node)
        })
        .map(D::from_root)
    }
}

fn put(steps: &mut Vec<Step>, level: Level, step: Step) {
    if steps.len() <= level.index() {
        steps.resize(level.index() + 1, Step::Keep);
    }
    steps[level.index()] = step;
}
