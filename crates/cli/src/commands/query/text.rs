//! The answer of `query` as text.

use std::fmt::Write;

use super::{Answer, MoveAnswer};
use crate::console::{BAD, BOLD, DIM};
use crate::table::{self, MoveRow, PLY, count, grouped};

/// The whole answer.
pub fn text(answer: &Answer) -> String {
    let turn = match (&answer.to_move, &answer.stuck) {
        _ if answer.terminal => "the game is over".to_owned(),
        (_, Some(role)) => format!("{role} has no legal move, but the game is not over"),
        (Some(role), _) if answer.moves.len() == 1 => format!("{role} to move, with one legal move"),
        (Some(role), _) => format!("{role} to move"),
        (None, _) if answer.at_once => "simultaneous moves".to_owned(),
        (None, _) => "every role has one legal move".to_owned(),
    };
    let mut text = format!("{BOLD}{}{BOLD:#}  {turn}\n", answer.game);
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<9} {value}");
    };
    if !answer.played_names.is_empty() {
        line("after", &notation::joined(&answer.played_names));
    }
    line("value", &value(answer));
    if let Some(reduction) = &answer.reduction {
        line("rewards", &format!("reduced to win, draw and loss by {reduction}"));
    }
    if !answer.terminal && answer.stuck.is_none() && answer.value.is_some() {
        let plies = match (answer.distance, answer.distance_more_than) {
            (Some(plies), _) => count(plies, PLY),
            (None, Some(_)) => "unknown".to_owned(),
            (None, None) => "endless".to_owned(),
        };
        line("distance", &plies);
    }
    if !answer.line.is_empty() {
        let rest = match (answer.line_end, answer.line_repeats_from) {
            ("over", _) if answer.distance_unknown => "   (keeps the value, perhaps not the distance)".to_owned(),
            ("over", _) => String::new(),
            ("repeats", Some(from)) => format!(" … {}", repeats(from)),
            _ => " …".to_owned(),
        };
        line("best line", &(notation::joined(&answer.line_names) + &rest));
    }
    if !answer.board.is_empty() {
        text += &format!("\n{}", answer.board);
    }
    if !answer.moves.is_empty() {
        text.push('\n');
        text += &moves(answer);
    }
    if let Some(role) = &answer.stuck {
        let meaning = match answer.value {
            Some(_) => "in the lenient reading the game ends here",
            None => "this is a defect of the rules: the state has no value, and `solve` refuses the game",
        };
        let _ = writeln!(text, "{BAD}note{BAD:#}: {role} should have a move here; {meaning}");
    }
    if !answer.complete {
        let _ = writeln!(text, "{BAD}note{BAD:#}: the solution is not complete; unsolved positions have no value");
    }
    text
}

/// The note that a line repeats after the given number of moves.
pub fn repeats(from: usize) -> String {
    match from {
        0 => "and so on forever".to_owned(),
        _ => format!("and again from move {}, forever", from + 1),
    }
}

fn value(answer: &Answer) -> String {
    let Some(value) = &answer.value else { return "unknown".to_owned() };
    let rewards: Vec<String> =
        answer.roles.iter().zip(value).map(|(role, reward)| format!("{role} {reward}")).collect();
    let verdict = match (value.as_slice(), answer.roles.as_slice()) {
        ([first, second], [one, other]) => match first.cmp(second) {
            std::cmp::Ordering::Greater => format!("   {one} wins"),
            std::cmp::Ordering::Equal => "   draw".to_owned(),
            std::cmp::Ordering::Less => format!("   {other} wins"),
        },
        _ => String::new(),
    };
    rewards.join("   ") + &verdict
}

fn distance(one: &MoveAnswer) -> String {
    match (one.distance, one.distance_more_than) {
        (Some(plies), _) => grouped(plies),
        (None, Some(_)) if one.value.is_none() => "?".to_owned(),
        (None, Some(plies)) => format!("> {}", grouped(plies)),
        (None, None) => "endless".to_owned(),
    }
}

fn moves(answer: &Answer) -> String {
    // Win and loss are defined for two roles; for others the rewards are shown.
    let has_outcomes = answer.roles.len() == 2;
    let rows = answer.moves.iter().map(|one| MoveRow {
        best: one.best,
        name: &one.name,
        outcome: has_outcomes.then(|| outcome(answer, one.value.as_deref())),
        value: one.value.as_deref(),
        plies: distance(one),
    });
    table::moves(&answer.roles, &rows.collect::<Vec<_>>()) + &legend(answer)
}

/// The meaning of the signs that occur in the table.
fn legend(answer: &Answer) -> String {
    let mut text = String::new();
    let mut explain = |sign: &str, meaning: &str| {
        let _ = writeln!(text, "{DIM} {sign} {meaning}{DIM:#}");
    };
    if answer.moves.iter().any(|one| one.best) {
        explain("*", "optimal");
    }
    if answer.moves.iter().any(|one| one.value.is_none()) {
        explain("?", "unknown: the solution has no value for the position after the move");
    }
    let unknown = answer.moves.iter().filter(|one| one.value.is_some() && one.distance_unknown).count();
    if unknown > 0 {
        let of = if unknown == 1 {
            "the distance of 1 move is".to_owned()
        } else {
            format!("the distances of {} moves are", grouped(unknown as u64))
        };
        explain(">", &format!("more plies than this: {of} not stored and not found within the limit"));
    }
    for advice in &answer.advice {
        let _ = writeln!(text, "{DIM}   `{}` {}{DIM:#}", advice.command, advice.effect);
    }
    text
}

/// A sign and a word from the point of view of the role to move.
fn outcome(answer: &Answer, value: Option<&[i32]>) -> &'static str {
    let mover = answer.roles.iter().position(|role| answer.to_move.as_ref() == Some(role));
    match (value, mover) {
        (Some([first, second]), Some(mover)) => {
            let (own, other) = if mover == 0 { (first, second) } else { (second, first) };
            match own.cmp(other) {
                std::cmp::Ordering::Greater => "+ win",
                std::cmp::Ordering::Equal => "= draw",
                std::cmp::Ordering::Less => "- loss",
            }
        }
        (None, _) => "? unknown",
        _ => "",
    }
}
