//! The answer of `solve` as text.

use operations::report::{Figures, slashed};
use solution::{Algorithm, Model};

use crate::commands::query::repeats;
use crate::console::{BAD, BOLD, DIM, GOOD};
use crate::load::LENIENT;
use crate::table::{self, count, grouped, size};

/// The number of moves of the principal variation that are printed.
const SHOWN: usize = 24;

/// The number of outcomes that are printed, the most frequent ones.
const OUTCOMES: usize = 20;

/// The value, the best line, the outcomes, the method and the directory.
pub fn text(answer: &Figures) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}  {DIM}{}{DIM:#}\n\n", answer.rules, answer.class);
    if answer.already_solved {
        text += &format!("{GOOD}already solved{GOOD:#}, in {}\n\n", answer.database);
    }
    let mut values = table::table(&["role", "value"], &[1], 1);
    for (role, value) in answer.roles.iter().zip(&answer.value) {
        values.add_row(table::row([role.clone(), value.to_string()]));
    }
    text += &table::text(&values);
    if !answer.ends {
        text += &format!("\n{BAD}cannot be solved{BAD:#}: {}\n", endless(answer));
    }
    text += &best_play(answer);
    let (states, terminal) = table::states(answer.states, answer.terminal_states);
    text += &format!("\n{BOLD}{states}{BOLD:#}, {terminal}, in {}\n", count(answer.layers, answer.step()));
    if answer.counted_per_layer {
        text += "A state is counted once in every layer that has it; `reach` counts distinct states.\n";
    }
    text += "\n";
    text += &table::text(&outcomes(answer));
    if let Some(rest) = answer.outcomes.get(OUTCOMES..).filter(|rest| !rest.is_empty()) {
        let states = rest.iter().map(|outcome| outcome.states).sum::<u128>();
        let more = count(rest.len(), "more outcome");
        text += &format!("{DIM}and {more} with {}; --json shows all{DIM:#}\n", count(states, "state"));
    }
    text + &method(answer)
}

/// The value of a game without a reachable terminal state.
fn endless(answer: &Figures) -> String {
    let worth = answer.infinite.as_deref().map_or(String::new(), |infinite| format!(" ({})", slashed(infinite)));
    format!("no terminal state is reachable, so play never ends and every state is worth infinite play{worth}")
}

fn best_play(answer: &Figures) -> String {
    let line = &answer.line_names;
    if line.is_empty() || !answer.ends {
        return String::new();
    }
    let shown = notation::joined(&line[..line.len().min(SHOWN)]);
    let rest = match (line.len().saturating_sub(SHOWN), answer.line_repeats_from) {
        (0, None) => String::new(),
        (0, Some(from)) => format!(" … {}", repeats(from)),
        (more, _) => format!(" … and {} more", grouped(more as u64)),
    };
    // Without distances the moves keep the value but need not be the fastest.
    let which = if answer.distances { "" } else { "\n           perhaps not the fastest: distances are not stored" };
    format!("\nbest play  {shown}{rest}{DIM}{which}{DIM:#}\n")
}

fn outcomes(answer: &Figures) -> comfy_table::Table {
    let mut headings = vec!["outcome", "states", "share", ""];
    if answer.distances {
        headings.insert(3, "most plies");
    }
    let numbers: Vec<usize> = (0..headings.len() - 1).collect();
    let mut table = table::table(&headings, &numbers, 1);
    for outcome in answer.outcomes.iter().take(OUTCOMES) {
        let share = outcome.states as f64 / answer.states.max(1) as f64;
        let mut cells = vec![slashed(&outcome.rewards), grouped(outcome.states), format!("{:.1}%", 100.0 * share)];
        if answer.distances {
            let longest = outcome.longest.filter(|_| outcome.endless == 0);
            cells.push(longest.map_or("endless".to_owned(), grouped));
        }
        cells.push("▇".repeat((share * 30.0).round() as usize));
        table.add_row(table::row(cells));
    }
    table
}

/// An opponent model with its meaning.
fn model(model: Model) -> String {
    let meaning = match model {
        Model::Own => "each role maximises its own reward; ties go to the lowest reward for the others",
        Model::Difference => "each role maximises its lead; ties go to the higher own reward",
    };
    format!("{model}: {meaning}")
}

/// Whether distances are kept, and how to get them.
fn distances(answer: &Figures) -> String {
    match (answer.distances, answer.added_distances) {
        (true, true) => "added".to_owned(),
        (true, false) if answer.distances_asked == Some(false) => {
            "kept from an earlier run; --distances=no does not remove them".to_owned()
        }
        (true, false) => "kept".to_owned(),
        (false, _) if answer.algorithm == Algorithm::Restart => "not kept: restart does not find them".to_owned(),
        (false, _) => match answer.distances_added_to {
            0 => "not kept; run with --distances to add them".to_owned(),
            layers => format!(
                "added to {} of {}; run with --distances to add the rest",
                grouped(layers as u64),
                count(answer.layers, answer.step())
            ),
        },
    }
}

fn method(answer: &Figures) -> String {
    let mut text = String::from("\n");
    let mut line = |name: &str, what: String| text += &format!("{DIM}{name:<10}{DIM:#}{what}\n");
    line("algorithm", format!("{}: {}", answer.algorithm, answer.why));
    line("model", model(answer.model));
    if answer.lenient {
        line("lenient", LENIENT.to_owned());
    }
    if let Some(reduction) = &answer.reduction {
        line("reduced", format!("to win, draw and loss by {reduction}"));
    }
    if let Some((infinite, states)) = answer.infinite_play() {
        line("infinite", format!("{}; best play never ends in {}", slashed(infinite), count(states, "state")));
    }
    line("distances", distances(answer));
    let nodes = match answer.peak_nodes {
        0 => String::new(),
        nodes => format!(" and {}", count(nodes, "node")),
    };
    line("took", answer.effort() + &nodes);
    line("database", format!("{} ({})", answer.database, size(answer.database_bytes)));
    if let Some(report) = &answer.report {
        line("report", report.clone());
    }
    text
}
