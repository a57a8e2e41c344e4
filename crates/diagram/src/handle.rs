//! Handles to diagrams, which keep nodes alive.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::ids::Node;

/// The top node of a diagram with handles. Garbage collection keeps the nodes it reaches and updates its index.
pub(crate) struct RootNode {
    store: u64,
    node: AtomicU32,
}

impl RootNode {
    pub(crate) fn node(&self) -> Node {
        self.node.load(Ordering::Relaxed)
    }

    pub(crate) fn set_node(&self, node: Node) {
        self.node.store(node, Ordering::Relaxed);
    }
}

/// A shared reference to a [`RootNode`].
#[derive(Clone)]
pub(crate) struct Root(Arc<RootNode>);

impl Root {
    pub(crate) fn new(store: u64, node: Node) -> Root {
        Root(Arc::new(RootNode { store, node: AtomicU32::new(node) }))
    }

    pub(crate) fn store(&self) -> u64 {
        self.0.store
    }

    pub(crate) fn node(&self) -> Node {
        self.0.node()
    }

    pub(crate) fn shared(&self) -> &Arc<RootNode> {
        &self.0
    }
}

impl PartialEq for Root {
    fn eq(&self, other: &Root) -> bool {
        self.store() == other.store() && self.node() == other.node()
    }
}

impl Eq for Root {}

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}", self.node())
    }
}

/// A set of states. Equal sets of one store compare equal, at the cost of comparing two numbers.
///
/// Cloning a handle is cheap; nodes live as long as there is a handle to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set(pub(crate) Root);

impl Set {
    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.node() == crate::ids::EMPTY
    }
}

/// A value function: a terminal for some of the states. Equal functions of one store compare equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values(pub(crate) Root);

impl Values {
    /// Whether no state has a value.
    pub fn is_empty(&self) -> bool {
        self.0.node() == crate::ids::EMPTY
    }
}

impl From<Set> for Values {
    /// The function that is [`Terminal::IN`](crate::Terminal::IN) on the set.
    fn from(set: Set) -> Values {
        Values(set.0)
    }
}

/// Sets and value functions, both of which contain states.
pub trait Diagram: sealed::Rooted + Sized {}

impl Diagram for Set {}
impl Diagram for Values {}

pub(crate) mod sealed {
    use super::{Root, Set, Values};

    /// Gives the kernel the root of a handle; restricts the trait to types of this crate.
    pub trait Rooted {
        #[doc(hidden)]
        #[allow(private_interfaces)]
        fn root(&self) -> &Root;
    }

    impl Rooted for Set {
        #[allow(private_interfaces)]
        fn root(&self) -> &Root {
            &self.0
        }
    }

    impl Rooted for Values {
        #[allow(private_interfaces)]
        fn root(&self) -> &Root {
            &self.0
        }
    }
}
