//! The guarantees of the generators, checked by the checker and the interpreter.

use gdl::Source;
use interpret::Interpreter;
use randomgame::{BoardShape, RandomChoices, Turns, board, wild};

const SHEETS: u64 = 300;
const PLAYOUTS: usize = 5;
const LONGEST: usize = 60;

fn random_board(seed: u64) -> (BoardShape, String) {
    let shape = BoardShape::random(&mut RandomChoices::new(seed));
    let sheet = board(&shape, &mut RandomChoices::new(seed)).to_string();
    (shape, sheet)
}

fn interpreter(sheet: &str) -> Interpreter {
    let checked = gdl::check(&Source::new("random", sheet));
    let errors: Vec<_> = checked.diagnostics.iter().filter(|d| d.is_error()).collect();
    let rules = checked.rules.unwrap_or_else(|| panic!("{errors:?}\n{sheet}"));
    Interpreter::new(&rules).unwrap_or_else(|error| panic!("{error}\n{sheet}"))
}

/// Plays a random game and returns the number of plies; `None` if it did not end.
fn play(interpreter: &mut Interpreter, shape: &BoardShape, random: &mut RandomChoices, sheet: &str) -> Option<usize> {
    let mut state = interpreter.initial().expect("a first state");
    for ply in 0..LONGEST {
        let view = interpreter.view(&state).expect("a view");
        if view.terminal {
            assert!(view.goals.iter().all(|values| values.len() == 1), "{:?}\n{sheet}", view.goals);
            let sum: i32 = view.goals.iter().flatten().sum();
            assert!(!shape.constant_sum || sum == 100, "{:?}\n{sheet}", view.goals);
            return Some(ply);
        }
        assert!(view.legal.iter().all(|moves| !moves.is_empty()), "stuck after {ply} plies\n{sheet}");
        let choosing = view.legal.iter().filter(|moves| moves.len() > 1).count();
        assert!(shape.turns == Turns::Simultaneous || choosing <= 1, "two roles choose\n{sheet}");
        let joint: Vec<_> = view.legal.iter().map(|moves| *random.pick(moves)).collect();
        state = interpreter.next(&state, &joint).expect("a successor");
    }
    None
}

#[test]
fn board_games_are_playable_and_acyclic_ones_end() {
    for seed in 0..SHEETS {
        let (shape, sheet) = random_board(seed);
        let mut interpreter = interpreter(&sheet);
        for playout in 0..PLAYOUTS {
            let ended = play(&mut interpreter, &shape, &mut RandomChoices::new(playout as u64), &sheet);
            assert!(shape.cyclic || ended.is_some(), "seed {seed} does not end\n{sheet}");
            assert!(shape.steps.is_none_or(|steps| ended.is_some_and(|plies| plies <= steps)), "seed {seed}\n{sheet}");
        }
    }
}

#[test]
fn board_games_of_every_kind_last_several_plies() {
    for turns in [Turns::Alternating, Turns::Irregular, Turns::Simultaneous] {
        for cyclic in [false, true] {
            let lengths = (0..50).filter_map(|seed| {
                let shape =
                    BoardShape { turns, cyclic, steps: Some(8), ..BoardShape::random(&mut RandomChoices::new(seed)) };
                let sheet = board(&shape, &mut RandomChoices::new(seed)).to_string();
                play(&mut interpreter(&sheet), &shape, &mut RandomChoices::new(seed), &sheet)
            });
            assert!(lengths.filter(|&plies| plies >= 3).count() >= 10, "{turns:?}, cyclic: {cyclic}");
        }
    }
}

#[test]
fn nearly_all_wild_sheets_are_well_formed() {
    let well_formed = |seed| {
        let sheet = wild(&mut RandomChoices::new(seed)).to_string();
        gdl::check_lenient(&Source::new("wild", sheet)).rules.is_some()
    };
    let accepted = (0..SHEETS).filter(|&seed| well_formed(seed)).count();
    assert!(accepted as u64 > SHEETS * 9 / 10, "{accepted} of {SHEETS}");
}
