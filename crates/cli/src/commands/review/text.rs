//! The review of a game as text.

use std::fmt::Write;
use std::path::Path;

use query::scoring::WinDrawLoss;

use super::Answer;
use crate::console::{BAD, BOLD, DIM};
use crate::table::{self, PLY, count, row};

/// The number of better moves that are listed before the rest are counted.
const MOST_BETTER: usize = 4;

/// The whole review.
pub fn text(answer: &Answer, page: Option<&Path>) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}  {}\n", answer.game, count(answer.plies.len(), PLY));
    text += &plies(answer);
    text.push('\n');
    for sentence in &answer.sentences {
        let _ = writeln!(text, "{sentence}");
    }
    if answer.plies.iter().any(|ply| ply.points_before.is_none() || ply.points_after.is_none()) {
        let why = if answer.complete { "the database has no value for it" } else { "the database is not complete" };
        let _ = writeln!(text, "{BAD}note{BAD:#}: ? is unknown: {why}");
    }
    if let Some(page) = page {
        let _ = writeln!(text, "{DIM}page {}{DIM:#}", page.display());
    }
    text
}

fn plies(answer: &Answer) -> String {
    let headings = ["", "ply", "role", "move", "before", "after", "lost", "better"];
    let mut table = table::table(&headings, &[1, 4, 5, 6], 7);
    for ply in &answer.plies {
        let told = &ply.answer;
        let mark = match (ply.mistake, answer.decided == Some(told.ply)) {
            (true, true) => "!!",
            (true, false) => " !",
            (false, _) => "",
        };
        table.add_row(row([
            mark.to_owned(),
            told.ply.to_string(),
            told.role.clone().unwrap_or_default(),
            answer.notation.of_move(&told.text),
            shown(answer, ply.points_before, told.outcome_before),
            shown(answer, ply.points_after, told.outcome_after),
            if ply.mistake { ply.lost.to_string() } else { String::new() },
            better(answer, &told.judgement.better),
        ]));
    }
    let mut text = table::text(&table);
    if answer.mistakes.iter().any(|&mistakes| mistakes > 0) {
        let _ = writeln!(text, "{DIM} ! mistake   !! the mistake that decided the game{DIM:#}");
    }
    text
}

/// The value for the role to move: points, or win, draw or loss if there are no points.
fn shown(answer: &Answer, points: Option<i32>, outcome: Option<WinDrawLoss>) -> String {
    match (points, outcome.filter(|_| !answer.points)) {
        (None, _) => "?".to_owned(),
        (Some(points), None) => points.to_string(),
        (Some(points), Some(WinDrawLoss::Win)) => format!("win {points}"),
        (Some(points), Some(WinDrawLoss::Draw)) => format!("draw {points}"),
        (Some(points), Some(WinDrawLoss::Loss)) => format!("loss {points}"),
    }
}

fn better(answer: &Answer, moves: &[String]) -> String {
    let names: Vec<String> = moves.iter().take(MOST_BETTER).map(|made| answer.notation.of_move(made)).collect();
    let shown = notation::joined(&names);
    match moves.len().saturating_sub(MOST_BETTER) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
