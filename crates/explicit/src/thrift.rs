//! Whether distances are worth their place: they are kept where they make the files larger by less than half.
//!
//! Games of up to [`DISTANCES_TRIED`](task::algorithm::DISTANCES_TRIED) states are solved with distances, and these are dropped at the end if they
//! turn out dear; larger ones are solved without.

use task::{Outcome, Outcomes};

use crate::error::Error;
use crate::journal::{Journal, Values};
use crate::outcomes::{Class, UNKNOWN};

/// Drops the distances of a solved game if they make its files larger by half or more. Layers are read twice, so that one at a time is in memory.
pub fn drop_dear_distances<const N: usize>(journal: &mut Journal<'_>) -> Result<(), Error> {
    let solved = journal.solved();
    let has_distances = |number: usize| journal.layers()[number].outcomes.iter().any(|o| o.distance.is_some());
    if !(0..solved).any(has_distances) {
        return Ok(());
    }
    let mut plain = Outcomes::default();
    let (mut bytes, mut plain_bytes) = (0, 0);
    for number in 0..solved {
        let values = without_distances::<N>(journal, number, &mut plain)?;
        bytes += journal.layers()[number].value_file.as_ref().map_or(0, |file| file.bytes);
        plain_bytes += journal.file_bytes(&values, &plain)?;
    }
    if 2 * bytes < 3 * plain_bytes {
        return Ok(());
    }
    journal.replace_values(|journal, number| without_distances::<N>(journal, number, &mut plain.clone()), &plain)
}

/// The values of a layer without their distances, in the numbers of `plain`, which gets those that are new.
fn without_distances<const N: usize>(
    journal: &Journal<'_>,
    number: usize,
    plain: &mut Outcomes,
) -> Result<Values<N>, Error> {
    let mut outcomes = Outcomes::default();
    let mut values = journal.values(number, &mut outcomes, 0)?;
    let mut class = |outcome: &Outcome| {
        let terminal = plain.terminal(Outcome { distance: None, ..outcome.clone() })?;
        Ok(terminal.number() as Class)
    };
    let plain_class = outcomes.list().iter().map(&mut class).collect::<Result<Vec<Class>, Error>>()?;
    let plain_of = |class: Class| plain_class.get(usize::from(class).wrapping_sub(1)).copied().unwrap_or(UNKNOWN);
    values.classes.iter_mut().for_each(|class| *class = plain_of(*class));
    Ok(values)
}
