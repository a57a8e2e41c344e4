//! Proved values, propagated from the leaves up (MCTS-Solver, Winands, Björnsson & Saito 2008, on reward vectors).
//!
//! A node has the value of its best child once all children are proved, or once one of them is proved to be as good as
//! the chooser can possibly get. Rewards are compared by the opponent model, so that a proof has the same vector as a
//! solution. With simultaneous moves or chance there is no best child; such a node is proved only if all its children have
//! the same value.

use super::descent::Step;
use super::search::Search;
use super::tree::{Moves, NodeId, Proof};

impl Search<'_> {
    /// Records the value of a node.
    pub fn prove(&self, node: NodeId, rewards: Box<[i32]>, plies: u32) {
        // Another thread may have proved the same.
        let _ = self.tree.node(node).proof.set(Proof { rewards, plies });
    }

    /// Propagates a proof at the end of a descent to the nodes on its path.
    pub fn prove_upwards(&self, path: &[Step<'_>]) {
        for step in path.iter().rev() {
            let node = self.tree.node(step.node);
            if node.proof.get().is_some() {
                continue;
            }
            let Some(proof) = self.tree.moves(step.node).and_then(|moves| self.derive(&moves)) else { return };
            let _ = node.proof.set(proof);
        }
    }

    /// The value of a node that follows from its children.
    fn derive(&self, moves: &Moves<'_>) -> Option<Proof> {
        let mut choosers = moves.choosers();
        match (choosers.next(), choosers.next()) {
            (None, _) => self.of_child(moves.child(&[])?, 1),
            (Some(chooser), None) if self.playable.random != Some(chooser.role) => {
                self.of_best_child(moves, chooser.role, chooser.arms.len() as u32)
            }
            _ => self.of_equal_children(moves),
        }
    }

    /// The value of a child, the given number of plies later.
    fn of_child(&self, child: NodeId, plies: u32) -> Option<Proof> {
        let proof = self.tree.node(child).proof.get()?;
        Some(Proof { rewards: proof.rewards.clone(), plies: proof.plies.saturating_add(plies) })
    }

    fn of_best_child(&self, moves: &Moves<'_>, role: usize, arms: u32) -> Option<Proof> {
        let (mut best, mut all): (Option<Proof>, bool) = (None, true);
        for arm in 0..arms {
            match moves.child(&[arm]).and_then(|child| self.of_child(child, 1)) {
                None => all = false,
                Some(proof) if best.as_ref().is_none_or(|best| self.is_better(role, &proof, best)) => {
                    best = Some(proof);
                }
                Some(_) => {}
            }
        }
        best.filter(|best| all || self.is_unbeatable(role, &best.rewards))
    }

    fn of_equal_children(&self, moves: &Moves<'_>) -> Option<Proof> {
        let mut same: Option<Proof> = None;
        for child in moves.all_children()? {
            let proof = self.of_child(child, 1)?;
            same = match same {
                Some(same) if same.rewards != proof.rewards => return None,
                Some(same) => Some(Proof { plies: same.plies.max(proof.plies), ..same }),
                None => Some(proof),
            };
        }
        same
    }

    /// Whether a role prefers one proved value to another: by the rewards, then the shorter of two wins and the longer
    /// of all others.
    pub fn is_better(&self, role: usize, proof: &Proof, other: &Proof) -> bool {
        let model = self.playable.model;
        let order = model.rank(role, &proof.rewards).cmp(&model.rank(role, &other.rewards));
        order.is_lt()
            || order.is_eq()
                && (proof.plies < other.plies) == self.is_unbeatable(role, &proof.rewards)
                && proof.plies != other.plies
    }

    /// Whether no reward vector is better for a role.
    pub fn is_unbeatable(&self, role: usize, rewards: &[i32]) -> bool {
        self.playable.model.rank(role, rewards) <= self.ideal[role]
    }
}
