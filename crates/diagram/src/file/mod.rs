//! Diagrams written as [layer files](layer) and read back into a store.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::DiagramFileError;
