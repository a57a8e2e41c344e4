//! GDL rule sheets: text to checked rules.
//!
//! ```text
//! text ─ reader ─▶ expressions with spans ─ check ─▶ Rules
//! ```

pub mod check;
pub mod diagnostic;
pub mod expression;
pub mod format;
pub mod reader;
pub mod render;
pub mod rules;
pub mod source;
mod start;
mod uncertainty;

pub use check::{Checked, Mode, check, check_lenient};
pub use diagnostic::{Diagnostic, Severity};
pub use format::format;
pub use render::{Located, Rendering, locate, render};
pub use rules::Rules;
pub use source::{Source, Span};
pub use start::with_start;
pub use uncertainty::Uncertainty;
