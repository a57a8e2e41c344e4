//! Whether distances are worth their place: they are kept where they make the files larger by less than half.
//!
//! Games of up to [`DISTANCES_TRIED`](task::algorithm::DISTANCES_TRIED) states are solved with distances, and these are dropped at the end if they
//! turn out dear; larger ones are solved without.

use task::{Outcome, Outcomes};

use crate::error::Error;
use crate::journal::{Journal, Values};
use crate::outcomes::{Class, UNKNOWN};

/// Drops the distances of a solved game if they make its files larger by half or more.
pub fn drop_dear_distances<const N: usize>(journal: &mut Journal<'_>) -> Result<(), Error> {
    let solved = journal.solved();
    let has_distances = |number: usize| journal.layers()[number].outcomes.iter().any(|o| o.distance.is_some());
    if !(0..solved).any(has_distances) {
        return Ok(());
    }
    let (mut outcomes, mut plain) = (Outcomes::default(), Outcomes::default());
    let mut layers: Vec<Values<N>> = Vec::with_capacity(solved);
    let (mut bytes, mut plain_bytes) = (0, 0);
    for number in 0..solved {
        let mut values = journal.values(number, &mut outcomes)?;
        let class = |outcome: &Outcome| plain.terminal(Outcome { distance: None, ..outcome.clone() }).number() as Class;
        let plain_class: Vec<Class> = outcomes.list().iter().map(class).collect();
        let plain_of = |class: Class| plain_class.get(usize::from(class).wrapping_sub(1)).copied().unwrap_or(UNKNOWN);
        values.classes.iter_mut().for_each(|class| *class = plain_of(*class));
        bytes += journal.layers()[number].value_file.as_ref().map_or(0, |file| file.bytes);
        plain_bytes += journal.file_bytes(&values, &plain)?;
        layers.push(values);
    }
    if 2 * bytes < 3 * plain_bytes {
        return Ok(());
    }
    journal.replace_values(&layers, &plain)
}
