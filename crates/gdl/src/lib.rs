//! GDL rule sheets: text to checked rules.
//!
//! ```text
//! text ─ reader ─▶ expressions with spans ─ check ─▶ Rules
//! ```

pub mod rules;
pub mod source;

pub use rules::Rules;
pub use source::{Source, Span};
