//! Whether distances are worth their place: they are kept where they make the files larger by less than half.
//!
//! Games of up to [`DISTANCES_TRIED`](task::algorithm::DISTANCES_TRIED) states are solved with distances, and these are dropped at the end if they
//! turn out dear; larger ones are solved without.

use rustc_hash::FxHashSet;
use solution::manifest::Layer;
use solution::packed::{Blocks, Shape};
use task::{Outcome, Outcomes};

use crate::error::Error;
use crate::journal::{Journal, Values};
use crate::outcomes::Class;

/// Drops the distances of a solved game if they make its files larger by half or more.
pub fn drop_dear_distances<const N: usize>(journal: &mut Journal<'_>) -> Result<(), Error> {
    let solved = journal.solved();
    let bytes = |layer: &Layer| layer.value_file.as_ref().map_or(0, |file| file.bytes);
    let with: u64 = journal.layers()[..solved].iter().map(bytes).sum();
    let without: u64 = journal.layers()[..solved].iter().map(|layer| bytes(layer) - saved(layer)).sum();
    if 2 * with < 3 * without || with == without {
        return Ok(());
    }
    let (mut outcomes, mut plain) = (Outcomes::default(), Outcomes::default());
    let mut layers: Vec<Values<N>> = Vec::with_capacity(solved);
    for number in 0..solved {
        let mut values = journal.values(number, &mut outcomes)?;
        let class = |outcome: &Outcome| plain.terminal(Outcome { distance: None, ..outcome.clone() }).number() as Class;
        let plain_class: Vec<Class> = outcomes.list().iter().map(class).collect();
        values.classes.iter_mut().for_each(|class| *class = plain_class[usize::from(*class) - 1]);
        layers.push(values);
    }
    journal.replace_values(&layers, &plain)
}

/// Bytes that a layer's file takes for distances.
fn saved(layer: &Layer) -> u64 {
    let plain: FxHashSet<&Vec<i32>> = layer.outcomes.iter().map(|outcome| &outcome.rewards).collect();
    let outcome_bytes = |outcomes: usize| {
        let bits = u64::from(Shape::new(0, outcomes).outcome_bits);
        let (full, rest) = (layer.states as u64 / Blocks::STATES as u64, layer.states as u64 % Blocks::STATES as u64);
        full * (bits * Blocks::STATES as u64).div_ceil(8) + (bits * rest).div_ceil(8)
    };
    outcome_bytes(layer.outcomes.len()) - outcome_bytes(plain.len())
}
