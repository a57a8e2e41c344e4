//! Constructs used by sheets in circulation are accepted, with the intended meaning.

use gdl::rules::{Dependence, Keyword, Rules};
use gdl::{Source, check, check_lenient};

/// A complete game that each test extends.
const GAME: &str = "(role x) (init p) (legal x wait) (<= (next p) (true p)) (<= terminal (true q)) (goal x 100)\n";

fn rules(text: &str) -> Rules {
    Rules::from_text(&format!("{GAME}{text}")).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// The clauses that `text` adds to the game.
fn clauses(text: &str) -> Vec<String> {
    lines(&rules(text))
}

fn lines(rules: &Rules) -> Vec<String> {
    rules
        .clauses
        .iter()
        .filter(|c| c.span.start as usize >= GAME.len())
        .map(|c| rules.display_clause(c).to_string())
        .collect()
}

fn lenient(text: &str) -> Vec<String> {
    let source = Source::new("test", format!("{GAME}{text}"));
    assert!(check(&source).rules.is_none(), "strictly, this is an error");
    let checked = check_lenient(&source);
    lines(&checked.rules.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)))
}

#[test]
fn brackets_need_no_preceding_space() {
    assert_eq!(
        clauses("(init(cell 1 1 b))(<=(next(cell 1 1 b))(true(cell 1 1 b)))"),
        ["(init (cell 1 1 b))", "(<= (next (cell 1 1 b)) (true (cell 1 1 b)))"]
    );
}

#[test]
fn keywords_are_case_insensitive_and_other_symbols_are_not() {
    assert_eq!(
        clauses("(<= (NEXT (Cell ?X ?x)) (True (Cell ?X ?x)) (NOT (true (cell ?X))) (Distinct ?X ?x))"),
        ["(<= (next (Cell ?0 ?1)) (true (Cell ?0 ?1)) (distinct ?0 ?1) (not (true (cell ?0))))"]
    );
}

#[test]
fn lines_may_end_with_a_carriage_return() {
    assert_eq!(clauses("; a comment\r(init q)\r\n; another\r(init r)"), ["(init q)", "(init r)"]);
}

#[test]
fn symbols_may_consist_of_punctuation() {
    assert_eq!(
        clauses("(++ 1 2) (> 3 2) (<= (next (+ ?x)) (++ ?x ?y) (> ?y ?x))")[2],
        "(<= (next (+ ?0)) (++ ?0 ?1) (> ?1 ?0))"
    );
}

#[test]
fn a_rule_with_an_empty_body_is_a_fact() {
    assert_eq!(clauses("(<= (init q))"), ["(init q)"]);
}

#[test]
fn not_and_distinct_move_after_their_binders() {
    let text = "(<= (next (f ?x ?y)) (distinct ?x ?y) (not (true (g ?y))) (true (h ?x)) (role ?x) (true (h ?y)))";
    let expected = "(<= (next (f ?0 ?1)) (true (h ?0)) (role ?0) (true (h ?1)) (distinct ?0 ?1) (not (true (g ?1))))";
    assert_eq!(clauses(text), [expected]);
}

#[test]
fn not_distinct_is_equality() {
    assert_eq!(
        clauses("(<= (next (f ?x ?y)) (not (distinct ?x (s ?y))) (true (g ?x)))"),
        ["(<= (next (f (s ?0) ?0)) (true (g (s ?0))))"]
    );
    assert_eq!(clauses("(<= (next (f ?x)) (not (distinct ?x a)))"), ["(next (f a))"]);
    assert!(clauses("(<= (next r) (not (distinct a b)))").is_empty());
}

#[test]
fn bare_variables_may_stand_for_fluents() {
    assert_eq!(clauses("(<= (next ?f) (true ?f))"), ["(<= (next ?0) (true ?0))"]);
}

#[test]
fn init_may_have_a_body() {
    let rules = rules("(index 1) (<= (init (cell ?x)) (index ?x))");
    assert_eq!(rules.relation(rules.keyword(Keyword::Init)).dependence, Dependence::Static);
}

#[test]
fn a_game_may_start_in_the_empty_state() {
    let checked =
        check(&Source::new("test", "(role x) (legal x a) (<= (next p) (does x a)) (<= terminal (true p)) (goal x 1)"));
    assert!(checked.rules.is_some(), "{:#?}", checked.diagnostics);
}

#[test]
fn brackets_around_a_constant_are_ignored() {
    assert_eq!(clauses("(<= (next (p)) (true (f (a) (p))))"), ["(<= (next p) (true (f a p)))"]);
    assert_eq!(clauses("(<= (open) (true p)) (<= (next r) open)"), ["(<= open (true p))", "(<= (next r) open)"]);
}

#[test]
fn goal_values_may_be_variables() {
    assert_eq!(clauses("(<= (goal x ?v) (true (score ?v)))"), ["(<= (goal x ?0) (true (score ?0)))"]);
}

#[test]
fn or_becomes_several_clauses() {
    assert_eq!(
        clauses("(<= (next r) (or (true a) (or (true b) (and (true c) (not (true d))))))"),
        ["(<= (next r) (true a))", "(<= (next r) (true b))", "(<= (next r) (true c) (not (true d)))"]
    );
    assert_eq!(clauses("(<= (next r) (not (or (true a) (not (true b)))))"), ["(<= (next r) (not (true a)) (true b))"]);
}

#[test]
fn many_ors_become_a_chain() {
    let ors: String = (0..10).map(|i| format!("(or (true (a {i} ?x)) (true (b {i} ?x)))")).collect();
    let clauses = clauses(&format!("(<= (next (f ?x)) (true (g ?x)) {ors})"));
    assert_eq!(clauses.len(), 21);
    assert!(clauses.iter().any(|c| c.starts_with("(<= (next (f ?0)) (next-step-")), "{clauses:#?}");
}

#[test]
fn a_relation_may_negate_another_part_of_itself() {
    let rules = rules("(role y) (<= (goal y 100) (true q)) (<= (goal y 0) (not (goal y 100)))");
    let goal = rules.keyword(Keyword::Goal);
    for clause in rules.clauses.iter().filter(|clause| clause.head.relation == goal) {
        assert_eq!(clause.body.len(), 1, "the union of its parts: {}", rules.display_clause(clause));
    }
}

#[test]
fn strata_and_dependence_follow_the_rules() {
    let rules = rules(
        "(<= a (true p)) (<= b (not a)) (<= c b (does x wait)) (<= (next r) (not c)) (<= d (role ?x)) (<= (next s) d)",
    );
    let relation = |name: &str| {
        let symbol = rules.symbols.find(name).expect("in the sheet");
        let relation = rules.relations.iter().find(|relation| relation.name == symbol).expect("a relation");
        (relation.stratum, relation.dependence)
    };
    assert_eq!(relation("a"), (0, Dependence::State));
    assert_eq!(relation("b"), (1, Dependence::State));
    assert_eq!(relation("c"), (1, Dependence::Moves));
    assert_eq!(relation("next"), (2, Dependence::Moves));
    assert_eq!(relation("d"), (0, Dependence::Static));
}

#[test]
fn roles_keep_their_order() {
    let rules = rules("(role o) (role (team 1)) (role x)");
    let roles: Vec<String> = rules.roles.iter().map(|role| rules.display(role).to_string()).collect();
    assert_eq!(roles, ["x", "o", "(team 1)"]);
}

#[test]
fn lenient_mode_ignores_negative_literals_with_unbound_variables() {
    assert_eq!(lenient("(<= (next r) (true p) (not (true (f ?x))))"), ["(<= (next r) (true p))"]);
    assert_eq!(lenient("(<= (next r) (true p) (distinct ?x a))"), ["(<= (next r) (true p))"]);
}

#[test]
fn in_lenient_mode_the_head_does_not_bind_variables_of_negative_literals() {
    assert_eq!(lenient("(<= (goal ?r 0) (not (true (won ?r))))"), ["(<= (goal ?0 0) (role ?0))"]);
}

#[test]
fn in_lenient_mode_unbound_roles_range_over_all_roles() {
    assert_eq!(lenient("(<= (legal ?r pass) (true p))"), ["(<= (legal ?0 pass) (role ?0) (true p))"]);
}

#[test]
fn in_lenient_mode_unbound_head_variables_range_over_all_constants() {
    let source = Source::new("test", format!("{GAME}(<= (other ?a ?b) (distinct ?a ?b)) (<= (next r) (other x p))"));
    let rules = check_lenient(&source).rules.expect("has a meaning");
    let texts: Vec<String> = rules.clauses.iter().map(|c| rules.display_clause(c).to_string()).collect();
    let constant = rules.relations.iter().map(|r| rules.symbols.name(r.name)).find(|n| n.starts_with("constant-"));
    let constant = constant.expect("an auxiliary relation");
    assert!(texts.contains(&format!("(<= (other ?0 ?1) ({constant} ?0) ({constant} ?1))")));
    assert!(texts.contains(&format!("({constant} wait)")));
}

#[test]
fn in_lenient_mode_a_name_with_two_arities_is_two_relations() {
    let clauses = lenient("(foo a) (foo a b) (<= (next r) (foo a) (foo a b))");
    assert_eq!(clauses[2], "(<= (next r) (foo a) (foo a b))");
}
