//! What the bundled sheets promise, checked through the strict checker and the interpreter.

mod counts;
mod domineering;
mod hints;
mod playouts;
mod search;
mod well_formed;
