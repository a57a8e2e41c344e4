//! The answer of `solve` for people.

use super::Answer;
use crate::console::{BOLD, DIM};
use crate::table::{self, count, grouped};

/// Value, outcomes, how it was done, where it is.
pub fn text(answer: &Answer) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n\n", answer.rules);
    let mut values = table::table(&["role", "value"], &[1]);
    for (role, value) in answer.roles.iter().zip(&answer.value) {
        values.add_row(table::row([role.clone(), value.to_string()]));
    }
    text += &table::text(&values);
    text += &format!(
        "\n{BOLD}{} states{BOLD:#}, {} of them terminal, in {}\n\n",
        grouped(answer.states),
        grouped(answer.terminal_states),
        count(answer.layers, "layer")
    );
    let mut outcomes = table::table(&["outcome", "states", "share", ""], &[0, 1, 2]);
    for outcome in &answer.outcomes {
        let share = outcome.states as f64 / answer.states.max(1) as f64;
        let rewards: Vec<String> = outcome.rewards.iter().map(i32::to_string).collect();
        outcomes.add_row(table::row([
            rewards.join("/"),
            grouped(outcome.states),
            format!("{:.1}%", 100.0 * share),
            "▇".repeat((share * 30.0).round() as usize),
        ]));
    }
    text += &table::text(&outcomes);
    text += &format!(
        "\n{DIM}algorithm {DIM:#}{}: {}\n{DIM}model     {DIM:#}{}\n",
        answer.algorithm, answer.why, answer.model
    );
    if let Some(infinite) = &answer.infinite {
        let rewards: Vec<String> = infinite.iter().map(i32::to_string).collect();
        text += &format!("{DIM}infinite  {DIM:#}{} where play goes on for ever\n", rewards.join("/"));
    }
    text += &format!(
        "{DIM}took      {DIM:#}{:.2} s, {} nodes and {:.0} MB at most\n{DIM}database  {DIM:#}{} ({:.1} MB)\n",
        answer.seconds,
        grouped(answer.peak_nodes as u64),
        answer.peak_bytes as f64 / 1e6,
        answer.database,
        answer.database_bytes as f64 / 1e6,
    );
    text
}
