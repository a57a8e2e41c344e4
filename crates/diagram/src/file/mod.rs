//! Writes diagrams as [layer files](layer) and reads them back into a store.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::DiagramFileError;
