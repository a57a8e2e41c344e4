//! Drops distances if they make the files [too large](task::distances).

use task::distances::{are_costly, without_distances};
use task::{Bounds, Error, Outcomes};

use crate::journal::{Journal, Values};
use crate::key::Key;
use crate::layout::KeyLayout;
use crate::outcomes::{Class, UNKNOWN};

/// The class of each outcome without its distance.
pub struct Plain(Vec<Class>);

impl Plain {
    /// Adds outcomes without their distances to `plain`.
    pub fn new(outcomes: &Outcomes, plain: &mut Outcomes) -> Result<Plain, Error> {
        let terminals = without_distances(outcomes, plain)?;
        Ok(Plain(terminals.iter().map(|terminal| terminal.number() as Class).collect()))
    }

    /// The outcome without its distance.
    pub fn of(&self, class: Class) -> Class {
        usize::from(class).checked_sub(1).map_or(UNKNOWN, |index| self.0[index])
    }
}

/// Drops the distances of all solved layers if the last one shows that they are too costly. The outcomes are then
/// replaced. `held` is the memory that others hold meanwhile.
pub fn drop_if_costly<const N: usize>(
    journal: &mut Journal<'_>,
    last: usize,
    outcomes: &mut Outcomes,
    (bounds, held): (Bounds, usize),
) -> Result<Option<Plain>, Error> {
    let mut own = Outcomes::default();
    let values = journal.values::<N>(last, &mut own, held)?;
    let sampled = journal.sample_bytes(&values, &own, bounds.sample)?;
    // All layers are read again below, including this one.
    drop(values);
    if sampled.is_none_or(|(with, without)| !are_costly(with, without)) {
        return Ok(None);
    }
    let mut plain = journal.commits.plain_outcomes()?;
    let renumbered = Plain::new(outcomes, &mut plain)?;
    drop_distances::<N>(journal, &plain, held)?;
    *outcomes = plain;
    Ok(Some(renumbered))
}

/// Rewrites all solved layers without distances. `plain` has their outcomes, and `held` is the memory that others hold
/// meanwhile.
pub fn drop_distances<const N: usize>(journal: &mut Journal<'_>, plain: &Outcomes, held: usize) -> Result<(), Error> {
    journal.replace_values(plain, |journal, number| {
        let mut own = Outcomes::default();
        let Values { keys, mut classes } = journal.values::<N>(number, &mut own, held)?;
        let renumbered = Plain::new(&own, &mut plain.clone())?;
        classes.iter_mut().for_each(|class| *class = renumbered.of(*class));
        Ok(Values { keys, classes })
    })
}

/// The part of ascending states that is [measured](task::Bounds::sample): those with the most frequent value of the
/// first variable, among these those with the most frequent value of the second, and so on until there are few enough.
pub fn sample<const N: usize>(layout: &KeyLayout, keys: &[Key<N>], most: usize) -> std::ops::Range<usize> {
    let mut range = 0..keys.len();
    for field in (0..layout.variables().len()).map(|variable| layout.field(variable)).filter(|field| field.width > 0) {
        if range.len() <= most {
            break;
        }
        // States ascend and the variables before this one have one value each, so its values ascend too.
        let value = |key: &Key<N>| key.window(field.first) >> (64 - field.width);
        let mut largest = range.start..range.start;
        while !range.is_empty() {
            let first = value(&keys[range.start]);
            let same = keys[range.clone()].partition_point(|key| value(key) == first);
            if same > largest.len() {
                largest = range.start..range.start + same;
            }
            range.start += same;
        }
        range = largest;
    }
    range
}
