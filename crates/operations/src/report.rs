//! The report on a finished solution: its figures, for programs and for people, and a page with charts.

mod figures;
mod page;

pub use figures::{Figures, slashed};
pub use page::write;
