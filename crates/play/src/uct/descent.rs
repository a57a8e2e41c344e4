//! A descent of the tree: from the root to a position that is not expanded yet, by the arms with the highest upper
//! confidence bounds (Kocsis & Szepesvári 2006). Where several roles choose at once, each chooses by its own statistics
//! (decoupled UCT, Finnsson & Björnsson 2008).

use std::sync::atomic::Ordering::Relaxed;

use game::Random;
use smallvec::SmallVec;

use super::search::Search;
use super::tree::{Chooser, Expansion, Node, NodeId, Proof, ROOT};

/// Where roles choose at once, one choice in so many is random. Without that two roles with equal statistics choose in
/// step for ever, and neither sees what the other's moves are worth against the rest of its own.
const WHIM: u32 = 8;

/// The arms that the choosers of a node take.
pub type Arms = SmallVec<[u32; 4]>;

/// A step of a descent.
pub struct Step {
    /// The node that is left.
    pub node: NodeId,
    /// The arms that are taken there.
    pub arms: Arms,
}

/// Where a descent ends.
pub enum Leaf<'t> {
    /// At a position that is still to be looked at; none where the tree has no room for it.
    New(Option<NodeId>),
    /// At one whose value is proved.
    Proved(&'t Proof),
    /// At one where play ends without a proof.
    Ending(&'t [i32]),
}

impl Search<'_> {
    /// Descends, and counts the visit at every node that it passes.
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

    /// Per chooser the arm to take.
    fn select(&self, node: &Node, expansion: &Expansion, random: &mut Random) -> Arms {
        let logarithm = f64::from(node.visits.load(Relaxed).max(1)).ln();
        let alone = expansion.choosers.len() == 1;
        expansion.choosers.iter().map(|chooser| self.best_arm(expansion, chooser, alone, logarithm, random)).collect()
    }

    /// The arm of a chooser with the highest bound. An arm whose value is proved has that value and nothing more to
    /// explore; one that was never taken comes before all others.
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

    /// Adds the rewards of a descent at every node that it passed.
    pub fn back_up(&self, path: &[Step], rewards: &[i32]) {
        for step in path {
            let Some(expansion) = self.tree.node(step.node).expansion.get() else { continue };
            for (chooser, &arm) in expansion.choosers.iter().zip(&step.arms) {
                let reward = self.scaled(chooser.role, rewards[chooser.role]);
                chooser.arms[arm as usize].sum.fetch_add(reward, Relaxed);
            }
        }
    }

    /// Takes the visits of a descent back whose rewards are not known.
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
