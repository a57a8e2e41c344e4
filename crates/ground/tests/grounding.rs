//! Ground games of sheets that are small enough to check by hand.

use game::{Evaluator, Game, Signal, State};
use gdl::Rules;
use ground::{Error, GroundingLimits, Resource, ground, ground_with_statistics};

fn rules(text: &str) -> Rules {
    Rules::from_text(text).unwrap_or_else(|diagnostics| panic!("well-formed: {diagnostics:?}"))
}

fn game(text: &str) -> Game {
    ground(&rules(text), &GroundingLimits::default()).expect("small enough")
}

fn names(game: &Game, role: usize) -> Vec<&str> {
    game.moves[role].iter().map(|m| m.name.as_str()).collect()
}

/// A lamp with a counter: a minimal game.
const LAMP: &str = "
    (role r)
    (init (step 8)) (init off) (init floor)
    (succ 8 9) (succ 9 10) (succ 10 11)
    (<= (legal r (press ?n)) (true (step ?n)))
    (<= (legal r wait) (true off))
    (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
    (<= (next on) (does r (press ?n)))
    (<= (next off) (does r wait))
    (<= (next floor) (true floor))
    (<= (next ghost) (true ghost))
    (<= terminal (true (step 11)))
    (<= (goal r 100) (true on))
    (<= (goal r 0) (true off))
";

#[test]
fn fluents_and_moves_are_in_natural_order() {
    let game = game(LAMP);
    assert_eq!(game.fluents, ["(step 8)", "(step 9)", "(step 10)", "(step 11)", "off", "on"]);
    assert_eq!(names(&game, 0), ["(press 8)", "(press 9)", "(press 10)", "(press 11)", "wait"]);
    assert_eq!(game.roles, ["r"]);
}

#[test]
fn facts_that_always_or_never_hold_are_not_fluents() {
    let game = game(LAMP);
    assert_eq!(game.always, ["floor"]);
    assert!(!game.fluents.contains(&"ghost".to_owned()));
    assert_eq!(State::initial(&game).facts(&game), ["(step 8)", "floor", "off"]);
}

#[test]
fn rewards_are_ascending_and_moves_have_legality_conditions() {
    let game = game(LAMP);
    let rewards: Vec<i32> = game.goals[0].iter().map(|g| g.reward).collect();
    assert_eq!(rewards, [0, 100]);
    let evaluator = Evaluator::new(&game).expect("well-formed circuit");
    let start = State::initial(&game);
    assert_eq!(evaluator.view(&start).legal, [[0, 4]]);
    let next = evaluator.next(&start, &[0]);
    assert_eq!(next.facts(&game), ["(step 9)", "floor", "on"]);
}

/// The lowest named reward is used for infinite play, whether or not a state can have it.
#[test]
fn the_lowest_reward_is_the_lowest_that_the_sheet_names() {
    assert_eq!(game(LAMP).lowest_rewards, [0]);
    let never = LAMP
        .replace("(<= (goal r 0) (true off))", "(<= (goal r 50) (true off)) (<= (goal ?r 10) (role ?r) (true ghost))");
    assert_eq!(game(&never).lowest_rewards, [10]);
    let derived = LAMP.replace("(<= (goal r 0) (true off))", "(worth 30) (<= (goal r ?v) (worth ?v) (true off))");
    assert_eq!(game(&derived).lowest_rewards, [30]);
}

#[test]
fn grounding_is_deterministic() {
    let (first, second) = (game(LAMP), game(LAMP));
    assert_eq!(format!("{first:?}"), format!("{second:?}"));
}

#[test]
fn the_only_move_of_a_role_is_an_input() {
    // `s` can only wait, and without that move `p` would go. So waiting is not idle, and the circuit must be able to
    // tell.
    let game = game(
        "(role r) (role s) (init p) (init q)
         (legal r a) (legal r b) (legal s wait)
         (<= (next p) (does s wait) (true p))
         (<= (next q) (does r a))
         (<= terminal (not (true q)))
         (goal r 50) (goal s 50)",
    );
    assert_eq!((game.fluents.as_slice(), game.always.len()), (&["p".to_owned(), "q".to_owned()][..], 0));
    assert_eq!(game.moves[1][0].legal, Signal::TRUE);
    let evaluator = Evaluator::new(&game).unwrap();
    let start = State::initial(&game);
    let legal = evaluator.view(&start).legal;
    assert_eq!(evaluator.busy(&start, &legal, &[0, 0]), [0, 1]);
    let without_p = State::from_fluents(2, [game::Fluent(1)]);
    assert_eq!(evaluator.busy(&without_p, &legal, &[0, 0]), [0], "there is no `p` that waiting could keep");
}

#[test]
fn paths_become_one_recursive_block() {
    let game = game(
        "(role r) (init (open a b)) (init (open b c)) (init (open c a)) (init (at a))
         (node a) (node b) (node c)
         (<= (legal r (close ?x ?y)) (true (open ?x ?y)))
         (<= (next (open ?x ?y)) (true (open ?x ?y)) (not (does r (close ?x ?y))))
         (<= (next (at ?x)) (true (at ?x)))
         (<= (way ?x ?y) (true (open ?x ?y)))
         (<= (way ?x ?z) (way ?x ?y) (way ?y ?z))
         (<= terminal (not (way a c)))
         (<= (goal r 100) (way a b)) (<= (goal r 0) (not (way a b)))",
    );
    let recursive: Vec<_> = game.circuit.blocks.iter().filter(|b| b.recursive).collect();
    assert_eq!(recursive.len(), 1);
    let evaluator = Evaluator::new(&game).expect("well-formed circuit");
    let start = State::initial(&game);
    assert!(!evaluator.view(&start).terminal);
    let close_bc = game.moves[0].iter().position(|m| m.name == "(close b c)").expect("a move");
    let next = evaluator.next(&start, &[close_bc]);
    assert!(evaluator.view(&next).terminal);
    assert_eq!(evaluator.view(&next).rewards, [[100]]);
}

#[test]
fn a_frame_rule_does_not_multiply_cells_by_moves() {
    // 20 x 20 squares and a move between any two: cells times moves would be 64 million instances.
    let numbers: String = (1..=20).map(|n| format!("(number {n}) ")).collect();
    let sheet = format!(
        "(role r) {numbers} (<= (init (cell ?x ?y)) (number ?x) (number ?y))
         (<= (legal r (jump ?x ?y ?u ?v)) (true (cell ?x ?y)) (number ?u) (number ?v))
         (<= (away ?x ?y ?u ?v) (number ?x) (number ?y) (number ?u) (number ?v) (distinct ?x ?u))
         (<= (away ?x ?y ?u ?v) (number ?x) (number ?y) (number ?u) (number ?v) (distinct ?y ?v))
         (<= (next (cell ?x ?y)) (true (cell ?x ?y)) (does ?r (jump ?u ?v ?s ?t)) (away ?x ?y ?s ?t))
         (<= terminal (not (true (cell 1 1)))) (goal r 100)"
    );
    let (game, statistics) = ground_with_statistics(&rules(&sheet), &GroundingLimits::default()).expect("small enough");
    assert_eq!(game.moves[0].len(), 160_000);
    assert!(statistics.instances < 1_000_000, "{statistics:?}");
}

#[test]
fn bare_variables_range_over_whole_facts_and_moves() {
    let game = game(
        "(role r) (init (at 1)) (init q)
         (<= (legal r (drop ?f)) (true ?f))
         (<= (next ?f) (true ?f) (not (does r (drop ?f))))
         (start (at 1)) (start q) (<= (gone ?f) (start ?f) (not (true ?f)))
         (<= terminal (gone q)) (<= (goal r 100) (not (gone (at 1)))) (<= (goal r 10) (gone (at 1)))",
    );
    assert_eq!(names(&game, 0), ["(drop (at 1))", "(drop q)"]);
    let evaluator = Evaluator::new(&game).expect("well-formed circuit");
    let next = evaluator.next(&State::initial(&game), &[1]);
    assert_eq!(next.facts(&game), ["(at 1)"]);
    assert!(evaluator.view(&next).terminal);
}

fn limit(text: &str, limits: &GroundingLimits) -> (Resource, String) {
    match ground(&rules(text), limits) {
        Err(error @ Error::Limit { resource, .. }) => (resource, error.to_string()),
        other => panic!("no limit was reached: {other:?}"),
    }
}

#[test]
fn a_term_that_nests_itself_ends_with_an_error() {
    let sheet = "(role r) (init (n zero)) (legal r wait) (<= (next (n (s ?x))) (true (n ?x)))
                 (<= terminal (true (n (s zero)))) (goal r 100)";
    let (resource, sentence) = limit(sheet, &GroundingLimits::default());
    assert_eq!(resource, Resource::TermSize);
    assert!(sentence.contains("nested a term beyond 4096 symbols"), "{sentence}");
    assert!(sentence.contains("`(next (n …))`"), "{sentence}");
}

#[test]
fn a_relation_that_exceeds_the_limit_is_named_with_its_rule() {
    let numbers: String = (1..=30).map(|n| format!("(number {n}) ")).collect();
    let sheet = format!(
        "(role r) {numbers} (init p) (legal r wait) (<= (next p) (true p) (huge ?a ?b ?c ?d))
         (<= (huge ?a ?b ?c ?d) (true p) (number ?a) (number ?b) (number ?c) (number ?d))
         (<= terminal (not (true p))) (goal r 100)"
    );
    let limits = GroundingLimits { atoms: 10_000, ..GroundingLimits::default() };
    let (resource, sentence) = limit(&sheet, &limits);
    assert_eq!(resource, Resource::Atoms);
    assert!(sentence.contains("more than 10000 atoms (`huge` has"), "{sentence}");
    assert!(sentence.contains("the rule for `(huge ?a ?b ?c ?d)` matched"), "{sentence}");
    let error = ground(&rules(&sheet), &limits).expect_err("too large");
    let start = error.span().expect("a rule is to blame").start as usize;
    assert!(sheet[start..].starts_with("(<= (huge"));
}

#[test]
fn memory_and_instances_are_bounded() {
    let sheet =
        |instances, bytes| limit(&wide(), &GroundingLimits { instances, bytes, ..GroundingLimits::default() }).0;
    assert_eq!(sheet(1000, 1 << 30), Resource::Instances);
    assert_eq!(sheet(1 << 30, 1 << 20), Resource::Bytes);
    let crowded = GroundingLimits { resident: Some(|| usize::MAX), ..GroundingLimits::default() };
    assert_eq!(limit(LAMP, &crowded).0, Resource::Bytes);
}

/// A sheet with 160,000 moves.
fn wide() -> String {
    let numbers: String = (1..=20).map(|n| format!("(number {n}) ")).collect();
    format!(
        "(role r) {numbers} (init p) (<= (next p) (true p))
         (<= (legal r (go ?a ?b ?c ?d)) (number ?a) (number ?b) (number ?c) (number ?d) (true p))
         (<= terminal (not (true p))) (goal r 100)"
    )
}

#[test]
fn equal_rewards_are_merged() {
    let game = game(
        "(role r) (init p) (init q) (legal r a) (legal r b) (<= (next p) (does r a)) (<= (next q) (does r b))
         (<= terminal (not (true p))) (<= (goal r 1) (true p)) (<= (goal r 01) (true q))",
    );
    assert_eq!(game.goals[0].len(), 1);
    let evaluator = Evaluator::new(&game).expect("well-formed circuit");
    let next = evaluator.next(&State::initial(&game), &[1]);
    assert_eq!(evaluator.view(&next).rewards, [[1]]);
}

#[test]
fn a_reward_must_be_a_number() {
    let sheet = "(role r) (init p) (legal r a) (prize many) (<= (next p) (true p)) (<= terminal (not (true p)))
                 (<= (goal r ?x) (prize ?x))";
    let error = ground(&rules(sheet), &GroundingLimits::default()).expect_err("not a number");
    assert_eq!(error.to_string(), "the reward in `(goal r many)` is not a whole number");
}
