//! Writes all states of a solution in a format, with what they add up to.
//!
//! States are read in one thread and written in another.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;
use std::thread;

use crate::batch::StateBatch;
use crate::columns::Columns;
use crate::error::Error;
use crate::parquet::ParquetFile;
use crate::states::StoredStates;
use crate::text::{TextFile, TextFormat};

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// Comma-separated values with a line of names.
    Csv,
    /// A JSON object per line.
    NdJson,
    /// Apache Parquet.
    Parquet,
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExportCounts {
    /// The number of states.
    pub states: u128,
    /// States by value; empty if values are expected rewards.
    pub values: BTreeMap<Vec<i32>, u128>,
}

/// Batches that wait to be written.
const WAITING: usize = 2;

/// Writes all states of a solution, each batch after `mark` has marked its terminal states. `progress` gets the number of states so far, and returns whether to go on.
pub fn write<W: Write + Send>(
    states: &StoredStates,
    columns: &Columns,
    mark: &(dyn Fn(&mut StateBatch) + Sync),
    format: ExportFormat,
    out: W,
    progress: &mut dyn FnMut(u128) -> bool,
) -> Result<ExportCounts, Error> {
    match format {
        ExportFormat::Csv => {
            let mut file = TextFile::begin(TextFormat::Csv, columns, out)?;
            let counts = each(states, mark, progress, &mut |batch| file.push(batch))?;
            file.finish().map(|()| counts)
        }
        ExportFormat::NdJson => {
            let mut file = TextFile::begin(TextFormat::NdJson, columns, out)?;
            let counts = each(states, mark, progress, &mut |batch| file.push(batch))?;
            file.finish().map(|()| counts)
        }
        ExportFormat::Parquet => {
            let mut file = ParquetFile::begin(columns, out)?;
            let counts = each(states, mark, progress, &mut |batch| file.push(batch))?;
            file.finish().map(|()| counts)
        }
    }
}

/// Reads batches in another thread, and passes them on.
fn each(
    states: &StoredStates,
    mark: &(dyn Fn(&mut StateBatch) + Sync),
    progress: &mut dyn FnMut(u128) -> bool,
    push: &mut dyn FnMut(&StateBatch) -> Result<(), Error>,
) -> Result<ExportCounts, Error> {
    thread::scope(|scope| {
        // The receiver is dropped with this scope, which ends the reader if writing fails.
        let (sender, receiver) = sync_channel::<StateBatch>(WAITING);
        let reader = scope.spawn(move || {
            states.for_each_batch(&mut |mut batch| {
                mark(&mut batch);
                // Nobody receives any more if writing has failed.
                let sent = sender.send(batch).is_ok();
                Ok(if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            })
        });
        let mut counts = ExportCounts::default();
        for batch in &receiver {
            push(&batch)?;
            counts.add(&batch);
            if !progress(counts.states) {
                return Err(Error::Stopped);
            }
        }
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok(counts)
    })
}

impl ExportCounts {
    fn add(&mut self, batch: &StateBatch) {
        self.states += batch.states as u128;
        if batch.rewards.is_empty() {
            return;
        }
        let mut row = Vec::with_capacity(batch.rewards.len());
        for state in 0..batch.states {
            row.clear();
            row.extend(batch.rewards.iter().map(|rewards| rewards[state]));
            match self.values.get_mut(&row) {
                Some(states) => *states += 1,
                None => drop(self.values.insert(row.clone(), 1)),
            }
        }
    }
}
