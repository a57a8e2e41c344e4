//! Writes batches as a Parquet file.
//!
//! Nearly all columns have few different values, and the format's dictionaries take few bits for each. A compression on top gains
//! little, and needs a library of its own.

use std::io::Write;

use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{EnabledStatistics, WriterProperties};

use crate::arrow::{record_batch, schema};
use crate::batch::StateBatch;
use crate::columns::Columns;
use crate::error::Error;

/// The most states of a row group, which is in memory, encoded, until it is complete.
const GROUP: usize = 1 << 19;

/// A Parquet file under construction.
pub struct ParquetFile<'c, W: Write + Send> {
    columns: &'c Columns,
    schema: SchemaRef,
    writer: ArrowWriter<W>,
}

impl<'c, W: Write + Send> ParquetFile<'c, W> {
    /// Begins a file.
    pub fn begin(columns: &'c Columns, out: W) -> Result<ParquetFile<'c, W>, Error> {
        let schema = schema(columns);
        // Statistics let readers skip row groups; per page they would double the time of writing.
        let properties = WriterProperties::builder()
            .set_max_row_group_row_count(Some(GROUP))
            .set_statistics_enabled(EnabledStatistics::None)
            .build();
        let writer = ArrowWriter::try_new(out, SchemaRef::clone(&schema), Some(properties))?;
        Ok(ParquetFile { columns, schema, writer })
    }

    /// Adds a batch.
    pub fn push(&mut self, batch: &StateBatch) -> Result<(), Error> {
        let batch = record_batch(self.columns, &self.schema, batch).map_err(std::io::Error::other)?;
        Ok(self.writer.write(&batch)?)
    }

    /// Completes the file.
    pub fn finish(self) -> Result<(), Error> {
        self.writer.into_inner()?.flush()?;
        Ok(())
    }
}
