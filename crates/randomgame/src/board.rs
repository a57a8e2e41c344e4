//! Playable games: marks on the cells of a small board.
//!
//! A state is a value per cell, the role in control unless moves are simultaneous, and optionally a step counter. A
//! move names a cell with a certain value, changes it, and may change its neighbours. Every such game is playable:
//!
//! - a role without an action may `pass`, and a role that is not in control may wait (`noop`), so nobody is ever stuck;
//! - the game is over when nobody has an action;
//! - outcomes are tried in order and the last one always applies, so there is exactly one.
//!
//! Unless the shape is cyclic, each move raises the value of its cell and lowers none. Passing changes no cell, but
//! somebody can raise one, so no state repeats.

use crate::pattern::{pattern, rare_pattern};
use crate::random::RandomChoices;
use crate::shape::{BoardShape, Turns};
use crate::sheet::TextSheet;

/// The cells and values of the board.
pub(crate) struct Board {
    cells: Vec<String>,
    values: Vec<String>,
}

impl Board {
    pub(crate) fn cell(&self, random: &mut RandomChoices) -> String {
        random.pick(&self.cells).clone()
    }

    pub(crate) fn value(&self, random: &mut RandomChoices) -> String {
        random.pick(&self.values).clone()
    }

    /// Two values, the second one higher unless `any` is set.
    fn change(&self, any: bool, random: &mut RandomChoices) -> (&str, &str) {
        let from = random.below(self.values.len() - 1);
        let to = random.between(from + 1, self.values.len() - 1);
        let swap = any && random.one_in(2);
        let (from, to) = if swap { (to, from) } else { (from, to) };
        (&self.values[from], &self.values[to])
    }
}

/// A random playable game of this shape.
pub fn board(shape: &BoardShape, random: &mut RandomChoices) -> TextSheet {
    let cells = if random.one_in(3) {
        (0..shape.cells.max(1)).map(|i| format!("(at {} {})", i / 2 + 1, i % 2 + 1)).collect()
    } else {
        (1..=shape.cells.max(1)).map(|i| i.to_string()).collect()
    };
    let values = ["b", "x", "o", "w", "z"].iter().map(ToString::to_string).take(shape.values.max(2)).collect();
    let board = Board { cells, values };
    let roles: Vec<String> = (1..=shape.roles.max(1)).map(|i| format!("p{i}")).collect();

    let mut sheet = TextSheet::default();
    roles.iter().for_each(|role| sheet.fact(format!("(role {role})")));
    start(shape, &board, &roles, &mut sheet, random);
    neighbours(&board, &mut sheet, random);
    actions(shape, &board, &roles, &mut sheet, random);
    turns(shape, &roles, &mut sheet, random);
    end(shape, &board, &roles, &mut sheet, random);
    if shape.declared {
        declarations(shape, &board, &mut sheet);
    }
    sheet.shuffle_bodies(random);
    sheet
}

fn start(shape: &BoardShape, board: &Board, roles: &[String], sheet: &mut TextSheet, random: &mut RandomChoices) {
    for cell in &board.cells {
        // Mostly the lowest value, so that actions remain.
        let value = if random.one_in(4) { board.value(random) } else { board.values[0].clone() };
        sheet.fact(format!("(init (cell {cell} {value}))"));
    }
    if shape.turns != Turns::Simultaneous {
        sheet.fact(format!("(init (control {}))", random.pick(roles)));
    }
    if shape.steps.is_some() {
        sheet.fact("(init (step 0))");
    }
}

/// A path through the board, so that recursion is deep, and some shortcuts.
fn neighbours(board: &Board, sheet: &mut TextSheet, random: &mut RandomChoices) {
    for pair in board.cells.windows(2) {
        sheet.fact(format!("(adjacent {} {})", pair[0], pair[1]));
    }
    for _ in 0..random.between(1, 3) {
        sheet.fact(format!("(adjacent {} {})", board.cell(random), board.cell(random)));
    }
}

fn actions(shape: &BoardShape, board: &Board, roles: &[String], sheet: &mut TextSheet, random: &mut RandomChoices) {
    for action in (0..shape.actions.max(1)).map(|i| format!("act{i}")) {
        let (from, to) = board.change(shape.cyclic, random);
        let mut body = vec!["(role ?r)".to_string(), format!("(true (cell ?c {from}))")];
        if random.one_in(2) {
            body.push(precondition(board, roles, random));
        }
        sheet.rule(format!("(can ?r ({action} ?c))"), body);
        sheet.rule(format!("(next (cell ?c {to}))"), [format!("(does ?r ({action} ?c))")]);
        sheet.rule("(changed ?c)", [format!("(does ?r ({action} ?c))")]);
        if random.one_in(3) {
            let (from, to) = board.change(shape.cyclic, random);
            let touched =
                [format!("(does ?r ({action} ?c))"), "(adjacent ?c ?d)".into(), format!("(true (cell ?d {from}))")];
            sheet.rule(format!("(next (cell ?d {to}))"), touched.clone());
            sheet.rule("(changed ?d)", touched);
        }
    }
    sheet.rule("(next (cell ?c ?v))", ["(true (cell ?c ?v))", "(not (changed ?c))"]);
}

/// Further conditions for role `?r` to act on cell `?c`.
fn precondition(board: &Board, roles: &[String], random: &mut RandomChoices) -> String {
    let value = board.value(random);
    match random.below(4) {
        0 => format!("(distinct ?c {})", board.cell(random)),
        1 => format!("(distinct ?r {})", random.pick(roles)),
        2 => format!("(not (true (cell {} {value})))", board.cell(random)),
        _ => format!("(or (true (cell {} {value})) (adjacent {} ?c))", board.cell(random), board.cell(random)),
    }
}

fn turns(shape: &BoardShape, roles: &[String], sheet: &mut TextSheet, random: &mut RandomChoices) {
    sheet.rule("(able ?r)", ["(can ?r ?m)"]);
    sheet.rule("stuck", ["(not going)"]);
    sheet.rule("going", ["(able ?r)"]);
    let now = if shape.turns == Turns::Simultaneous { "(role ?r)" } else { "(true (control ?r))" };
    sheet.rule("(legal ?r ?m)", [now, "(can ?r ?m)"]);
    sheet.rule("(legal ?r pass)", [now, "(not (able ?r))"]);
    if let Some(steps) = shape.steps {
        (0..steps).for_each(|step| sheet.fact(format!("(successor {step} {})", step + 1)));
        sheet.rule("(next (step ?n))", ["(true (step ?s))", "(successor ?s ?n)"]);
    }
    if shape.turns == Turns::Simultaneous {
        return;
    }
    sheet.rule("(legal ?r noop)", ["(role ?r)", "(true (control ?o))", "(distinct ?r ?o)"]);
    for (index, role) in roles.iter().enumerate() {
        sheet.fact(format!("(after {role} {})", roles[(index + 1) % roles.len()]));
    }
    let mut body = vec!["(true (control ?r))", "(after ?r ?n)"];
    if shape.turns == Turns::Irregular {
        // The first kind of move passes the turn to a certain role, perhaps to the same one.
        let chosen = random.pick(roles);
        sheet.rule("extra", ["(does ?r (act0 ?c))"]);
        sheet.rule(format!("(next (control {chosen}))"), ["extra"]);
        body.push("(not extra)");
    }
    sheet.rule("(next (control ?n))", body);
}

fn end(shape: &BoardShape, board: &Board, roles: &[String], sheet: &mut TextSheet, random: &mut RandomChoices) {
    sheet.rule("terminal", ["stuck"]);
    if let Some(steps) = shape.steps {
        sheet.rule("terminal", [format!("(true (step {steps}))")]);
    }
    let mut otherwise = Vec::new();
    for outcome in 0..random.between(0, 3) {
        let ends = random.one_in(3);
        let condition = if ends { rare_pattern(board, sheet, random) } else { pattern(board, sheet, random) };
        if ends {
            sheet.rule("terminal", [condition.clone()]);
        }
        sheet.rule(format!("fits{outcome}"), [condition]);
        let this = format!("fits{outcome}");
        sheet.rule(format!("(outcome {outcome})"), otherwise.iter().cloned().chain([this.clone()]));
        otherwise.push(format!("(not {this})"));
        rewards(shape, roles, &outcome.to_string(), sheet, random);
    }
    match otherwise.is_empty() {
        true => sheet.fact("(outcome last)"),
        false => sheet.rule("(outcome last)", otherwise),
    }
    rewards(shape, roles, "last", sheet, random);
    sheet.rule("(goal ?r ?g)", ["(outcome ?o)", "(reward ?r ?o ?g)"]);
}

fn rewards(shape: &BoardShape, roles: &[String], outcome: &str, sheet: &mut TextSheet, random: &mut RandomChoices) {
    let mut left = 100;
    for (index, role) in roles.iter().enumerate() {
        let last = index + 1 == roles.len();
        let reward = match shape.constant_sum {
            true if last => left,
            true => *random.pick(&[0, left / 2, left]),
            false => *random.pick(&[0, 0, 25, 30, 50, 70, 100, 100]),
        };
        left -= if shape.constant_sum { reward } else { 0 };
        sheet.fact(format!("(reward {role} {outcome} {reward})"));
    }
}

fn declarations(shape: &BoardShape, board: &Board, sheet: &mut TextSheet) {
    board.cells.iter().for_each(|cell| sheet.fact(format!("(index {cell})")));
    board.values.iter().for_each(|value| sheet.fact(format!("(mark {value})")));
    sheet.rule("(base (cell ?c ?v))", ["(index ?c)", "(mark ?v)"]);
    (0..shape.actions.max(1)).for_each(|i| sheet.rule(format!("(input ?r (act{i} ?c))"), ["(role ?r)", "(index ?c)"]));
    sheet.rule("(input ?r pass)", ["(role ?r)"]);
    if shape.turns != Turns::Simultaneous {
        sheet.rule("(base (control ?r))", ["(role ?r)"]);
        sheet.rule("(input ?r noop)", ["(role ?r)"]);
    }
    if let Some(steps) = shape.steps {
        (0..=steps).for_each(|step| sheet.fact(format!("(base (step {step}))")));
    }
}
