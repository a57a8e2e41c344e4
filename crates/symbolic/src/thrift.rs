//! Whether distances are worth their place: they are kept where they cost less than half of what the values alone take.
//!
//! What they cost shows only when they are there. Games of up to a million states are solved with distances, and these are dropped at the end if they
//! turn out dear; larger ones are solved without, for finding out would cost more than the answer. Whoever wants them all the same says
//! so. (`query` finds a distance that is not stored by search.)

use std::io::{self, Write};

use diagram::{FileError, Terminal, Values};
use task::{Outcome, Outcomes};

use crate::engine::Engine;
use crate::error::Error;
use crate::journal::Journal;

/// Drops the distances of a solved game if they make its files larger by half or more.
pub fn drop_dear_distances(engine: &mut Engine<'_>, journal: &mut Journal<'_>) -> Result<(), Error> {
    let mut outcomes = journal.outcomes();
    if !outcomes.have_distances() {
        return Ok(());
    }
    let mut plain = Outcomes::default();
    let mut layers = Vec::with_capacity(journal.layers().len());
    let (mut bytes, mut plain_bytes) = (0, 0);
    for number in 0..journal.solved() {
        let Some(values) = journal.values(engine.store(), number, &mut outcomes)? else { continue };
        let without = |outcome: &Outcome| plain.terminal(Outcome { distance: None, ..outcome.clone() });
        let terminals = outcomes.list().iter().map(without).collect::<Result<Vec<Terminal>, _>>()?;
        let values = engine.store().map_terminals(&values, |t| terminals.get(t.number() as usize - 1).copied())?;
        bytes += journal.layers()[number].value_file.as_ref().map_or(0, |file| file.bytes);
        plain_bytes += size(engine, &values)?;
        layers.push(values);
    }
    if 2 * bytes < 3 * plain_bytes {
        return Ok(());
    }
    journal.replace_values(engine, &layers, &plain)
}

/// Bytes of the file that a diagram would make.
fn size(engine: &mut Engine<'_>, values: &Values) -> Result<u64, Error> {
    let mut counter = Counter(0);
    match engine.store().write(values, &mut counter) {
        Ok(()) => Ok(counter.0),
        Err(FileError::Store(error)) => Err(error.into()),
        // A counter does not fail.
        Err(_) => Ok(0),
    }
}

struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
