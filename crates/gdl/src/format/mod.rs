//! Formatter: the same expressions and comments in one style.
//!
//! ```
//! let sheet = "(role x)(<= terminal(true (cell 1 1 x))  ; the end\n)";
//! let text = gdl::format(&gdl::Source::new("example", sheet)).expect("brackets match");
//! assert_eq!(text, "(role x)\n(<= terminal\n    (true (cell 1 1 x))) ; the end\n");
//! ```
//!
//! Facts stand on a line each, rules with a line for each literal of the body; connectives that would exceed 100
//! columns go on over several lines. Comments stay behind what they followed or on lines of their own. Blank lines
//! between expressions stay, as one. Formatting a formatted sheet changes nothing, because the layout depends on the
//! tree of expressions and comments alone, never on how the text was laid out before.

mod layout;
mod tree;

use crate::diagnostic::Diagnostic;
use crate::reader::read;
use crate::source::Source;

/// The formatted text of a sheet.
///
/// # Errors
///
/// Only what cannot be read at all (brackets, control characters) is refused; the rules may be wrong.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let (sheet, diagnostics) = read(source);
    if diagnostics.has_error() {
        return Err(diagnostics.finish().0);
    }
    Ok(layout::text(&tree::build(source, &sheet)))
}

#[cfg(test)]
mod tests;
