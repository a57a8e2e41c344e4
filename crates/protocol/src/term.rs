//! Terms as normalised text: single spaces, no comments.

use gdl::Source;
use gdl::expression::Expression;

/// An expression as text, with each name mapped by `rename`.
pub fn renamed(expression: &Expression, source: &Source, rename: &mut dyn FnMut(&str) -> String) -> String {
    match expression {
        Expression::Symbol(span) | Expression::Variable(span) => rename(&source.text[span.range()]),
        Expression::List(items, _) => {
            let items: Vec<String> = items.iter().map(|item| renamed(item, source, rename)).collect();
            format!("({})", items.join(" "))
        }
    }
}

/// An expression as text.
pub fn text(expression: &Expression, source: &Source) -> String {
    renamed(expression, source, &mut str::to_owned)
}

/// The first term of a text; `None` if there is none, or brackets do not match.
pub fn first(given: &str) -> Option<String> {
    let source = Source::new("term", given);
    let (sheet, diagnostics) = gdl::reader::read(&source);
    if diagnostics.has_error() {
        return None;
    }
    sheet.expressions.first().map(|expression| text(expression, &source))
}
