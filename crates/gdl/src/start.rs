//! The same rules with another initial state.

use crate::expression::Expression;
use crate::reader::read;
use crate::source::Source;

/// The sheet with other `init` facts: its own are removed, with the rules that define them, and these are added at the
/// end. The rest of the text, including comments, is unchanged.
///
/// ```
/// let source = gdl::Source::new("lamp", "(role you) (init off) ; dark\n(<= (init on) (distinct a b))");
/// let lit = gdl::with_start(&source, &["on".to_owned()]);
/// assert_eq!(lit.text, "(role you)  ; dark\n\n\n(init on)\n");
/// ```
pub fn with_start(source: &Source, facts: &[String]) -> Source {
    let (sheet, _) = read(source);
    let (mut text, mut from) = (String::with_capacity(source.text.len()), 0);
    for expression in sheet.expressions.iter().filter(|expression| is_init(expression, source)) {
        let range = expression.span().range();
        text += &source.text[from..range.start];
        from = range.end;
    }
    text += source.text[from..].trim_end();
    text += "\n\n";
    facts.iter().for_each(|fact| text += &format!("(init {fact})\n"));
    Source::new(&*source.name, text)
}

/// Whether an expression is an `init` fact or a rule for such facts.
fn is_init(expression: &Expression, source: &Source) -> bool {
    let Expression::List(items, _) = expression else { return false };
    let is = |item: &Expression, name: &str| match item {
        Expression::Symbol(span) => source.slice(*span).eq_ignore_ascii_case(name),
        _ => false,
    };
    match items.as_slice() {
        [arrow, head, ..] if is(arrow, "<=") => is_init(head, source),
        [first, ..] => is(first, "init"),
        [] => false,
    }
}
