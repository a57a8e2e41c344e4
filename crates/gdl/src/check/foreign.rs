//! Text that is not GDL at all: rules in infix notation, or prose. This gives one error, not one per word.

use crate::diagnostic::{Code, Diagnostic};
use crate::expression::{Expression, Sheet};
use crate::source::{Source, Span};

/// With fewer words outside brackets than this, a sheet is not taken for prose.
const FEWEST_WORDS: usize = 3;

/// The error, if the text is not GDL.
pub fn check(source: &Source, sheet: &Sheet) -> Option<Diagnostic> {
    let lists = sheet.expressions.iter().filter(|expression| matches!(expression, Expression::List(..))).count();
    let words = || sheet.expressions.iter().filter(|expression| !matches!(expression, Expression::List(..)));
    let applications = applications(sheet);
    match applications.first() {
        Some(&first) if 2 * applications.len() >= lists => Some(infix(source, first)),
        _ if words().count() >= FEWEST_WORDS.max(lists + 1) => words().next().map(|word| prose(word.span())),
        _ => None,
    }
}

/// Names outside brackets that are directly followed by a bracket: `role(white)`.
fn applications(sheet: &Sheet) -> Vec<Span> {
    let spans = sheet.expressions.windows(2).filter_map(|pair| match pair {
        [Expression::Symbol(name), Expression::List(_, list)] if name.end == list.start => {
            Some(Span { start: name.start, end: list.end })
        }
        _ => None,
    });
    spans.collect()
}

fn infix(source: &Source, first: Span) -> Diagnostic {
    let written = &source.text[first.start as usize..first.end as usize];
    let names: Vec<&str> = written.split(['(', ')', ',', ' ']).filter(|name| !name.is_empty()).collect();
    Diagnostic::error(Code::Expression, "the rules are in infix notation; GDL is read in prefix notation only")
        .at(first, format!("write ({})", names.join(" ")))
        .help("a rule in prefix notation: `(<= (next (cell ?x ?y)) (does white (mark ?x ?y)))`")
}

fn prose(first: Span) -> Diagnostic {
    Diagnostic::error(Code::Expression, "this is not a rule sheet: most of the text is outside brackets")
        .at(first, "a fact or rule in brackets is expected")
        .help("a rule sheet is a list of facts and rules such as `(role white)`; comments start with a semicolon")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> Vec<String> {
        let checked = crate::check(&Source::new("sheet", text));
        checked.diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect()
    }

    #[test]
    fn infix_rules_get_one_error() {
        let text = "role(white) & role(black).\nnext(cell(?x,?y)) :- does(white, mark(?x,?y)).\n";
        let messages = errors(text);
        assert!(messages.len() == 1 && messages[0].contains("infix"), "{messages:?}");
        let checked = crate::check(&Source::new("sheet", text));
        let label = &checked.diagnostics.first().unwrap().labels[0];
        assert_eq!(label.text, "write (role white)");
    }

    #[test]
    fn prose_gets_one_error() {
        let messages = errors("This is a game (for two players). Each takes\nturns.\n\nHave fun!");
        assert!(messages.len() == 1 && messages[0].contains("not a rule sheet"), "{messages:?}");
    }

    #[test]
    fn a_stray_word_is_not_prose() {
        let text = "(role x) (init p) oops (legal x wait) (<= terminal (true p)) (goal x 100)";
        assert!(errors(text).iter().all(|message| !message.contains("not a rule sheet")));
    }
}
