//! The plan of a solve: the properties of the game, the algorithm, and the value of infinite play.
//!
//! A constant sum may be impossible to prove. Then a game is first assumed to be acyclic. If that turns out to be
//! wrong, all its states, including the terminal ones, are already listed. If the rewards of these have one sum, the
//! plan is revised and attractors solve the game.

use std::fs;

use number::grouped;
use prove::{Class, Finding};
use solution::Directory;
use solution::directory::read_manifest;
use solution::manifest::{Manifest, Progress};
use task::{AlgorithmChoice, Traits, choose};

use super::Solve;
use super::work::Cycle;
use crate::error::Error;

/// The plan of a solve.
#[derive(Clone)]
pub(super) struct Plan {
    /// The class of the game.
    pub class: Class,
    /// The properties on which the choice of the algorithm depends.
    pub traits: Traits,
    /// The algorithm.
    pub choice: AlgorithmChoice,
    /// The value of infinite play, if the algorithm supports it.
    pub infinite: Option<Vec<i32>>,
    /// Whether distances are kept; `None`: where they are cheap.
    pub distances: Option<bool>,
}

impl Solve<'_> {
    /// The plan for a game that was found to be cyclic and to have a constant sum.
    pub(super) fn revised(&self, plan: &Plan, cycle: &Cycle, sum: i32) -> Result<Plan, Error> {
        let traits = Traits { constant_sum: Some(sum), cyclic: true, ..plan.traits.clone() };
        let listed = format!("it holds in each of the {} states", grouped(cycle.listed));
        let repeats = |state| Finding::refuted("this state can repeat", state);
        let class = Class {
            constant_sum: Finding::proved(listed),
            sum: Some(sum),
            acyclic: cycle.states.first().map_or_else(|| plan.class.acyclic.clone(), repeats),
            ..plan.class.clone()
        };
        let choice = choose(&traits);
        let infinite = self.infinite(&traits, choice.algorithm, 0)?;
        Ok(Plan { class, traits, choice, infinite, distances: plan.distances })
    }

    /// Puts a new manifest into the directory. The listed states stay; layers solved by the old plan are removed.
    pub(super) fn begin_again(&self, manifest: Manifest) -> Result<(), Error> {
        let Some(before) = read_manifest(self.path)? else { return Ok(()) };
        let mut directory = Directory::start_or_resume(self.path, before)?;
        let mut layers = directory.manifest().layers.clone();
        layers.retain(|layer| layer.value_file.is_none());
        let progress = if layers.is_empty() { Progress::Forward } else { Progress::Backward };
        Ok(directory.replace(Manifest { layers, progress, ..manifest })?)
    }

    /// Removes a new directory: the game cannot be solved this way, and the directory would block another attempt.
    pub(super) fn remove(&self, known: Option<&Manifest>) {
        if known.is_none() {
            let _ = fs::remove_dir_all(self.path);
        }
    }
}
