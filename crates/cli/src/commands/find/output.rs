//! The output of `find`.

use super::{Answer, PositionAnswer};
use crate::console::{BOLD, DIM};
use crate::error::Error;
use crate::table::{self, PLY, count, grouped, row};

/// The length of bars in characters.
const BAR: f64 = 30.0;

/// The number of distances or layers that are listed; some in between are left out.
const MOST_ROWS: usize = 24;

/// Counts, and the positions.
pub fn text(answer: &Answer, has_positions: bool) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}  {}\n", answer.game, count(answer.states, "position"));
    if answer.states > 0 {
        let values = answer.values.iter().map(|one| (slashed(&one.value), one.states)).collect();
        text += &counts("value", values, answer.states);
        let plies = |distance: Option<u32>| distance.map_or("endless".to_owned(), grouped);
        let distances: Vec<_> = answer.distances.iter().map(|one| (plies(one.distance), one.states)).collect();
        text += &counts("plies", distances, answer.states);
    }
    if has_positions {
        for (number, position) in (1..).zip(&answer.positions) {
            text += &format!("\n{BOLD}{number}{BOLD:#}  {}\n{}", headline(answer, position), position.drawn);
        }
    } else if answer.states > 0 {
        text += &format!("\n{DIM}--first, --sample, --longest or --per-distance show positions{DIM:#}\n");
    }
    text
}

fn headline(answer: &Answer, position: &PositionAnswer) -> String {
    let turn = position.to_move.as_ref().map_or("nobody to move".to_owned(), |role| format!("{role} to move"));
    let rewards: Vec<String> =
        answer.roles.iter().zip(&position.value).map(|(role, reward)| format!("{role} {reward}")).collect();
    let plies = match position.distance {
        Some(0) => ", the game is over".to_owned(),
        Some(plies) => format!(" in {}", count(plies, PLY)),
        None if position.endless => ", endless".to_owned(),
        None => String::new(),
    };
    format!("{turn}: {}{plies}  {DIM}layer {}{DIM:#}", rewards.join(", "), position.layer)
}

fn counts(heading: &str, all: Vec<(String, u128)>, total: u128) -> String {
    if all.len() < 2 && heading != "value" {
        return String::new();
    }
    let mut table = table::table(&[heading, "positions", "share", ""], &[0, 1, 2], 1);
    let (head, left_out) = match all.len() > MOST_ROWS {
        true => (MOST_ROWS - 1, all.len() - MOST_ROWS),
        false => (all.len(), 0),
    };
    for (number, (name, states)) in all.into_iter().enumerate() {
        if left_out > 0 && (head..head + left_out).contains(&number) {
            if number == head {
                table.add_row(row(["…".to_owned(), String::new(), String::new(), String::new()]));
            }
            continue;
        }
        let share = states as f64 / total as f64;
        let bar = "▇".repeat((share * BAR).round() as usize);
        table.add_row(row([name, grouped(states), format!("{:.1}%", 100.0 * share), bar]));
    }
    format!("\n{}", table::text(&table))
}

fn slashed(rewards: &[i32]) -> String {
    operations::report::slashed(rewards)
}

/// A heading, and a line per position.
pub fn csv(answer: &Answer) -> String {
    let mut text = String::from("layer,to_move");
    answer.roles.iter().for_each(|role| text += &format!(",{}", quoted(&format!("value_{role}"))));
    text += ",distance,state\n";
    for position in &answer.positions {
        let rewards: String = position.value.iter().map(|reward| format!(",{reward}")).collect();
        let (turn, plies) =
            (position.to_move.clone().unwrap_or_default(), position.distance.map(|plies| plies.to_string()));
        let plies = plies.unwrap_or_else(|| if position.endless { "endless".to_owned() } else { String::new() });
        text +=
            &format!("{},{}{rewards},{plies},{}\n", position.layer, quoted(&turn), quoted(&position.state.join(" ")));
    }
    text
}

/// A field quoted as in RFC 4180.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// One object per position and line.
pub fn json_lines(answer: &Answer) -> Result<String, Error> {
    let line = |position: &PositionAnswer| serde_json::to_string(position).map(|line| line + "\n").map_err(Error::bug);
    answer.positions.iter().map(line).collect()
}
