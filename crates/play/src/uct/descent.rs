//! A descent of the tree: from the root to an unexpanded position, along the arms with the highest upper confidence
//! bounds (Kocsis & Szepesvári 2006). With simultaneous moves, each role chooses by its own statistics (decoupled UCT,
//! Finnsson & Björnsson 2008). The role that moves by chance takes all its moves equally often.

use std::sync::atomic::Ordering::Relaxed;

use game::Random;
use smallvec::SmallVec;

use super::search::Search;
use super::tree::{Chooser, Expansion, Node, NodeId, Proof, ROOT};

/// With simultaneous moves, one choice in this many is random. Otherwise two roles with equal statistics would choose
/// in lockstep forever and never try most combinations.
const WHIM: u32 = 8;

/// The arms chosen at a node, one per chooser.
pub type Arms = SmallVec<[u32; 4]>;

/// A step of a descent.
pub struct Step {
    /// The node.
    pub node: NodeId,
    /// The arms taken there.
    pub arms: Arms,
}

/// The end of a descent.
pub enum Leaf<'t> {
    /// A position that is not expanded yet; `None` if the tree is full.
    New(Option<NodeId>),
    /// A position with a proved value.
    Proved(&'t Proof),
    /// A position where play ends without a proof.
    Ending(&'t [i32]),
}

impl Search<'_> {
    /// Descends, and counts the visit at every node on the path.
    pub fn descend(&self, path: &mut Vec<Step>, random: &mut Random) -> Leaf<'_> {
        path.clear();
        let mut id = ROOT;
        loop {
            let node = self.tree.node(id);
            if let Some(proof) = node.proof.get() {
                return Leaf::Proved(proof);
            }
            let Some(expansion) = node.expansion.get() else { return Leaf::New(Some(id)) };
            if let Some(rewards) = &expansion.ending {
                return Leaf::Ending(rewards);
            }
            let arms = self.select(node, expansion, random);
            node.visits.fetch_add(1, Relaxed);
            for (chooser, &arm) in expansion.choosers.iter().zip(&arms) {
                chooser.arms[arm as usize].visits.fetch_add(1, Relaxed);
            }
            let child = self.tree.child(expansion, &arms);
            path.push(Step { node: id, arms });
            match child {
                Some(child) => id = child,
                None => return Leaf::New(None),
            }
        }
    }

    /// For each chooser, the arm to take.
    fn select(&self, node: &Node, expansion: &Expansion, random: &mut Random) -> Arms {
        let logarithm = f64::from(node.visits.load(Relaxed).max(1)).ln();
        let alone = expansion.choosers.len() == 1;
        let arm = |chooser: &Chooser| match self.playable.random == Some(chooser.role) {
            true => random.below(chooser.arms.len() as u32),
            false => self.best_arm(expansion, chooser, alone, logarithm, random),
        };
        expansion.choosers.iter().map(arm).collect()
    }

    /// The arm of a chooser with the highest bound. An arm with a proved value has that value and no exploration term;
    /// one that was never taken comes before all others.
    fn best_arm(
        &self,
        expansion: &Expansion,
        chooser: &Chooser,
        alone: bool,
        logarithm: f64,
        random: &mut Random,
    ) -> u32 {
        if !alone && random.below(WHIM) == 0 {
            return random.below(chooser.arms.len() as u32);
        }
        let bound = |number: u32, random: &mut Random| {
            let arm = &chooser.arms[number as usize];
            let child = expansion.child(&[number]).filter(|_| alone);
            if let Some(proof) = child.and_then(|child| self.tree.node(child).proof.get()) {
                return self.unit(chooser.role, proof.rewards[chooser.role]);
            }
            match arm.visits.load(Relaxed) {
                // New arms are taken in random order.
                0 => 1e6 + f64::from(random.below(1 << 20)),
                visits => arm.mean() + self.settings.exploration * (logarithm / f64::from(visits)).sqrt(),
            }
        };
        let mut best = (0, f64::NEG_INFINITY);
        for number in 0..chooser.arms.len() as u32 {
            let bound = bound(number, random);
            if bound > best.1 {
                best = (number, bound);
            }
        }
        best.0
    }

    /// Adds the rewards of a descent at every node on its path.
    pub fn back_up(&self, path: &[Step], rewards: &[i32]) {
        for step in path {
            let Some(expansion) = self.tree.node(step.node).expansion.get() else { continue };
            for (chooser, &arm) in expansion.choosers.iter().zip(&step.arms) {
                let reward = self.scaled(chooser.role, rewards[chooser.role]);
                chooser.arms[arm as usize].sum.fetch_add(reward, Relaxed);
            }
        }
    }

    /// Undoes the visits of a descent whose rewards are unknown.
    pub fn take_back(&self, path: &[Step]) {
        for step in path {
            let node = self.tree.node(step.node);
            node.visits.fetch_sub(1, Relaxed);
            let Some(expansion) = node.expansion.get() else { continue };
            for (chooser, &arm) in expansion.choosers.iter().zip(&step.arms) {
                chooser.arms[arm as usize].visits.fetch_sub(1, Relaxed);
            }
        }
    }
}
