//! What people see while they play.

use std::fmt::Write;

use board::Sketch;
use game::State;
use notation::Notation;
use play::{ChosenMove, Position};
use query::scoring::WinDrawLoss;
use query::{Answer, Distance};

use super::Ready;
use super::input::labels;
use crate::console::{BOLD, DIM};
use crate::state::shown;
use crate::table::{self, PLY, count, grouped, row};

/// Characters of a line of moves.
const WIDTH: usize = 78;

/// The board, or the facts where there is nothing to draw.
pub fn board(ready: &Ready, position: &Position) -> String {
    let game = &ready.playable.game;
    let facts = |facts: Vec<String>| if facts.is_empty() { String::new() } else { format!("  {}\n", shown(&facts)) };
    match &ready.board {
        Some(board) => {
            let mut view = board.view(game, position.state());
            // Whose turn it is stands below.
            view.rest
                .retain(|fact| !game.roles.iter().any(|role| fact.ends_with(&format!(" {role})")) && words(fact) == 2));
            let sketch = Sketch::new(board);
            let signs: Vec<String> =
                sketch.contents().iter().map(|sign| format!("{} {}", sign.sign, sign.meaning)).collect();
            let legend =
                if signs.is_empty() { String::new() } else { format!("  {DIM}{}{DIM:#}\n", signs.join("   ")) };
            sketch.draw(&view, &[]).iter().map(|line| format!("  {line}\n")).collect::<String>() + &legend
        }
        None => facts(position.state().facts(game).into_iter().map(str::to_owned).collect()),
    }
}

fn words(fact: &str) -> usize {
    fact.split(' ').count()
}

/// The legal moves with what to type for them.
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
    let roles = &ready.playable.game.roles;
    let mut headings = vec!["", "move", "outcome"];
    headings.extend(roles.iter().map(String::as_str));
    headings.push("plies");
    let numbers: Vec<usize> = (3..headings.len()).collect();
    let mut table = table::table(&headings, &numbers, 3);
    for one in &answer.moves {
        let mark = if one.best { " *" } else { "  " };
        let reward = |role: usize| one.value.as_ref().map_or("?".to_owned(), |value| value[role].to_string());
        let rewards = (0..roles.len()).map(reward);
        let outcome = one.value.as_deref().and_then(|value| WinDrawLoss::of(value, you, &ready.playable.game.goals));
        let texts = [mark.to_owned(), one.name.clone(), outcome.map_or("", sign).to_owned()];
        table.add_row(row(texts.into_iter().chain(rewards).chain([plies(one.distance)])));
    }
    table::text(&table) + &format!("{DIM} * optimal{DIM:#}\n")
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

/// A suggestion of the program, where there is no database to ask.
pub fn suggestion(ready: &Ready, role: usize, choice: &ChosenMove) -> String {
    let name = ready.notation.of_move(ready.playable.name(role, choice.made));
    let (why, tried) = (known(choice), count(choice.effort.playouts, "playout"));
    format!("  {BOLD}{name}{BOLD:#}  {why} {DIM}({tried}; a database from `backsolve solve` is exact){DIM:#}\n")
}

/// What a player knows about its move.
pub fn known(choice: &ChosenMove) -> String {
    match (&choice.value, choice.distance, choice.estimate) {
        (Some(value), Some(Distance::Plies(plies)), _) => format!("proved {}, {}", rewards(value), count(plies, PLY)),
        (Some(value), ..) => format!("proved {}", rewards(value)),
        (None, _, Some(estimate)) => format!("expects {estimate:.0} points"),
        _ => String::new(),
    }
}

fn rewards(value: &[i32]) -> String {
    value.iter().map(i32::to_string).collect::<Vec<_>>().join("/")
}

/// How the game ended for somebody.
pub fn result(ready: &Ready, position: &Position, role: usize) -> String {
    let (roles, rewards) = (&ready.playable.game.roles, position.rewards());
    let mut text = String::from("The game is over: ");
    let all: Vec<String> = roles.iter().zip(&rewards).map(|(role, reward)| format!("{role} {reward}")).collect();
    text += &all.join(", ");
    let verdict = match *rewards.as_slice() {
        [first, second] if first == second => "A draw.",
        [first, second] if (first > second) == (role == 0) => "You win.",
        [_, _] => "You lose.",
        _ => "",
    };
    let _ = write!(text, ". {verdict}");
    text.trim_end().to_owned() + "\n"
}
