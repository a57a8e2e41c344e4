//! The ground game agrees with the interpreter, which shares only the checked rules with the grounder.
//!
//! In random playouts of bundled and random sheets, the facts, terminal status, legal moves, goals and successor of
//! every state are compared.

use game::{Evaluator, Game, State};
use gdl::{Rules, Source};
use ground::{Error, GroundingLimits, ground, ground_with_statistics};
use interpret::Interpreter;
use randomgame::{BoardShape, RandomChoices, board, wild};

fn rules(name: &str, text: &str) -> Rules {
    let checked = gdl::check_lenient(&Source::new(name, text));
    checked.rules.unwrap_or_else(|| panic!("{name} is well-formed: {:?}\n{text}", checked.diagnostics))
}

/// A state and its properties, as text.
#[derive(PartialEq, Eq, Debug)]
struct Seen {
    facts: Vec<String>,
    terminal: bool,
    legal: Vec<Vec<String>>,
    goals: Vec<Vec<i32>>,
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

fn seen_by_interpreter(interpreter: &mut Interpreter, state: &interpret::State) -> Seen {
    let view = interpreter.view(state).expect("small enough to interpret");
    let texts = |terms: &[interpret::TermId]| sorted(terms.iter().map(|&t| interpreter.text(t)).collect());
    Seen {
        facts: texts(state.facts()),
        terminal: view.terminal,
        legal: view.legal.iter().map(|moves| texts(moves)).collect(),
        goals: view.goals,
    }
}

fn seen_by_evaluator(game: &Game, evaluator: &Evaluator, state: &State) -> Seen {
    let view = evaluator.view(state);
    let names = |role: usize, moves: &[usize]| moves.iter().map(|&m| game.moves[role][m].name.clone()).collect();
    Seen {
        facts: sorted(state.facts(game).into_iter().map(str::to_owned).collect()),
        terminal: view.terminal,
        legal: view.legal.iter().enumerate().map(|(role, moves)| sorted(names(role, moves))).collect(),
        goals: view.rewards,
    }
}

/// Plays at random and compares every state.
fn compare(
    name: &str,
    text: &str,
    limits: &GroundingLimits,
    random: &mut RandomChoices,
    playouts: usize,
    plies: usize,
) {
    let rules = rules(name, text);
    let game = match ground(&rules, limits) {
        Ok(game) => game,
        // Some wild sheets nest terms without bound.
        Err(Error::Limit { .. }) if name.starts_with("wild") => return,
        Err(error) => panic!("{name}: {error}\n{text}"),
    };
    let evaluator = Evaluator::new(&game).unwrap_or_else(|defect| panic!("{name}: {defect}\n{text}"));
    let mut interpreter = Interpreter::new(&rules).expect("compiles");
    for _ in 0..playouts {
        let mut state = State::initial(&game);
        let mut reference = interpreter.initial().expect("small enough to interpret");
        for ply in 0..=plies {
            let expected = seen_by_interpreter(&mut interpreter, &reference);
            let found = seen_by_evaluator(&game, &evaluator, &state);
            assert_eq!(found, expected, "{name} at ply {ply}\n{text}");
            if expected.terminal || expected.legal.iter().any(Vec::is_empty) {
                break;
            }
            let chosen: Vec<&String> = expected.legal.iter().map(|moves| random.pick(moves)).collect();
            let joint = chosen.iter().enumerate().map(|(role, name)| {
                game.moves[role].iter().position(|m| m.name == **name).expect("legal moves are moves")
            });
            state = evaluator.next(&state, &joint.collect::<Vec<usize>>());
            let terms: Vec<_> = chosen.iter().map(|m| interpreter.parse(m).expect("a term")).collect();
            reference = interpreter.next(&reference, &terms).expect("small enough to interpret");
        }
    }
}

fn small() -> GroundingLimits {
    GroundingLimits { atoms: 200_000, instances: 500_000, ..GroundingLimits::default() }
}

/// Restricts every relation to the atoms that are used.
fn restrictive() -> GroundingLimits {
    GroundingLimits { restrict_above: 0, ..small() }
}

#[test]
fn ground_bundled_games_agree_with_the_interpreter() {
    for bundled in games::all() {
        let text = games::sheet(&bundled.example()).expect("an example of itself");
        compare(bundled.name, &text, &small(), &mut RandomChoices::new(1), 2, 30);
    }
}

#[test]
fn bundled_games_grounded_on_demand_agree_with_the_interpreter() {
    for bundled in games::all() {
        let text = games::sheet(&bundled.example()).expect("an example of itself");
        compare(bundled.name, &text, &restrictive(), &mut RandomChoices::new(2), 1, 15);
    }
}

#[test]
fn ground_wild_sheets_agree_with_the_interpreter() {
    for seed in 0..200 {
        let mut random = RandomChoices::new(seed);
        let text = wild(&mut random).to_string();
        compare(&format!("wild {seed}"), &text, &small(), &mut random, 3, 12);
        compare(&format!("wild {seed} on demand"), &text, &restrictive(), &mut random, 3, 12);
    }
}

#[test]
fn ground_random_board_games_agree_with_the_interpreter() {
    for seed in 0..50 {
        let mut random = RandomChoices::new(seed);
        let shape = BoardShape::random(&mut random);
        let text = board(&shape, &mut random).to_string();
        compare(&format!("board {seed}"), &text, &small(), &mut random, 2, 20);
        compare(&format!("board {seed} on demand"), &text, &restrictive(), &mut random, 2, 20);
    }
}

/// A row of `n` cells to fill, won if every number occurs in it exactly once; defined by a relation of n · n ·
/// (n-1)^(n-1) atoms.
fn latin_row(n: usize) -> String {
    let each = |text: &dyn Fn(usize) -> String| (1..=n).map(text).collect::<Vec<_>>().join(" ");
    let all = each(&|i| format!("?m{i}"));
    let once = |i: usize| {
        let others = (1..=n).filter(|&j| j != i).map(|j| format!("(number ?m{j}) (not (same ?z ?m{j}))"));
        format!("(<= (once ?z {all}) (same ?z ?m{i}) {})", others.collect::<String>())
    };
    format!(
        "(role r) {numbers} (<= (same ?x ?x) (number ?x))
         (<= (empty ?i) (number ?i) (not (filled ?i))) (<= (filled ?i) (true (mark ?i ?m)))
         (<= open (empty ?i)) (<= terminal (not open))
         (<= (legal r (play ?i ?m)) (empty ?i) (number ?m) (not (present ?m)))
         (<= (legal r (repeat ?i)) (empty ?i) (present ?m))
         (<= (present ?m) (true (mark ?i ?m)))
         (<= (next (mark ?i ?m)) (does r (play ?i ?m))) (<= (next (mark ?i ?m)) (true (mark ?i ?m)))
         (<= (next (mark ?i 1)) (does r (repeat ?i)))
         {definitions}
         (<= good {marks} {conditions}) (<= (goal r 100) good) (<= (goal r 0) (not good))",
        numbers = each(&|i| format!("(number {i})")),
        definitions = each(&once),
        marks = each(&|i| format!("(true (mark {i} ?m{i}))")),
        conditions = each(&|i| format!("(once {i} {all})")),
    )
}

#[test]
fn a_relation_too_large_to_list_becomes_an_automaton() {
    let text = latin_row(7);
    let limits = GroundingLimits { restrict_above: 10_000, ..small() };
    compare("latin row", &text, &limits, &mut RandomChoices::new(3), 30, 10);
    let (_, statistics) = ground_with_statistics(&rules("latin row", &text), &limits).expect("small enough");
    assert!(statistics.instances < 5_000, "{statistics:?}");
}

#[test]
fn negated_facts_are_kept_when_unfolding() {
    let text = "(role r) (init p) (number 1) (number 2) (legal r wait)
                (<= (next p) (number 2)) (<= (next q) (number 3)) (<= (next s) (true p) (number 1) (number 7))
                (<= terminal (true q)) (<= terminal (true s)) (<= (goal r 100) (true p)) (<= (goal r 0) (true q))";
    compare("ground facts", text, &restrictive(), &mut RandomChoices::new(4), 1, 3);
}
