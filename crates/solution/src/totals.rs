//! What a manifest says of all its layers together.

use crate::manifest::{Manifest, OutcomeCount, Progress};

impl Manifest {
    /// Reward per role under best play, once the game is solved.
    pub fn value(&self) -> Option<&[i32]> {
        match &self.progress {
            Progress::Complete { value } => Some(value),
            _ => None,
        }
    }

    /// States, those in several layers counted in each.
    pub fn states(&self) -> u128 {
        self.layers.iter().map(|layer| layer.states).sum()
    }

    /// The same for those that end the game.
    pub fn terminal_states(&self) -> u128 {
        self.layers.iter().map(|layer| layer.terminal_states).sum()
    }

    /// The outcomes that some states have, layer by layer.
    pub fn occurring(&self) -> impl Iterator<Item = &OutcomeCount> {
        self.layers.iter().flat_map(|layer| &layer.outcomes).filter(|outcome| outcome.states > 0)
    }
}
