//! The tree: nodes that many threads read and extend concurrently, without locks.
//!
//! A node represents the moves that led to it, not its state, so that nothing is shared between two paths to the same
//! state: in a cyclic game a proof on one path need not hold on the other. Statistics are atomic counters, and results
//! about a node are written once (Enzenberger & Müller 2009).

use std::mem::{size_of, size_of_val};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Nodes allocated together.
const CHUNK: usize = 1024;

/// The maximum number of joint moves for which successors are in the tree. Simultaneous moves may give far more; then
/// the tree ends there, with statistics of each role's moves.
pub const MOST_JOINT: usize = 4096;

/// The number of a node. The root is 0, which is nobody's child.
pub type NodeId = u32;

/// The first node.
pub const ROOT: NodeId = 0;

/// Bytes that the allocator adds to a piece of memory, roughly.
const ALLOCATION: usize = 16;

/// All nodes.
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicUsize,
    /// Bytes of all expansions.
    expansions: AtomicUsize,
    bytes: usize,
}

/// A position of the tree.
#[derive(Default)]
pub struct Node {
    /// Descents that passed here, including active ones.
    pub visits: AtomicU32,
    /// The legal moves, once the first descent has arrived.
    pub expansion: OnceLock<Box<Expansion>>,
    /// Its value, once it is proved.
    pub proof: OnceLock<Proof>,
}

/// The proved value of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Reward per role.
    pub rewards: Box<[i32]>,
    /// Plies to the end along the proof: not the minimum, but good enough to prefer the shorter of two wins.
    pub plies: u32,
}

/// The legal moves of a position.
pub struct Expansion {
    /// The state, packed.
    pub row: Box<[u64]>,
    /// The first legal move of every role.
    joint: Box<[u32]>,
    /// The roles that have a choice.
    pub choosers: Box<[Chooser]>,
    /// For each joint move, its successor; 0 if there is none yet.
    children: Box<[AtomicU32]>,
    /// The rewards to count if play ends here without a proof: a state repeats, or a role has no legal move.
    pub ending: Option<Box<[i32]>>,
}

/// A role that has a choice, with statistics of its moves.
pub struct Chooser {
    /// The role.
    pub role: usize,
    /// Its moves.
    pub arms: Box<[Arm]>,
}

/// A move of a role.
pub struct Arm {
    /// The move, by its number among the role's moves.
    pub made: u32,
    /// Descents that took it, including active ones: until its reward is known a descent counts as a loss, so that
    /// others choose other arms (Chaslot, Winands & van den Herik 2008).
    pub visits: AtomicU32,
    /// The sum of their rewards, in units of [`UNIT`].
    pub sum: AtomicU64,
}

/// The maximum reward of a role; the minimum is 0.
pub const UNIT: u64 = 1 << 20;

impl Arm {
    /// The mean reward between 0 and 1.
    pub fn mean(&self) -> f64 {
        let visits = f64::from(self.visits.load(Relaxed).max(1));
        self.sum.load(Relaxed) as f64 / (visits * UNIT as f64)
    }
}

impl Expansion {
    /// A state with the legal moves of every role, none of which is empty.
    pub fn new(row: &[u64], legal: &[Vec<u32>]) -> Expansion {
        let arm = |&made: &u32| Arm { made, visits: AtomicU32::new(0), sum: AtomicU64::new(0) };
        let choosing = legal.iter().enumerate().filter(|(_, moves)| moves.len() > 1);
        let joints = legal.iter().try_fold(1usize, |product, moves| product.checked_mul(moves.len()));
        let children = joints.filter(|&joints| joints <= MOST_JOINT).unwrap_or(0);
        Expansion {
            row: row.into(),
            joint: legal.iter().map(|moves| moves[0]).collect(),
            choosers: choosing.map(|(role, moves)| Chooser { role, arms: moves.iter().map(arm).collect() }).collect(),
            children: (0..children).map(|_| AtomicU32::new(0)).collect(),
            ending: None,
        }
    }

    /// A state in which play ends.
    pub fn end(row: &[u64], ending: Option<Box<[i32]>>) -> Expansion {
        Expansion { row: row.into(), joint: [].into(), choosers: [].into(), children: [].into(), ending }
    }

    /// The memory that it takes.
    fn bytes(&self) -> usize {
        let arms: usize = self.choosers.iter().map(|chooser| size_of_val(&*chooser.arms) + ALLOCATION).sum();
        let lists = size_of_val(&*self.row) + size_of_val(&*self.joint) + size_of_val(&*self.children);
        size_of::<Expansion>() + lists + size_of_val(&*self.choosers) + arms + 5 * ALLOCATION
    }

    /// The joint move in which each chooser takes one of its arms.
    pub fn joint(&self, arms: &[u32]) -> Vec<u32> {
        let mut joint = self.joint.to_vec();
        self.choosers
            .iter()
            .zip(arms)
            .for_each(|(chooser, &arm)| joint[chooser.role] = chooser.arms[arm as usize].made);
        joint
    }

    /// The index of a joint move among the children.
    fn place(&self, arms: &[u32]) -> usize {
        self.choosers.iter().zip(arms).fold(0, |place, (chooser, &arm)| place * chooser.arms.len() + arm as usize)
    }

    /// The node after a joint move, if there is one.
    pub fn child(&self, arms: &[u32]) -> Option<NodeId> {
        let child = self.children.get(self.place(arms))?.load(Relaxed);
        (child != 0).then_some(child)
    }

    /// The nodes after all joint moves; `None` if one of them is missing, or if there are too many.
    pub fn all_children(&self) -> Option<impl Iterator<Item = NodeId> + '_> {
        let all = !self.children.is_empty() && self.children.iter().all(|child| child.load(Relaxed) != 0);
        all.then(|| self.children.iter().map(|child| child.load(Relaxed)))
    }
}

impl Tree {
    /// A tree with its root, which grows up to the given number of bytes.
    pub fn new(bytes: usize) -> Tree {
        let most = (bytes / size_of::<Node>()).clamp(1, NodeId::MAX as usize);
        let chunks = (0..most.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect();
        Tree { chunks, used: AtomicUsize::new(1), expansions: AtomicUsize::new(0), bytes }
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        let nodes = self.chunks[id as usize / CHUNK].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect());
        &nodes[id as usize % CHUNK]
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.used.load(Relaxed).min(self.most())
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        self.len() * size_of::<Node>() + self.expansions.load(Relaxed)
    }

    /// Notes what can be done at a node, unless another thread was faster with the same.
    pub fn expand(&self, id: NodeId, expansion: Expansion) {
        let bytes = expansion.bytes();
        if self.node(id).expansion.set(Box::new(expansion)).is_ok() {
            self.expansions.fetch_add(bytes, Relaxed);
        }
    }

    /// The node after a joint move, created if necessary; `None` if the tree is full or ends there.
    pub fn child(&self, expansion: &Expansion, arms: &[u32]) -> Option<NodeId> {
        let child = expansion.children.get(expansion.place(arms))?;
        match child.load(Relaxed) {
            0 => {}
            known => return Some(known),
        }
        if self.bytes() >= self.bytes || self.used.load(Relaxed) >= self.most() {
            return None;
        }
        let new = self.used.fetch_add(1, Relaxed);
        if new >= self.most() {
            return None;
        }
        // Another thread may have been faster; then the new node stays unused.
        Some(child.compare_exchange(0, new as NodeId, Relaxed, Relaxed).map_or_else(|known| known, |_| new as NodeId))
    }

    /// Nodes that there is a place for.
    fn most(&self) -> usize {
        self.chunks.len() * CHUNK
    }
}
