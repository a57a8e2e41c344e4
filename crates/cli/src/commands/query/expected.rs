//! The answer of `query` for solutions of expected rewards.

use query::{ExpectedOracle, ExpectedOutlook, MixedMove, Position, RewardMatrix};
use serde::Serialize;
use solution::manifest::ExpectedReward;

use crate::commands::solve::expected::{decimal, exactness};
use crate::console::{BOLD, DIM};
use crate::table;

/// What is said about a position.
#[derive(Serialize)]
pub struct ExpectedAnswer {
    database: String,
    game: String,
    /// The roles that have a value: all but `random`.
    roles: Vec<String>,
    played: Vec<String>,
    #[serde(skip)]
    played_names: Vec<String>,
    state: Vec<String>,
    terminal: bool,
    /// Whether several roles choose at once, `random` not counted.
    at_once: bool,
    /// Expected reward per role, rounded.
    value: Vec<f64>,
    /// The same with proved bounds, and as fractions where they are exact.
    bounds: Vec<ExpectedReward>,
    /// Whether these are what each role can guarantee against all others together.
    security: bool,
    /// The moves of each role that has a choice, those made most often first.
    strategies: Vec<StrategyAnswer>,
    matrix: Option<MatrixAnswer>,
    pub warnings: Vec<String>,
}

#[derive(Serialize)]
struct StrategyAnswer {
    role: String,
    moves: Vec<MoveAnswer>,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    #[serde(skip)]
    name: String,
    probability: f64,
    /// What the move promises the role if the others play by their strategies; null for moves by chance.
    expected: Option<ExpectedReward>,
    /// What each role then expects, if the move is made by chance and the others play by their strategies.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Vec<ExpectedReward>>,
}

#[derive(Serialize)]
struct MatrixAnswer {
    /// The role whose expected rewards the entries are, and the one that chooses columns.
    roles: [String; 2],
    rows: Vec<String>,
    columns: Vec<String>,
    entries: Vec<Vec<ExpectedReward>>,
}

impl ExpectedAnswer {
    /// The answer about a position and the plies that lead there with their names.
    pub fn new(
        oracle: &ExpectedOracle,
        position: &Position,
        outlook: ExpectedOutlook,
        played: Vec<(String, String)>,
    ) -> ExpectedAnswer {
        let (played, played_names) = played.into_iter().unzip();
        let name = |role: usize| oracle.roles()[role].clone();
        let players = || outlook.roles.iter().filter(|role| role.expected.is_some());
        let bounds: Vec<ExpectedReward> = players().filter_map(|role| role.expected.clone()).collect();
        let made = |one: &MixedMove| MoveAnswer {
            text: one.text.clone(),
            name: one.name.clone(),
            probability: one.probability,
            expected: one.expected.clone(),
            after: one.after.clone(),
        };
        let strategies = outlook.roles.iter().filter(|role| role.moves.len() > 1);
        ExpectedAnswer {
            database: oracle.database().path().display().to_string(),
            game: oracle.database().manifest().question.name.clone(),
            roles: players().map(|role| name(role.role)).collect(),
            played,
            played_names,
            state: oracle.facts(position),
            terminal: outlook.terminal,
            at_once: outlook.at_once,
            value: bounds.iter().map(|reward| (reward.lower + reward.upper) / 2.0).collect(),
            strategies: strategies
                .map(|role| StrategyAnswer { role: name(role.role), moves: role.moves.iter().map(made).collect() })
                .collect(),
            matrix: outlook.matrix.map(|RewardMatrix { roles, rows, columns, entries }| MatrixAnswer {
                roles: roles.map(name),
                rows,
                columns,
                entries,
            }),
            bounds,
            security: oracle.database().manifest().question.security,
            warnings: Vec::new(),
        }
    }
}

/// Values, the matrix, strategies.
pub fn text(answer: &ExpectedAnswer) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}", answer.game);
    if !answer.played_names.is_empty() {
        text += &format!("  {DIM}after {}{DIM:#}", notation::joined(&answer.played_names));
    }
    text += "\n\n";
    let expected = if answer.security { "guaranteed" } else { "expected" };
    let heading = if answer.terminal { "reward" } else { expected };
    let mut values = table::table(&["role", heading, ""], &[1], 1);
    for (role, value) in answer.roles.iter().zip(&answer.bounds) {
        values.add_row(table::row([role.clone(), decimal(value), exactness(value)]));
    }
    text += &table::text(&values);
    if answer.terminal {
        return text + "\nthe game is over\n";
    }
    if let Some(matrix) = &answer.matrix {
        text += &format!("\n{expected} reward of {} ({} chooses the column)\n", matrix.roles[0], matrix.roles[1]);
        let headings: Vec<&str> = std::iter::once("").chain(matrix.columns.iter().map(String::as_str)).collect();
        let mut entries = table::table(&headings, &(1..headings.len()).collect::<Vec<_>>(), 1);
        for (row, numbers) in matrix.rows.iter().zip(&matrix.entries) {
            entries.add_row(table::row(std::iter::once(row.clone()).chain(numbers.iter().map(decimal))));
        }
        text += &table::text(&entries);
    }
    for strategy in &answer.strategies {
        let chance = strategy.moves.iter().all(|one| one.expected.is_none());
        text += &format!("\n{}{}\n", strategy.role, if chance { ", by chance" } else { "" });
        let columns = match chance {
            true if strategy.moves.iter().all(|one| one.after.is_some()) => {
                answer.roles.iter().map(String::as_str).collect()
            }
            true => Vec::new(),
            false => vec![expected],
        };
        let rewards =
            |one: &'_ MoveAnswer| one.expected.iter().chain(one.after.iter().flatten()).map(decimal).collect();
        text += &moves_of(&columns, strategy.moves.iter().map(|one| (&*one.name, one.probability, rewards(one))));
    }
    text
}

/// The moves of a role, with their probabilities and expected rewards.
pub fn mixed_moves(moves: &[MixedMove]) -> String {
    let rewards = |one: &MixedMove| one.expected.iter().map(decimal).collect();
    moves_of(&["expected"], moves.iter().map(|one| (&*one.name, one.probability, rewards(one))))
}

/// A row per move: its name, its probability, and rewards under the given headings.
fn moves_of<'m>(columns: &[&str], moves: impl Iterator<Item = (&'m str, f64, Vec<String>)>) -> String {
    let headings: Vec<&str> = ["move", "probability"].iter().chain(columns).copied().collect();
    let mut table = table::table(&headings, &(1..headings.len()).collect::<Vec<_>>(), 1);
    for (name, probability, mut rewards) in moves {
        rewards.resize(columns.len(), String::new());
        table.add_row(table::row([name.to_owned(), percent(probability)].into_iter().chain(rewards)));
    }
    table::text(&table)
}

fn percent(probability: f64) -> String {
    match probability {
        0.0 => String::new(),
        probability => format!("{:.2}%", 100.0 * probability),
    }
}
