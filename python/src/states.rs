//! The states of a solution as a stream of Arrow record batches, handed over through the Arrow C data interface.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use operations::export::StateTable;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// Batches that wait to be taken.
const WAITING: usize = 2;

/// The states of a solution. Each consumer gets all of them.
#[pyclass(frozen, module = "backsolve")]
pub struct StateStream {
    table: Arc<StateTable>,
}

impl StateStream {
    /// All states of a solution.
    pub fn new(table: Arc<StateTable>) -> StateStream {
        StateStream { table }
    }
}

#[pymethods]
impl StateStream {
    /// The stream, for polars, pandas, pyarrow, DuckDB and others.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The consumer may ask for other types; the protocol allows to answer with one's own.
        drop(requested_schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(Batches::read(Arc::clone(&self.table))));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// Batches that a thread reads. It ends when nobody takes them any more.
struct Batches {
    schema: SchemaRef,
    receiver: Receiver<Result<RecordBatch, ArrowError>>,
}

impl Batches {
    fn read(table: Arc<StateTable>) -> Batches {
        let schema = export::schema(&table.columns);
        let (sender, receiver) = sync_channel(WAITING);
        let made = SchemaRef::clone(&schema);
        thread::spawn(move || {
            let done = table.states.for_each_batch(&mut |mut batch| {
                table.mark(&mut batch);
                let sent = sender.send(export::record_batch(&table.columns, &made, &batch));
                Ok(if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            });
            if let Err(error) = done {
                // Nobody may be there to hear it.
                let _ = sender.send(Err(ArrowError::ExternalError(Box::new(error))));
            }
        });
        Batches { schema, receiver }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.receiver.recv().ok()
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}
