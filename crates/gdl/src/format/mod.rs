//! Formatter: prints the same expressions and comments in one style.
//!
//! ```
//! let sheet = "(role x)(<= terminal(true (cell 1 1 x))  ; the end\n)";
//! let text = gdl::format(&gdl::Source::new("example", sheet)).expect("brackets match");
//! assert_eq!(text, "(role x)\n(<= terminal\n    (true (cell 1 1 x))) ; the end\n");
//! ```
//!
//! Each fact is on its own line, and each rule has one line per body literal. Connectives that would exceed 100 columns
//! are broken over several lines. Comments stay after the element they follow, or on lines of their own. Blank lines
//! between expressions are reduced to one. Formatting is idempotent, because the layout depends only on the tree of
//! expressions and comments, never on the original layout.

mod layout;
mod tree;

use crate::diagnostic::Diagnostic;
use crate::reader::read;
use crate::source::Source;

/// The formatted text of a sheet.
///
/// # Errors
///
/// Only text that cannot be read at all (brackets, control characters) is rejected; the rules may be wrong.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let (sheet, diagnostics) = read(source);
    if diagnostics.has_error() {
        return Err(diagnostics.finish().0);
    }
    Ok(layout::text(&tree::build(source, &sheet)))
}

#[cfg(test)]
mod tests;
