//! A search: a tree that several workers extend until its root is proved or a limit is reached.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use query::Prober;

use super::Settings;
use super::slab::Apart;
use super::tree::{Chooser, Moves, Proof, ROOT, Tree, UNIT};
use super::worker::Worker;
use crate::playable::Playable;
use crate::player::{ChosenMove, Error, MoveEffort, MoveLimit};
use crate::position::Position;

/// Words of a batch: 64 games are played in parallel per word.
const WORDS: usize = 8;

/// A search from a position.
pub struct Search<'s> {
    pub playable: &'s Playable,
    pub position: &'s Position,
    pub settings: &'s Settings,
    pub limit: &'s MoveLimit,
    pub prober: Option<Prober<'s>>,
    /// The role that wants to move.
    pub role: usize,
    pub tree: Tree,
    /// For each role, the rank of its ideal reward vector.
    pub ideal: Vec<Vec<Reverse<i64>>>,
    /// For each role, the minimum reward, and the range above it.
    scales: Vec<(i32, f64)>,
    pub seed: u64,
    /// Numbers of descents that workers have reserved.
    pub begun: Apart<AtomicU64>,
    /// Playouts that reached an end, and positions of the tree, without those of active workers.
    pub playouts: AtomicU64,
    pub nodes: AtomicUsize,
    /// Whether the workers should stop.
    pub stop: AtomicBool,
    /// Why a worker failed.
    pub failure: Mutex<Option<Error>>,
    start: Instant,
}

impl<'s> Search<'s> {
    /// A search with the root expanded.
    pub fn new(
        position: &'s Position,
        role: usize,
        settings: &'s Settings,
        limit: &'s MoveLimit,
        prober: Option<Prober<'s>>,
        seed: u64,
    ) -> Search<'s> {
        let playable: &Playable = position.playable();
        let bounds: Vec<(i32, i32)> = (0..playable.roles()).map(|role| playable.bounds(role)).collect();
        let legal: Vec<Vec<u32>> =
            position.legal().iter().map(|moves| moves.iter().map(|&made| made as u32).collect()).collect();
        let moves: Vec<usize> = playable.game.moves.iter().map(Vec::len).collect();
        let search = Search {
            tree: Tree::new(settings.bytes, playable.tape.state_words(), &moves),
            ideal: (0..playable.roles()).map(|role| ideal(playable, role, &bounds)).collect(),
            scales: bounds.iter().map(|&(least, most)| (least, f64::from(most) - f64::from(least))).collect(),
            begun: Apart::default(),
            playouts: AtomicU64::new(0),
            nodes: AtomicUsize::new(1),
            stop: AtomicBool::new(false),
            failure: Mutex::new(None),
            start: Instant::now(),
            playable,
            position,
            role,
            settings,
            limit,
            prober,
            seed,
        };
        let mut share = search.tree.share();
        search.tree.open(&mut share, ROOT, position.state().words(), &legal);
        search.tree.give_back(share);
        search
    }

    /// Searches with all workers.
    pub fn run(&self) -> Result<(), Error> {
        match self.settings.threads {
            0 | 1 => Worker::<WORDS>::new(self, 0).run(),
            threads => std::thread::scope(|scope| {
                for number in 0..threads as u64 {
                    scope.spawn(move || Worker::<WORDS>::new(self, number).run());
                }
            }),
        }
        let failure = self.failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        failure.map_or(Ok(()), Err)
    }

    /// A reward between 0 and 1.
    pub fn unit(&self, role: usize, reward: i32) -> f64 {
        let (least, range) = self.scales[role];
        if range > 0.0 { ((f64::from(reward) - f64::from(least)) / range).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The same in units of [`UNIT`].
    pub fn scaled(&self, role: usize, reward: i32) -> u64 {
        (self.unit(role, reward) * UNIT as f64) as u64
    }

    /// The effort of the search so far.
    pub fn effort(&self) -> MoveEffort {
        MoveEffort {
            iterations: self.begun.0.load(Relaxed),
            playouts: self.playouts.load(Relaxed),
            nodes: self.nodes.load(Relaxed),
            seconds: self.start.elapsed().as_secs_f64(),
        }
    }

    /// The move at the root: the best proved one if the root is proved, otherwise the most visited one, unless a proved
    /// one is better than its estimate.
    pub fn choice(&self) -> Option<ChosenMove> {
        let role = self.role;
        let moves = self.tree.moves(ROOT)?;
        let Some(chooser) = moves.choosers().find(|chooser| chooser.role == role) else {
            let made = *self.position.legal()[role].first()?;
            return Some(ChosenMove { effort: self.effort(), ..ChosenMove::plain(made) });
        };
        let proof = |arm: u32| self.proof_after(&moves, arm);
        let arms = 0..chooser.arms.len() as u32;
        let proved =
            arms.clone().filter(|&arm| proof(arm).is_some()).reduce(|best, arm| match (proof(arm), proof(best)) {
                (Some(one), Some(other)) if self.is_better(role, one, other) => arm,
                _ => best,
            });
        let visits = |arm: &u32| chooser.arms[*arm as usize].visits.load(Relaxed);
        // The first of the most visited ones.
        let open = arms.filter(|&arm| proof(arm).is_none()).max_by_key(|arm| (visits(arm), Reverse(*arm)));
        let arm = match (proved, open) {
            (Some(proved), Some(open)) => {
                let known = proof(proved).map_or(0.0, |proof| self.unit(role, proof.rewards[role]));
                let is_proved = self.tree.node(ROOT).proof.get().is_some();
                if is_proved || known >= chooser.arms[open as usize].mean() { proved } else { open }
            }
            (proved, open) => proved.or(open)?,
        };
        Some(self.chosen(&chooser, arm, proof(arm)))
    }

    fn chosen(&self, chooser: &Chooser<'_>, arm: u32, proof: Option<&Proof>) -> ChosenMove {
        let (least, range) = self.scales[chooser.role];
        let arm = &chooser.arms[arm as usize];
        let is_estimated = proof.is_none() && arm.visits.load(Relaxed) > 0;
        ChosenMove {
            made: arm.made() as usize,
            value: proof.map(|proof| proof.rewards.to_vec()),
            distance: None,
            estimate: is_estimated.then(|| f64::from(least) + arm.mean() * range),
            effort: self.effort(),
        }
    }

    /// The proof of the position after a move, if one role chooses alone.
    fn proof_after(&self, moves: &Moves<'_>, arm: u32) -> Option<&Proof> {
        let child = moves.child(&[arm]).filter(|_| moves.choosers().len() == 1)?;
        self.tree.node(child).proof.get()
    }
}

/// The rank of the ideal reward vector of a role: the maximum for itself and the minimum for the others.
fn ideal(playable: &Playable, role: usize, bounds: &[(i32, i32)]) -> Vec<Reverse<i64>> {
    let imagined = |(other, &(least, most)): (usize, &(i32, i32))| match playable.sum {
        _ if other == role => most,
        Some(sum) if bounds.len() == 2 => least.max(sum.saturating_sub(bounds[role].1)),
        _ => least,
    };
    let rewards: Vec<i32> = bounds.iter().enumerate().map(imagined).collect();
    playable.model.rank(role, &rewards)
}
