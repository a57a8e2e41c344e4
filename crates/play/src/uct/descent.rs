//! A descent of the tree: from the root to an unexpanded position, along the arms with the highest upper confidence
//! bounds (Kocsis & Szepesvári 2006). With simultaneous moves, each role chooses by its own statistics (decoupled UCT,
//! Finnsson & Björnsson 2008). The role that moves by chance takes all its moves equally often.

use std::sync::atomic::Ordering::Relaxed;

use game::Random;
use smallvec::SmallVec;

use super::search::Search;
use super::tree::{Arm, Chooser, Expanded, Moves, NodeId, Proof, ROOT, Shares};

/// With simultaneous moves, one choice in this many is random. Otherwise two roles with equal statistics would choose
/// in lockstep forever and never try most combinations.
const WHIM: u32 = 8;

/// The arms chosen at a node, one per chooser.
pub type Arms = SmallVec<[u32; 4]>;

/// A step of a descent.
pub struct Step<'t> {
    /// The node.
    pub node: NodeId,
    /// The arms taken there.
    pub arms: Arms,
    /// The same arms with the roles that took them.
    taken: SmallVec<[(usize, &'t Arm); 2]>,
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
    pub fn descend<'t>(&'t self, path: &mut Vec<Step<'t>>, share: &mut Shares, random: &mut Random) -> Leaf<'t> {
        path.clear();
        let mut id = ROOT;
        loop {
            if let Some(proof) = self.tree.node(id).proof.get() {
                return Leaf::Proved(proof);
            }
            let moves = match self.tree.expanded(id) {
                None => return Leaf::New(Some(id)),
                Some(Expanded::Ending(rewards)) => return Leaf::Ending(rewards),
                Some(Expanded::Open(moves)) => moves,
            };
            let arms = self.select(&moves, random);
            let taken = moves.choosers().zip(&arms).map(|(chooser, &arm)| (chooser.role, &chooser.arms[arm as usize]));
            let taken: SmallVec<[(usize, &Arm); 2]> = taken.collect();
            for (_, arm) in &taken {
                arm.visits.fetch_add(1, Relaxed);
            }
            let child = self.tree.child(share, &moves, &arms);
            path.push(Step { node: id, arms, taken });
            match child {
                Some(child) => id = child,
                None => return Leaf::New(None),
            }
        }
    }

    /// For each chooser, the arm to take.
    fn select(&self, moves: &Moves<'_>, random: &mut Random) -> Arms {
        let alone = moves.choosers().len() == 1;
        let arm = |chooser: Chooser<'_>| match self.playable.random == Some(chooser.role) {
            true => random.below(chooser.arms.len() as u32),
            false => self.best_arm(moves, chooser, alone, random),
        };
        moves.choosers().map(arm).collect()
    }

    /// The arm of a chooser with the highest bound. An arm with a proved value has that value and no exploration term;
    /// one that was never taken comes before all others.
    fn best_arm(&self, moves: &Moves<'_>, chooser: Chooser<'_>, alone: bool, random: &mut Random) -> u32 {
        if !alone && random.below(WHIM) == 0 {
            return random.below(chooser.arms.len() as u32);
        }
        let logarithm = f64::from(chooser.visits().max(1)).ln();
        let bound = |number: u32, random: &mut Random| {
            let arm = &chooser.arms[number as usize];
            let child = moves.child(&[number]).filter(|_| alone);
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
    pub fn back_up(&self, path: &[Step<'_>], rewards: &[i32]) {
        for &(role, arm) in path.iter().flat_map(|step| &step.taken) {
            arm.sum.fetch_add(self.scaled(role, rewards[role]), Relaxed);
        }
    }

    /// Undoes the visits of a descent whose rewards are unknown.
    pub fn take_back(&self, path: &[Step<'_>]) {
        for (_, arm) in path.iter().flat_map(|step| &step.taken) {
            arm.visits.fetch_sub(1, Relaxed);
        }
    }
}
