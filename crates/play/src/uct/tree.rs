//! The tree: nodes that many threads read and extend concurrently, without locks.
//!
//! A node represents the moves that led to it, not its state, so that nothing is shared between two paths to the same
//! state: in a cyclic game a proof on one path need not hold on the other. Statistics are atomic counters, and results
//! about a node are written once (Enzenberger & Müller 2009).

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::slab::{Memory, Share, Slab};

/// Nodes, arms and cells of a chunk.
const NODES: usize = 1 << 10;
const ARMS: usize = 1 << 12;
const CELLS: usize = 1 << 14;

/// The maximum number of joint moves for which successors are in the tree. Simultaneous moves may give far more; then
/// the tree ends there, with statistics of each role's moves.
pub const MOST_JOINT: usize = 4096;

/// The number of a node. The root is 0, which is nobody's child.
pub type NodeId = u32;

/// The first node.
pub const ROOT: NodeId = 0;

/// All nodes.
pub struct Tree {
    nodes: Slab<Node>,
    arms: Slab<Arm>,
    /// Everything else about expanded nodes: state, first joint move, choosers and children.
    cells: Slab<AtomicU32>,
    memory: Memory,
    /// What the chunks of the root have left, for the first worker.
    rest: Mutex<Option<Shares>>,
    /// Words of a state, and roles.
    words: usize,
    roles: usize,
}

/// The parts of a tree that one worker hands out.
#[derive(Clone, Copy, Default)]
pub struct Shares {
    nodes: Share,
    arms: Share,
    cells: Share,
    /// Nodes that were added to the tree.
    pub count: usize,
}

/// A position of the tree.
#[derive(Default)]
pub struct Node {
    /// The legal moves, once the first descent has arrived.
    expansion: OnceLock<Expansion>,
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

/// What is known about a node once it is expanded.
enum Expansion {
    /// Where its data are, and the numbers of roles that have a choice, of their moves, and of children.
    Open { cells: u32, arms: u32, choosers: u32, moves: u32, children: u32 },
    /// The rewards to count if play ends here without a proof: a state repeats, or a role has no legal move.
    Ending(Box<[i32]>),
}

/// An expanded node.
#[derive(Clone, Copy)]
pub enum Expanded<'t> {
    /// Its moves.
    Open(Moves<'t>),
    /// The rewards to count if play ends here without a proof.
    Ending(&'t [i32]),
}

/// The legal moves of a position.
#[derive(Clone, Copy)]
pub struct Moves<'t> {
    /// The state, packed, in halves of words.
    row: &'t [AtomicU32],
    /// The first legal move of every role.
    joint: &'t [AtomicU32],
    /// Role and number of arms of each chooser.
    choosers: &'t [AtomicU32],
    /// For each joint move, its successor; 0 if there is none yet.
    children: &'t [AtomicU32],
    arms: &'t [Arm],
}

/// A role that has a choice, with statistics of its moves.
#[derive(Clone, Copy)]
pub struct Chooser<'t> {
    /// The role.
    pub role: usize,
    /// Its moves.
    pub arms: &'t [Arm],
}

/// A move of a role.
#[derive(Default)]
pub struct Arm {
    made: AtomicU32,
    /// Descents that took it, including active ones: until its reward is known a descent counts as a loss, so that
    /// others choose other arms (Chaslot, Winands & van den Herik 2008).
    pub visits: AtomicU32,
    /// The sum of their rewards, in units of [`UNIT`].
    pub sum: AtomicU64,
}

/// The maximum reward of a role; the minimum is 0.
pub const UNIT: u64 = 1 << 20;

impl Arm {
    /// The move, by its number among the role's moves.
    pub fn made(&self) -> u32 {
        self.made.load(Relaxed)
    }

    /// The mean reward between 0 and 1.
    pub fn mean(&self) -> f64 {
        let visits = f64::from(self.visits.load(Relaxed).max(1));
        self.sum.load(Relaxed) as f64 / (visits * UNIT as f64)
    }
}

impl<'t> Chooser<'t> {
    /// Descents that passed here, including active ones.
    pub fn visits(&self) -> u32 {
        self.arms.iter().map(|arm| arm.visits.load(Relaxed)).fold(0, u32::saturating_add)
    }
}

impl<'t> Moves<'t> {
    /// The state, packed.
    pub fn row(&self) -> impl Iterator<Item = u64> + 't {
        let word =
            |halves: &[AtomicU32; 2]| u64::from(halves[0].load(Relaxed)) | u64::from(halves[1].load(Relaxed)) << 32;
        self.row.as_chunks().0.iter().map(word)
    }

    /// The roles that have a choice.
    pub fn choosers(&self) -> impl ExactSizeIterator<Item = Chooser<'t>> + 't {
        let mut rest = self.arms;
        self.choosers.as_chunks::<2>().0.iter().map(move |[role, count]| {
            let arms;
            (arms, rest) = rest.split_at(count.load(Relaxed) as usize);
            Chooser { role: role.load(Relaxed) as usize, arms }
        })
    }

    /// Writes the joint move in which each chooser takes one of its arms.
    pub fn joint(&self, arms: &[u32], joint: &mut Vec<u32>) {
        joint.clear();
        joint.extend(self.joint.iter().map(|made| made.load(Relaxed)));
        self.choosers().zip(arms).for_each(|(chooser, &arm)| joint[chooser.role] = chooser.arms[arm as usize].made());
    }

    /// The child after a joint move, 0 if there is none yet; `None` if it has no place.
    fn place(&self, arms: &[u32]) -> Option<&'t AtomicU32> {
        let place =
            self.choosers().zip(arms).fold(0, |place, (chooser, &arm)| place * chooser.arms.len() + arm as usize);
        self.children.get(place)
    }

    /// The node after a joint move, if there is one.
    pub fn child(&self, arms: &[u32]) -> Option<NodeId> {
        let child = self.place(arms)?.load(Acquire);
        (child != 0).then_some(child)
    }

    /// The nodes after all joint moves; `None` if one of them is missing, or if there are too many.
    pub fn all_children(&self) -> Option<impl Iterator<Item = NodeId> + 't> {
        let children = self.children;
        let all = !children.is_empty() && children.iter().all(|child| child.load(Acquire) != 0);
        all.then(|| children.iter().map(|child| child.load(Relaxed)))
    }
}

impl Tree {
    /// A tree with its root, for states of so many words and roles with so many moves. It grows up to the given number
    /// of bytes; the root always has room.
    pub fn new(bytes: usize, words: usize, moves: &[usize]) -> Tree {
        let (roles, arms) = (moves.len(), moves.iter().sum::<usize>().max(ARMS).next_power_of_two());
        let cells = (2 * words + 3 * roles + MOST_JOINT).max(CELLS).next_power_of_two();
        let least = NODES * size_of::<Node>() + arms * size_of::<Arm>() + cells * size_of::<AtomicU32>();
        let memory = Memory::new(bytes.max(least));
        let (nodes, arms, cells) = (Slab::new(NODES, &memory), Slab::new(arms, &memory), Slab::new(cells, &memory));
        let mut rest = Shares::default();
        nodes.take(&mut rest.nodes, 1, &memory);
        Tree { nodes, arms, cells, memory, rest: Mutex::new(Some(rest)), words, roles }
    }

    /// The share of a worker.
    pub fn share(&self) -> Shares {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }

    /// Keeps what a share has left for the next worker.
    pub fn give_back(&self, share: Shares) {
        *self.rest.lock().unwrap_or_else(PoisonError::into_inner) = Some(share);
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes.part(id, 1)[0]
    }

    /// The memory that it takes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.memory.taken()
    }

    /// What is known about a node, if it is expanded.
    pub fn expanded(&self, id: NodeId) -> Option<Expanded<'_>> {
        match self.node(id).expansion.get()? {
            Expansion::Ending(rewards) => Some(Expanded::Ending(rewards)),
            &Expansion::Open { cells, arms, choosers, moves, children } => {
                let length = self.before_children(choosers as usize) + children as usize;
                let (row, rest) = self.cells.part(cells, length).split_at(2 * self.words);
                let (joint, rest) = rest.split_at(self.roles);
                let (choosers, children) = rest.split_at(2 * choosers as usize);
                let arms = self.arms.part(arms, moves as usize);
                Some(Expanded::Open(Moves { row, joint, choosers, children, arms }))
            }
        }
    }

    /// The legal moves of a node, if it is expanded and has any.
    pub fn moves(&self, id: NodeId) -> Option<Moves<'_>> {
        match self.expanded(id)? {
            Expanded::Open(moves) => Some(moves),
            Expanded::Ending(_) => None,
        }
    }

    /// The cells of a node before its children.
    fn before_children(&self, choosers: usize) -> usize {
        2 * self.words + self.roles + 2 * choosers
    }

    /// Notes the state and the legal moves of every role, none of which is empty. Does nothing if the tree is full, or
    /// if another thread was faster with the same.
    pub fn open(&self, share: &mut Shares, id: NodeId, row: &[u64], legal: &[Vec<u32>]) {
        let choosing = || legal.iter().enumerate().filter(|(_, moves)| moves.len() > 1);
        let (choosers, moves) = (choosing().count(), choosing().map(|(_, moves)| moves.len()).sum::<usize>());
        let joints = legal.iter().try_fold(1usize, |product, moves| product.checked_mul(moves.len()));
        let children = joints.filter(|&joints| joints <= MOST_JOINT).unwrap_or(0);
        let before = self.before_children(choosers);
        let Some(arms) = self.arms.take(&mut share.arms, moves, &self.memory) else { return };
        let Some(cells) = self.cells.take(&mut share.cells, before + children, &self.memory) else { return };
        let halves = row.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        let joint = legal.iter().map(|moves| moves[0]);
        let pairs = choosing().flat_map(|(role, moves)| [role as u32, moves.len() as u32]);
        let values = halves.chain(joint).chain(pairs);
        self.cells.part(cells, before).iter().zip(values).for_each(|(cell, value)| cell.store(value, Relaxed));
        let all = choosing().flat_map(|(_, moves)| moves);
        self.arms.part(arms, moves).iter().zip(all).for_each(|(arm, &made)| arm.made.store(made, Relaxed));
        let [choosers, moves, children] = [choosers, moves, children].map(|number| number as u32);
        // Its data are published with it.
        let _ = self.node(id).expansion.set(Expansion::Open { cells, arms, choosers, moves, children });
    }

    /// Notes that play ends at a node, with the rewards to count.
    pub fn end(&self, id: NodeId, rewards: &[i32]) {
        let _ = self.node(id).expansion.set(Expansion::Ending(rewards.into()));
    }

    /// The node after a joint move, created if necessary; `None` if the tree is full or ends there.
    pub fn child(&self, share: &mut Shares, moves: &Moves<'_>, arms: &[u32]) -> Option<NodeId> {
        let child = moves.place(arms)?;
        match child.load(Acquire) {
            0 => {}
            known => return Some(known),
        }
        let new = self.nodes.take(&mut share.nodes, 1, &self.memory)?;
        match child.compare_exchange(0, new, Release, Acquire) {
            Ok(_) => {
                share.count += 1;
                Some(new)
            }
            // Another thread was faster.
            Err(known) => {
                share.nodes.put_back(1);
                Some(known)
            }
        }
    }
}
