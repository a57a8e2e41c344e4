//! Totals over all layers of a manifest.

use crate::manifest::{Manifest, OutcomeCount, Progress};

impl Manifest {
    /// The reward per role under optimal play, once the game is solved.
    pub fn value(&self) -> Option<&[i32]> {
        match &self.progress {
            Progress::Complete { value } => Some(value),
            _ => None,
        }
    }

    /// The number of states; states in several layers are counted in each.
    pub fn states(&self) -> u128 {
        self.layers.iter().map(|layer| layer.states).sum()
    }

    /// The same for terminal states.
    pub fn terminal_states(&self) -> u128 {
        self.layers.iter().map(|layer| layer.terminal_states).sum()
    }

    /// The outcomes that occur, layer by layer.
    pub fn occurring(&self) -> impl Iterator<Item = &OutcomeCount> {
        self.layers.iter().flat_map(|layer| &layer.outcomes).filter(|outcome| outcome.states > 0)
    }
}
