//! Strategies as text: written strategies are parsed again, and errors are underlined.

mod support;

use gdl::{Rendering, Source};
use strategy::Content;
use strategy::compiled::CompileError;
use strategy::{Cases, Compiled, text};
use support::Bench;

/// The rendered errors of a text.
fn complaints(bench: &Bench, strategy: &str) -> String {
    let source = Source::new("my.strategy", strategy);
    let diagnostics = match text::read(&source, &bench.game, &bench.rules, 0) {
        Err(diagnostics) => diagnostics,
        Ok(document) => {
            let arena = bench.arena(0);
            let cases = Cases::new(&arena, 1 << 30).expect("small enough");
            match Compiled::new(&arena, &cases, &bench.source, &bench.rules, document.strategy) {
                Err(CompileError::Text(diagnostics)) => diagnostics,
                Err(CompileError::Other(error)) => panic!("{error}"),
                Ok(_) => return String::new(),
            }
        }
    };
    gdl::render(&source, &diagnostics, Rendering::Plain)
}

#[test]
fn written_strategies_are_parsed_again() {
    let bench = Bench::new("tic-tac-toe");
    let strategy = "(role x)\n(<= (corner ?c ?r) (mine ?c ?r))\n(define (mine 1 1))\n=> (mark 2 2)\n\
                    (cell 1 1 x) (not (cell 2 2 o)) => (mark 1 2)\n(group win\n  (completes-line ?me ?m) => ?m\n)\n\
                    (true (cell ?c ?r blank)) (corner ?c ?r) => (mark ?c ?r)\n";
    let read = |text: &str| text::read(&Source::new("a", text), &bench.game, &bench.rules, 1).expect("well-formed");
    let document = read(strategy);
    assert_eq!(document.role, Some(0));
    assert_eq!((document.strategy.rules.len(), document.strategy.length(), document.strategy.literals()), (4, 4, 5));
    assert!(matches!(document.strategy.rules[1].content, Content::Ground(_)));
    assert!(matches!(document.strategy.rules[2].content, Content::Lifted(_)));
    let written = text::write(&document.strategy, &bench.game, 0);
    assert_eq!(written, strategy);
    assert_eq!(text::write(&read(&written).strategy, &bench.game, 0), written);
}

#[test]
fn errors_are_underlined() {
    let bench = Bench::new("tic-tac-toe");
    for (strategy, place, what) in [
        ("(cell 1 4 x) => (mark 2 2)", "my.strategy:1:1", "`(cell 1 4 x)` is not a fact of the game"),
        ("=> (mark 2 4)", "my.strategy:1:4", "x has no move `(mark 2 4)`"),
        ("(cell 1 1 x)\n(cell 1 2 x)", "my.strategy:1:1", "the rule has no move"),
        ("(cell 1 1 x) =>", "my.strategy:1:14", "the move is missing"),
        ("(role z)\n=> (mark 1 1)", "my.strategy:1:1", "this is not a role of the game"),
        ("(group => (mark 1 1))", "my.strategy:1:1", "the group has no name or no rules"),
        ("(group)", "my.strategy:1:1", "the group has no name or no rules"),
        ("(cell 1 1 x) (not (cell 1 1 x)) => (mark 1 2)", "my.strategy:1:1", "the rule never applies"),
        ("(lnie ?me) => (mark 1 1)", "my.strategy:1:1", "`lnie` is neither a fact nor a relation"),
        ("(line ?me ?you) => (mark 1 1)", "my.strategy:1:1", "`line` has 2 arguments here"),
        ("=> (mark ?c 1)\n(not (line ?other)) => ?m", "my.strategy:2", "?other"),
        ("(cell 1 1 x => (mark 1 2)", "my.strategy:1", ""),
    ] {
        let complaints = complaints(&bench, strategy);
        assert!(complaints.contains(place) && complaints.contains(what), "{strategy}\n{complaints}");
        assert!(complaints.contains('^'), "{complaints}");
    }
}

#[test]
fn hostile_texts_get_an_answer() {
    let bench = Bench::new("tic-tac-toe");
    let deep = "(".repeat(5000) + &")".repeat(5000) + " => (mark 1 1)";
    for strategy in ["", "=>", "=> =>", "()", ")", "(() => ())", "?x => ?y", "(group g ((x)) =>)", "(<=) => ?m", &deep]
    {
        // With or without errors, but without a panic.
        let _ = complaints(&bench, strategy);
    }
}
