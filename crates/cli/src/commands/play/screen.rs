//! The output during a game.

use std::fmt::Write;

use game::State;
use notation::Notation;
use play::{ChosenMove, Position};
use query::scoring::WinDrawLoss;
use query::{Answer, Distance, ExpectedOutlook};

use super::Ready;
use super::input::labels;
use crate::commands::query::expected::mixed_moves;
use crate::commands::solve::expected::decimal;
use crate::console::{BOLD, DIM};
use crate::drawn::drawn;
use crate::table::{self, MoveRow, PLY, count, grouped};

/// The width of a line of moves in characters.
const WIDTH: usize = 78;

/// The board, or the facts if there is nothing to draw.
pub fn board(ready: &Ready, position: &Position) -> String {
    drawn(&ready.game.playable.game, ready.board.as_ref(), position.state())
}

/// The legal moves with their labels.
pub fn moves(legal: &[String], notation: &Notation) -> String {
    let written = |(label, made): (&String, &String)| format!("{label}: {}", notation.of_move(made));
    let entries: Vec<String> = labels(legal).iter().zip(legal).map(written).collect();
    let width = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 2;
    let columns = (WIDTH / width).max(1);
    let line = |entries: &[String]| {
        let cells: String = entries.iter().map(|entry| format!("{entry:<width$}")).collect();
        format!("  {}\n", cells.trim_end())
    };
    entries.chunks(columns).map(line).collect()
}

/// Every move with its outcome and distance, best first.
pub fn hints(ready: &Ready, you: usize, answer: &Answer<State>) -> String {
    let game = &ready.game.playable.game;
    let rows = answer.moves.iter().map(|one| {
        let value = one.value.as_deref();
        let outcome = value.and_then(|value| WinDrawLoss::of(value, you, &game.goals)).map_or("", sign);
        MoveRow { best: one.best, name: &one.name, outcome: Some(outcome), value, plies: plies(one.distance) }
    });
    table::moves(&game.roles, &rows.collect::<Vec<_>>()) + &format!("{DIM} * optimal{DIM:#}\n")
}

/// The moves of a role with their expected rewards, and how often an optimal strategy makes them.
pub fn expected(ready: &Ready, outlook: &ExpectedOutlook, you: usize) -> String {
    let promised: Vec<String> = outlook
        .roles
        .iter()
        .filter_map(|role| {
            Some(format!("{} {}", ready.game.playable.game.roles[role.role], decimal(role.expected.as_ref()?)))
        })
        .collect();
    format!("expected: {}\n", promised.join(", ")) + &mixed_moves(&outlook.roles[you].moves)
}

fn sign(outcome: WinDrawLoss) -> &'static str {
    match outcome {
        WinDrawLoss::Win => "+ win",
        WinDrawLoss::Draw => "= draw",
        WinDrawLoss::Loss => "- loss",
    }
}

fn plies(distance: Distance) -> String {
    match distance {
        Distance::Plies(plies) => grouped(plies),
        Distance::Endless => "endless".to_owned(),
        Distance::MoreThan(plies) => format!("> {}", grouped(plies)),
    }
}

/// A suggestion of the program, if there is no database.
pub fn suggestion(ready: &Ready, role: usize, choice: &ChosenMove) -> String {
    let name = ready.notation.of_move(ready.game.playable.name(role, choice.made));
    let (why, tried) = (known(choice), count(choice.effort.playouts, "playout"));
    format!("  {BOLD}{name}{BOLD:#}  {why} {DIM}({tried}; a database from `backsolve solve` is exact){DIM:#}\n")
}

/// A player's evaluation of its move.
pub fn known(choice: &ChosenMove) -> String {
    match (&choice.value, choice.distance, choice.estimate) {
        (Some(value), Some(Distance::Plies(plies)), _) => format!("proved {}, {}", rewards(value), count(plies, PLY)),
        (Some(value), ..) => format!("proved {}", rewards(value)),
        (None, _, Some(estimate)) => format!("expects {estimate:.1} points"),
        _ => String::new(),
    }
}

fn rewards(value: &[i32]) -> String {
    value.iter().map(i32::to_string).collect::<Vec<_>>().join("/")
}

/// The result of the game for a role.
pub fn result(ready: &Ready, position: &Position, role: usize) -> String {
    let (roles, rewards) = (&ready.game.playable.game.roles, position.rewards());
    let mut text = String::from("The game is over: ");
    let players: Vec<usize> = ready.game.playable.players().collect();
    let all: Vec<String> = players.iter().map(|&role| format!("{} {}", roles[role], rewards[role])).collect();
    text += &all.join(", ");
    let verdict = match *players.as_slice() {
        [first, second] if rewards[first] == rewards[second] => "A draw.",
        [first, second] if (rewards[first] > rewards[second]) == (role == first) => "You win.",
        [_, _] => "You lose.",
        _ => "",
    };
    let _ = write!(text, ". {verdict}");
    text.trim_end().to_owned() + "\n"
}
