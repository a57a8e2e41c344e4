//! What there is to say about a finished solution: its figures, for programs and for people, and a page that draws
//! them.

mod expected;
mod figures;
mod page;

pub use expected::ExpectedReport;
pub use figures::{Figures, slashed};
pub use page::write;
