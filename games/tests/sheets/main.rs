//! The guarantees of the bundled sheets, checked with the strict checker and the interpreter.

mod counts;
mod domineering;
mod hints;
mod playouts;
mod search;
mod well_formed;
