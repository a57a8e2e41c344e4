//! Sixty kinds of malformed PDDL: each gets an error whose underlined text is the one to change.

use gdl::{Mode, Source};

const DOMAIN: &str = "(define (domain d) (:requirements :strips :typing) (:types block - thing place)
 (:constants table - place) (:predicates (on ?x - block ?y - thing) (clear ?x - block) (high ?x - block))
 (:derived (high ?x - block) (exists (?y - block) (on ?x ?y)))
 (:action move :parameters (?x - block ?y - block) :precondition (and (clear ?x) (clear ?y)) :effect (and (on ?x ?y) (not (clear ?y)))))";
const PROBLEM: &str =
    "(define (problem p) (:domain d) (:objects a b - block) (:init (clear a) (clear b)) (:goal (on a b)))";

/// What to put for what, the code of the error, and the text that it underlines.
const KINDS: [(&str, &str, &str, &str); 61] = [
    ("(define (domain d)", "(define", "expression", "(:requirements :strips :typing)"),
    ("(domain d)", "(domain)", "expression", "(domain)"),
    ("(domain d)", "(domain (d))", "expression", "(d)"),
    ("(domain d)", "(realm d)", "expression", "(realm d)"),
    ("(define (problem p)", "(define (domain p)", "keyword", ":domain"),
    ("(problem p)", "(problem ?p)", "expression", "?p"),
    ("(:domain d)", "(:domain other)", "undefined", "other"),
    ("(:domain d)", "(:domain)", "arity", ":domain"),
    (":strips", "strips", "requirement", "strips"),
    (":strips", ":durative-actions", "requirement", ":durative-actions"),
    (":strips", ":fluents", "requirement", ":fluents"),
    (":strips", ":preferences", "requirement", ":preferences"),
    ("(:types", "(:kinds", "keyword", ":kinds"),
    ("block - thing place", "block - thing thing - block place", "recursion", "block"),
    ("block - thing place", "block - thing block place", "duplicate", "block"),
    ("block - thing place", "block - thing - place place", "type", "-"),
    ("block - thing place", "block - - thing place", "type", "-"),
    ("block - thing place", "block - (either) place", "type", "(either)"),
    ("block - thing place", "block place -", "type", "-"),
    ("(:constants table - place)", "(:constants table - room)", "undefined", "room"),
    ("(:constants table - place)", "(:constants ?t - place)", "expression", "?t"),
    ("(:constants table - place)", "(:constants table - place) (:constants)", "duplicate", ":constants"),
    ("(:objects a b - block)", "(:objects a a - block)", "undefined", "b"),
    ("(:objects a b - block)", "(:objects a b - block a - place)", "duplicate", "a"),
    ("(clear ?x - block)", "clear", "expression", "clear"),
    ("(clear ?x - block)", "(clear ?x - block) (clear)", "duplicate", "clear"),
    ("(clear ?x - block)", "(= ?x ?y) (clear ?x - block)", "keyword", "="),
    ("(clear ?x - block)", "(clear x - block)", "expression", "x"),
    ("(clear ?x - block)", "(clear ?x ?x - block)", "duplicate", "?x"),
    ("(clear ?x - block)", "(clear ?x - stone)", "undefined", "stone"),
    ("(clear ?x) (clear ?y)", "(clear ?x) (clean ?y)", "undefined", "clean"),
    ("(clear ?x) (clear ?y)", "(clear ?x ?y)", "arity", "(clear ?x ?y)"),
    ("(clear ?x) (clear ?y)", "(clear ?z)", "undefined", "?z"),
    ("(clear ?x) (clear ?y)", "(clear c)", "undefined", "c"),
    ("(clear ?x) (clear ?y)", "(clear (top ?x))", "expression", "(top ?x)"),
    ("(clear ?x) (clear ?y)", "clear", "expression", "clear"),
    ("(clear ?x) (clear ?y)", "(not (clear ?x) (clear ?y))", "arity", "(not (clear ?x) (clear ?y))"),
    ("(clear ?x) (clear ?y)", "(= ?x)", "arity", "(= ?x)"),
    ("(clear ?x) (clear ?y)", "(exists (clear ?x))", "arity", "(exists (clear ?x))"),
    ("(clear ?x) (clear ?y)", "(exists ?z (clear ?z))", "expression", "?z"),
    ("(clear ?x) (clear ?y)", "(imply (clear ?x))", "arity", "(imply (clear ?x))"),
    ("(clear ?x) (clear ?y)", "(>= (height ?x) 3)", "requirement", ">="),
    ("(clear ?x) (clear ?y)", "(preference p1 (clear ?x))", "requirement", "preference"),
    ("(clear ?x) (clear ?y)", "(forall (?z - room) (clear ?x))", "undefined", "room"),
    (":effect (and (on ?x ?y)", ":effect (or (on ?x ?y)", "requirement", "or"),
    (":effect (and (on ?x ?y)", ":effect (and (high ?x)", "head", "(high ?x)"),
    (":effect (and (on ?x ?y)", ":effect (and (on ?y table) (on table ?x)", "type", "(on table ?x)"),
    (":effect (and (on ?x ?y)", ":effect (and (when (clear ?x))", "arity", "(when (clear ?x))"),
    (":effect (and (on ?x ?y)", ":effect (and (increase (cost) 1)", "requirement", "(cost) 1"),
    (":effect (and (on ?x ?y)", ":effect (and (forall (?x - block) (clear ?x))", "duplicate", "forall"),
    (":effect (and (on ?x ?y)", ":effect (and x", "expression", "x"),
    (":effect", ":effects", "keyword", ":effects"),
    (":effect", ":parameters () :effect", "duplicate", ":parameters"),
    ("(:action move", "(:action", "expression", ":parameters"),
    ("(:action move", "(:durative-action move", "keyword", ":durative-action"),
    ("(:derived (high ?x - block)", "(:derived", "arity", ":derived"),
    ("(:derived (high ?x - block)", "(:derived (tall ?x - block)", "undefined", "tall"),
    ("(:init (clear a)", "(:init (high a)", "head", "(high a)"),
    ("(:init (clear a)", "(:init (clear table)", "type", "(clear table)"),
    ("(:goal (on a b))", "", "missing", ":domain"),
    ("(:goal (on a b))", "(:goal (on a b) (on b a))", "arity", ":goal"),
];

fn malformed(from: &str, to: &str) -> String {
    let text = format!("{DOMAIN}\n{PROBLEM}");
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn every_kind_gets_an_underlined_error() {
    let mut wrong = Vec::new();
    for (from, to, code, underlined) in KINDS {
        let source = Source::new("test.pddl", malformed(from, to));
        let checked = gddl::check(&source, Mode::Strict);
        let found: Vec<(&str, &str)> = checked
            .diagnostics
            .iter()
            .map(|one| (one.code.name(), one.labels.first().map_or("", |label| source.slice(label.span))))
            .collect();
        if checked.rules.is_some() || !found.contains(&(code, underlined)) {
            wrong.push(format!("{to}: expected {code} at `{underlined}`, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_original_is_well_formed() {
    let checked = gddl::check(&Source::new("test.pddl", malformed("(domain d)", "(domain d)")), Mode::Strict);
    assert!(checked.rules.is_some(), "{:?}", checked.diagnostics);
}

#[test]
fn recursion_through_negation_is_reported_at_the_axiom() {
    let text = malformed("(exists (?y - block) (on ?x ?y))", "(not (high ?x))");
    let source = Source::new("test.pddl", text);
    let checked = gddl::check(&source, Mode::Strict);
    let labels: Vec<&str> =
        checked.diagnostics.iter().flat_map(|one| &one.labels).map(|label| source.slice(label.span)).collect();
    assert!(checked.rules.is_none() && labels.contains(&":derived"), "{labels:?}");
}

#[test]
fn unequal_costs_are_refused_by_name() {
    let costs = |second: &str| {
        format!(
            "(define (domain d) (:requirements :action-costs) (:predicates (p) (q)) (:functions (total-cost))
             (:action a :effect (and (p) (increase (total-cost) 1)))
             (:action b :precondition (p) :effect (and (q) (increase (total-cost) {second}))))
             (define (problem p) (:domain d) (:init (= (total-cost) 0)) (:goal (q)) (:metric minimize (total-cost)))"
        )
    };
    let message = |text: String| {
        let checked = gddl::check(&Source::new("test.pddl", text), Mode::Strict);
        checked.diagnostics.first().map(|one| one.message.clone())
    };
    assert_eq!(message(costs("1.0")), None);
    assert_eq!(message(costs("2")).as_deref(), Some("`:action-costs` is supported only if all actions cost the same"));
}
