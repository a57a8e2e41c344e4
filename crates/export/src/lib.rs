//! The states of a solution as a table: one row per state, with columns for its layer, value, distance and each state
//! variable, as CSV, JSON lines, Parquet or Arrow record batches.
//!
//! States are read in the order of the files and written in batches, so memory does not grow with the solution.
//!
//! ```no_run
//! # fn main() -> Result<(), export::Error> {
//! use std::io::stdout;
//! use export::{Columns, ExportFormat, StoredStates, write};
//!
//! let states = StoredStates::open("tic-tac-toe.solution".as_ref())?;
//! let columns = Columns::new(states.manifest());
//! let counts = write(&states, &columns, &|_| (), ExportFormat::Csv, stdout(), &mut |_| true)?;
//! println!("{} states", counts.states);
//! # Ok(()) }
//! ```

mod arrow;
mod batch;
mod columns;
mod error;
mod parquet;
mod states;
mod text;
mod write;

pub use arrow::{record_batch, schema};
pub use batch::{StateBatch, floats};
pub use columns::{Cells, Columns, TurnColumn, VariableColumn};
pub use error::Error;
pub use states::StoredStates;
pub use write::{ExportCounts, ExportFormat, write};
