//! Conditions on a board, used for outcomes and terminal states.

use crate::board::Board;
use crate::random::RandomChoices;
use crate::sheet::TextSheet;

/// A literal that reads the state and binds no variable; its relations are added to the sheet.
pub fn pattern(board: &Board, sheet: &mut TextSheet, random: &mut RandomChoices) -> String {
    let name = format!("pattern{}", sheet.clauses.len());
    let literal = match random.below(5) {
        0 => pattern_atom(board, random),
        1 => {
            // No cell has the value.
            sheet.rule(format!("(some-{name} ?v)"), ["(true (cell ?c ?v))"]);
            return format!("(not (some-{name} {}))", board.value(random));
        }
        2 => {
            let (first, second) = (pattern_atom(board, random), pattern_atom(board, random));
            return format!("(or {first} (not {second}))");
        }
        3 => {
            // A compound without arguments is the same as a proposition.
            sheet.rule(format!("({name})"), [pattern_atom(board, random), pattern_atom(board, random)]);
            name
        }
        _ => rare_pattern(board, sheet, random),
    };
    if random.one_in(4) { format!("(not {literal})") } else { literal }
}

/// The same, but of a kind that rarely holds in the initial state, used for terminal states.
pub fn rare_pattern(board: &Board, sheet: &mut TextSheet, random: &mut RandomChoices) -> String {
    let name = format!("rare{}", sheet.clauses.len());
    let value = board.value(random);
    match random.below(3) {
        0 => line(&name, &value, board, sheet, random),
        1 => path(&name, &value, board, sheet, random),
        _ => {
            // Two different cells have the value.
            let both =
                [format!("(true (cell ?c {value}))"), format!("(true (cell ?d {value}))"), "(distinct ?c ?d)".into()];
            sheet.rule(&name, both);
        }
    }
    name
}

fn pattern_atom(board: &Board, random: &mut RandomChoices) -> String {
    format!("(true (cell {} {}))", board.cell(random), board.value(random))
}

/// Three cells of the same value, from a table of lines.
fn line(name: &str, value: &str, board: &Board, sheet: &mut TextSheet, random: &mut RandomChoices) {
    for _ in 0..random.between(1, 4) {
        let [a, b, c] = std::array::from_fn(|_| board.cell(random));
        sheet.fact(format!("(line-{name} {a} {b} {c})"));
    }
    let cells = ["?a", "?b", "?c"].map(|c| format!("(true (cell {c} {value}))"));
    sheet.rule(name, std::iter::once(format!("(line-{name} ?a ?b ?c)")).chain(cells));
}

/// Two cells joined by neighbours of the same value: recursion through the state.
fn path(name: &str, value: &str, board: &Board, sheet: &mut TextSheet, random: &mut RandomChoices) {
    let start = board.cell(random);
    sheet.rule(format!("(path-{name} {start})"), [format!("(true (cell {start} {value}))")]);
    let step = [format!("(path-{name} ?c)"), "(adjacent ?c ?d)".into(), format!("(true (cell ?d {value}))")];
    sheet.rule(format!("(path-{name} ?d)"), step);
    sheet.rule(name, [format!("(path-{name} {})", board.cell(random))]);
}
