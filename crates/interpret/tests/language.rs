//! The semantics of rule sheets, one feature at a time.

use std::time::Instant;

use gdl::Rules;
use interpret::{Error, Interpreter, InterpreterLimits, State};

/// A sheet with these rules and the few that every game needs.
fn game(rules: &str) -> Interpreter {
    Interpreter::new(&checked(rules)).unwrap()
}

fn checked(rules: &str) -> Rules {
    let sheet = format!("(role you) (<= terminal (true over)) (goal you 0) {rules}");
    gdl::check_lenient(&gdl::Source::new("test", &sheet)).rules.expect("well-formed")
}

fn state(game: &mut Interpreter, facts: &[&str]) -> State {
    State::new(facts.iter().map(|f| game.parse(f).unwrap()).collect())
}

/// The texts of the only role's legal moves, sorted.
fn legal(game: &mut Interpreter, facts: &[&str]) -> Vec<String> {
    let state = state(game, facts);
    let legal = game.legal(&state).unwrap();
    sorted(legal[0].iter().map(|&m| game.text(m)).collect())
}

fn next(game: &mut Interpreter, facts: &[&str], chosen: &str) -> Vec<String> {
    let state = state(game, facts);
    let chosen = game.parse(chosen).unwrap();
    let next = game.next(&state, &[chosen]).unwrap();
    sorted(next.facts().iter().map(|&f| game.text(f)).collect())
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

#[test]
fn init_may_have_rules() {
    let mut game = game("(x 1) (x 2) (<= (init (cell ?x ?y)) (x ?x) (x ?y) (distinct ?x ?y)) (init p) (legal you go)");
    let initial = game.initial().unwrap();
    let facts = sorted(initial.facts().iter().map(|&f| game.text(f)).collect());
    assert_eq!(facts, ["(cell 1 2)", "(cell 2 1)", "p"]);
}

#[test]
fn recursion_finds_all_paths_on_cycles_and_in_both_directions() {
    let edges = "(<= (edge ?x ?y) (true (edge ?x ?y)))";
    for path in [
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))",
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))",
        "(<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (edge ?x ?y))",
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (back ?z ?y)) (<= (back ?z ?y) (path ?y ?z))",
    ] {
        let mut game = game(&format!("{edges} {path} (<= (legal you (go ?x)) (path a ?x))"));
        let facts = ["(edge a b)", "(edge b c)", "(edge c b)", "(edge d a)"];
        assert_eq!(legal(&mut game, &facts), ["(go b)", "(go c)"], "{path}");
        assert_eq!(legal(&mut game, &facts[1..]), [""; 0], "{path}");
    }
}

#[test]
fn negation_uses_the_complete_recursive_relation() {
    let mut game = game(
        "(node a) (node b) (node c)
         (<= (reached a))
         (<= (reached ?y) (reached ?x) (true (edge ?x ?y)))
         (<= (legal you (visit ?x)) (node ?x) (not (reached ?x)))",
    );
    assert_eq!(legal(&mut game, &["(edge a b)"]), ["(visit c)"]);
    assert_eq!(legal(&mut game, &["(edge a b)", "(edge b c)"]), [""; 0]);
}

#[test]
fn function_terms_are_built_and_matched() {
    let mut game = game(
        "(<= (next (pair ?y ?x)) (true (pair ?x ?y)) (does you (swap (pair ?x ?y))))
         (<= (next ?f) (true ?f) (does you (keep ?f)))
         (<= (legal you (swap ?p)) (true ?p) (is-pair ?p))
         (<= (is-pair (pair ?x ?y)) (true (pair ?x ?y)))",
    );
    assert_eq!(legal(&mut game, &["(pair a (s b))", "c"]), ["(swap (pair a (s b)))"]);
    assert_eq!(next(&mut game, &["(pair a (s b))", "c"], "(swap (pair a (s b)))"), ["(pair (s b) a)"]);
    assert_eq!(next(&mut game, &["(pair a (s b))", "c"], "(keep c)"), ["c"]);
}

#[test]
fn a_relation_too_large_in_full_can_be_queried_for_one_value() {
    // Peano addition has infinitely many instances, but one for known summands.
    let mut game = game(
        "(<= (number z)) (<= (number (s ?n)) (number ?n))
         (<= (sum z ?n ?n) (number ?n))
         (<= (sum (s ?m) ?n (s ?k)) (sum ?m ?n ?k))
         (<= (legal you (say ?k)) (true (ask ?m ?n)) (sum ?m ?n ?k))",
    );
    assert_eq!(legal(&mut game, &["(ask (s (s z)) (s z))"]), ["(say (s (s (s z))))"]);
}

#[test]
fn facts_of_a_relation_with_rules_count() {
    let mut game =
        game("(free a) (<= (free ?x) (true (opened ?x))) (<= (legal you (take ?x)) (free ?x)) (legal you wait)");
    assert_eq!(legal(&mut game, &["(opened b)"]), ["(take a)", "(take b)", "wait"]);
}

#[test]
fn a_nullary_bracket_is_the_name() {
    let mut game = game("(<= (legal you go) (ready)) (<= ready (true (lit)))");
    assert_eq!(legal(&mut game, &["lit"]), ["go"]);
}

#[test]
fn there_may_be_no_goal_one_or_several() {
    let sheet = "(role you) (legal you wait) (<= terminal (true p))
                 (<= (goal you 100) (true p)) (<= (goal you ?n) (true (worth ?n)))";
    let rules = gdl::check_lenient(&gdl::Source::new("test", sheet)).rules.expect("well-formed");
    let mut game = Interpreter::new(&rules).unwrap();
    for (facts, expected) in [(vec![], vec![]), (vec!["p"], vec![100]), (vec!["p", "(worth 5)"], vec![5, 100])] {
        let state = state(&mut game, &facts);
        assert_eq!(game.goals(&state).unwrap(), [expected]);
    }
    let state = state(&mut game, &["(worth much)"]);
    assert_eq!(game.goals(&state), Err(Error::GoalValue { value: "much".into() }));
}

#[test]
fn answers_for_one_state_do_not_leak_into_the_next() {
    let mut game =
        game("(<= (legal you (go ?x)) (near ?x)) (<= (near ?x) (true (at ?y)) (step ?y ?x)) (step 1 2) (step 2 3)");
    for _ in 0..3 {
        assert_eq!(legal(&mut game, &["(at 1)"]), ["(go 2)"]);
        assert_eq!(legal(&mut game, &["(at 2)"]), ["(go 3)"]);
        assert_eq!(legal(&mut game, &["(at 3)"]), [""; 0]);
    }
}

#[test]
fn successors_for_different_moves_are_independent() {
    let mut game = game("(<= (next (at ?x)) (does you (go ?x))) (<= (legal you (go ?x)) (x ?x)) (x 1) (x 2)");
    assert_eq!(next(&mut game, &["(at 1)"], "(go 1)"), ["(at 1)"]);
    assert_eq!(next(&mut game, &["(at 1)"], "(go 2)"), ["(at 2)"]);
}

#[test]
fn a_joint_move_has_one_move_per_role() {
    let mut game = game("(legal you wait)");
    let state = state(&mut game, &[]);
    assert_eq!(game.next(&state, &[]), Err(Error::JointMove { roles: 1, moves: 0 }));
}

#[test]
fn infinite_relations_are_stopped_by_each_limit() {
    let endless = checked("(<= (number z)) (<= (number (s ?n)) (number ?n)) (<= (legal you (say ?n)) (number ?n))");
    let few_steps = InterpreterLimits { steps: 1 << 20, ..InterpreterLimits::default() };
    let little_memory = InterpreterLimits { bytes: 1 << 24, ..InterpreterLimits::default() };
    let no_time = InterpreterLimits { deadline: Some(Instant::now()), ..InterpreterLimits::default() };
    for (limits, error) in
        [(few_steps, Error::Steps(1 << 20)), (little_memory, Error::Memory(1 << 24)), (no_time, Error::Time)]
    {
        let mut game = Interpreter::with_limits(&endless, limits).unwrap();
        let empty = State::new(Vec::new());
        assert_eq!(game.legal(&empty), Err(error.clone()));
        // The interpreter is still usable.
        assert_eq!(game.terminal(&empty), Ok(false));
        assert_eq!(game.legal(&empty), Err(error));
    }
}

#[test]
fn long_chains_of_relations_do_not_overflow_the_stack() {
    let length = 20_000;
    let mut rules = String::from("(<= (legal you go) p0)");
    for i in 0..length {
        rules += &format!("(<= p{i} p{})", i + 1);
    }
    rules += &format!("(<= p{length} (true lit))");
    let mut game = game(&rules);
    assert_eq!(legal(&mut game, &["lit"]), ["go"]);
    assert_eq!(legal(&mut game, &[]), [""; 0]);
}

#[test]
fn long_bodies_compile() {
    let body: String = (0..5_000).map(|i| format!("(true (on {i})) (not (true (off {i})))")).collect();
    let mut game = game(&format!("(<= (legal you go) {body})"));
    assert_eq!(legal(&mut game, &["(on 1)"]), [""; 0]);
}

#[test]
fn a_move_is_idle_if_the_next_state_is_the_same_without_it() {
    // The clock ticks unconditionally, the walker walks, the sleeper sleeps, and the guard matters only while the gate
    // is open.
    let sheet = "(role walker) (role sleeper) (role guard)
        (init (at 1)) (init gate) (succ 1 2) (succ 2 3) (succ 3 4)
        (legal walker walk) (legal sleeper snore) (legal guard close)
        (<= (next (at ?m)) (does walker walk) (true (at ?n)) (succ ?n ?m))
        (<= (next gate) (true gate) (not (does guard close)))
        (<= terminal (true (at 4))) (<= (goal ?r 100) (role ?r))";
    let rules = gdl::Rules::from_text(sheet).expect("well-formed");
    let mut game = Interpreter::new(&rules).unwrap();
    let open = game.initial().unwrap();
    let legal = game.legal(&open).unwrap();
    let joint: Vec<_> = legal.iter().map(|moves| moves[0]).collect();
    assert_eq!(game.busy(&open, &legal, &joint).unwrap(), [0, 2]);
    let closed = game.next(&open, &joint).unwrap();
    assert_eq!(game.busy(&closed, &legal, &joint).unwrap(), [0]);
    assert_eq!(game.next(&open, &joint).unwrap(), closed, "asking changes nothing");
}
