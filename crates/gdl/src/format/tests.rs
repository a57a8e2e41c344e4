use proptest::prelude::*;

use super::format;
use crate::Source;
use crate::expression::Expression;
use crate::reader::read;

fn formatted(text: &str) -> String {
    format(&Source::new("test", text)).expect("readable")
}

#[test]
fn facts_get_one_line_and_rules_are_broken() {
    let text =
        "(role x)(role   o)\r\n\r\n\r\n(init(cell 1 1 b))\r(<=(legal ?p(mark ?x ?y))(true(cell ?x ?y b))(role ?p))";
    let expected = "\
(role x)
(role o)

(init (cell 1 1 b))
(<= (legal ?p (mark ?x ?y))
    (true (cell ?x ?y b))
    (role ?p))
";
    assert_eq!(formatted(text), expected);
}

#[test]
fn wide_connectives_are_broken() {
    let long = "x".repeat(40);
    let text = format!("(<= p (or (q {long}) (r {long}) (not (s {long}))))");
    let expected = format!("(<= p\n    (or (q {long})\n        (r {long})\n        (not (s {long}))))\n");
    assert_eq!(formatted(&text), expected);
}

#[test]
fn comments_stay_where_they_were() {
    let text = "\
; the players
(role x) ; crosses

(<= ( ; about the head
     p) ; behind the head
    ; before the literal
    (q) ; behind the literal
) ; behind the rule
(<= p
    (q ; one
       a)
    ; (r)
    )
; the end";
    let expected = "\
; the players
(role x) ; crosses

(<=
    ; about the head
    (p) ; behind the head
    ; before the literal
    (q)) ; behind the literal
; behind the rule
(<= p
    (q ; one
       a)
    ; (r)
)
; the end
";
    assert_eq!(formatted(text), expected);
}

#[test]
fn unreadable_text_is_rejected() {
    let diagnostics = format(&Source::new("test", "(role x")).expect_err("a bracket is missing");
    assert_eq!(diagnostics[0].message, "this opening bracket is never closed");
}

#[test]
fn an_empty_text_stays_empty() {
    assert_eq!(formatted(" \n\n"), "");
}

/// An expression without its spans.
fn bare(source: &Source, expression: &Expression) -> String {
    match expression {
        Expression::Symbol(span) | Expression::Variable(span) => source.slice(*span).to_string(),
        Expression::List(items, _) => {
            let items: Vec<String> = items.iter().map(|item| bare(source, item)).collect();
            format!("({})", items.join(" "))
        }
    }
}

fn content(text: &str) -> (Vec<String>, Vec<String>) {
    let source = Source::new("test", text);
    let (sheet, _) = read(&source);
    let expressions = sheet.expressions.iter().map(|e| bare(&source, e)).collect();
    let comments = sheet.comments.iter().map(|&c| source.slice(c).trim_end().to_string()).collect();
    (expressions, comments)
}

/// Text that resembles a rule sheet: brackets match, everything else is arbitrary.
fn sheets() -> impl Strategy<Value = String> {
    let space = prop_oneof![
        Just(" "),
        Just("\n"),
        Just("\r"),
        Just("\r\n\r\n"),
        Just("\t"),
        Just(" ; note\n"),
        Just("\n; a\n")
    ];
    let word = prop_oneof!["[a-z]{1,3}", "\\?[a-z]", Just("<=".to_string()), Just("or".to_string()), "[a-z]{30}"];
    let leaf = (space.clone(), word).prop_map(|(space, word)| format!("{space}{word} "));
    let tree = leaf.prop_recursive(5, 60, 6, move |inner| {
        let space = space.clone();
        (space.clone(), prop::collection::vec(inner, 0..6), space)
            .prop_map(|(before, items, after)| format!("{before}({}{after})", items.concat()))
    });
    prop::collection::vec(tree, 0..6).prop_map(|trees| trees.concat())
}

proptest! {
    #[test]
    fn formatting_keeps_expressions_and_comments(text in sheets()) {
        prop_assert_eq!(content(&formatted(&text)), content(&text));
    }

    #[test]
    fn formatting_twice_changes_nothing(text in sheets()) {
        let once = formatted(&text);
        prop_assert_eq!(formatted(&once), once);
    }
}
