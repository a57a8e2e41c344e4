//! Any text gets a few clear messages as its answer.

use gdl::{Checked, Rendering, Source, check, check_lenient, format};
use proptest::prelude::*;

const GAME: &str = "(role x) (legal x a) (init p) (<= terminal (true p)) (goal x 100)\n";

/// Checks in both modes, formats and renders; returns the strict result and its text.
fn all(text: &str) -> (Checked, String) {
    let source = Source::new("test", text);
    let lenient = check_lenient(&source);
    lenient.render(&source, Rendering::Coloured);
    let _ = format(&source);
    let strict = check(&source);
    let rendered = strict.render(&source, Rendering::Plain);
    assert!(rendered.len() < 100_000, "{} bytes", rendered.len());
    (strict, rendered)
}

fn first_error(text: &str) -> String {
    let (checked, _) = all(text);
    let error = checked.diagnostics.into_iter().find(|d| d.is_error());
    error.expect("an error").message
}

#[test]
fn a_million_brackets() {
    assert_eq!(first_error(&"(".repeat(1_000_000)), "this opening bracket is never closed");
    assert_eq!(first_error(&")".repeat(1_000_000)), "these closing brackets close nothing");
    let nested = "(p ".repeat(1_000_000) + &")".repeat(1_000_000);
    assert_eq!(first_error(&nested), "brackets nest deeper than 500 levels");
}

#[test]
fn terms_as_deep_as_allowed() {
    let term = "(f ".repeat(490) + "a" + &")".repeat(490);
    let (checked, _) = all(&format!("{GAME}(init {term})"));
    let rules = checked.rules.expect("well-formed");
    assert_eq!(
        rules.clone().display_clause(rules.clauses.last().expect("the fact")).to_string(),
        format!("(init {term})")
    );
}

#[test]
fn formulas_as_deep_as_allowed() {
    let formula = "(or (true a) (not (and (true b) ".repeat(160) + "(true c)" + &")))".repeat(160);
    all(&format!("{GAME}(<= (next p) {formula})")).0.rules.expect("well-formed");
}

#[test]
fn very_long_symbols_are_cut_in_messages() {
    let (_, rendered) = all(&format!("{GAME}(<= (next p) ({} a))", "long".repeat(250_000)));
    assert!(rendered.contains("longlong…` has no fact and no rule"), "{rendered}");
}

#[test]
fn huge_arities() {
    all(&format!("{GAME}(f{})", " a".repeat(300_000))).0.rules.expect("well-formed");
}

#[test]
fn control_characters_are_named() {
    assert_eq!(first_error(&format!("{GAME}\0\0\0")), "control character 0x00 in the text");
}

#[test]
fn empty_text() {
    assert_eq!(first_error(""), "the sheet is empty");
}

#[test]
fn excess_diagnostics_are_counted() {
    let (checked, rendered) = all(&"(? a) ".repeat(100_000));
    assert_eq!(checked.diagnostics.len(), 200);
    assert!(checked.omitted > 50_000);
    assert!(rendered.ends_with(&std::format!("… and {} more\n", checked.omitted + 150)), "{rendered}");
}

#[test]
fn the_number_of_alternatives_is_bounded() {
    let safe: String = (0..5000).map(|i| format!("(or (true (a {i})) (true (b {i})))")).collect();
    all(&format!("{GAME}(<= (next p) {safe})")).0.rules.expect("a chain");
    let unsafe_: String = (0..30).map(|i| format!("(or (true (a ?x{i})) (not (true (b ?x{i}))))")).collect();
    let error = first_error(&format!("{GAME}(<= (next p) {unsafe_})"));
    assert_eq!(error, "this rule has too many alternatives (over a million)");
}

#[test]
fn the_growth_of_equalities_is_bounded() {
    let doubling: String = (0..60).map(|i| format!("(not (distinct ?x{} (f ?x{i} ?x{i})))", i + 1)).collect();
    let error = first_error(&format!("{GAME}(<= (next ?x60) (true ?x0) {doubling})"));
    assert_eq!(error, "the equalities of this rule need terms of excessive size");
    let cyclic = first_error(&format!("{GAME}(<= (next ?x) (true ?x) (not (distinct ?x (f ?x))))"));
    assert_eq!(cyclic, error);
}

#[test]
fn long_chains_of_relations() {
    let chain: String = (0..50_000).map(|i| format!("(<= (p{i} ?x) (p{} ?x) (not (q{i} ?x)))\n", i + 1)).collect();
    all(&format!("{GAME}{chain}")).0.rules.expect("well-formed");
}

fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "(",
        "(",
        "(",
        ")",
        ")",
        ")",
        "<=",
        "(<= ",
        "not ",
        "or ",
        "and ",
        "distinct ",
        "true ",
        "does ",
        "next ",
        "role ",
        "legal ",
        "goal ",
        "init ",
        "terminal",
        "?x ",
        "?y ",
        "a ",
        "f ",
        "100 ",
        ";",
        "\n",
        "\r",
        "\0",
        "ä",
        "?",
    ]);
    prop::collection::vec(word, 0..80).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn any_words_get_an_answer(text in words()) {
        all(&text);
        all(&format!("{GAME}{text}"));
    }

    #[test]
    fn any_text_gets_an_answer(text in "\\PC*") {
        all(&text);
    }
}

#[test]
fn domains_of_adversarial_sheets_are_given_up() {
    let all = |text: &str| all(&format!("{GAME}{text}")).0.rules.expect("well-formed");
    // Long chains of relations with many names, rules with many variables and conditions, many dead rules, many roles.
    let names: String = (0..3000).map(|n| format!("(p0 name{n})")).collect();
    let chain: String = (0..3000).rev().map(|n| format!("(<= (p{} ?x) (p{n} ?x))", n + 1)).collect();
    all(&format!("{names}{chain}(<= terminal (p3000 other))"));
    let conditions: String = (0..20_000).map(|n| format!(" (p0 ?x{n})")).collect();
    all(&format!("(p0 a)(<= terminal{conditions})"));
    all(&format!("(p0 a)(<= (q ?x) (p0 ?x){})(<= terminal (q b))", " (p0 ?x)".repeat(20_000)));
    let dead: String = (0..2000).map(|n| format!("(<= (p{} ?x) (p{n} ?x) (p{} ?x))", n + 1, n + 2)).collect();
    all(&format!("{dead}(<= terminal (p0 a))"));
    let roles: String = (0..5000).map(|n| format!("(role r{n}) (<= (legal r{n} go) (p0 ?x))")).collect();
    all(&format!("{names}{roles}"));
    let words = |n: usize| n.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect::<String>();
    let unasked: String = (0..20_000).map(|n| format!("(init (at word{}))", words(n))).collect();
    let asked: String = (20_000..21_000).map(|n| format!("(<= (next p) (true (at word{})))", words(n))).collect();
    all(&format!("{unasked}{asked}"));
}
