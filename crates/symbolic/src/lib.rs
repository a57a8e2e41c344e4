//! Symbolic solving: encoding, variable order, image and pre-image, the algorithms of the papers.

pub mod order;
