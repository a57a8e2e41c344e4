//! Aligned tables without frames: a line per row, cut to the terminal if there is one.

use std::io;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, Width};

pub use number::{PLY, count, grouped, roughly, rounded, size};

/// `5,478 states, 958 of them terminal`, `1 state, not terminal`.
pub fn states(all: u128, terminal: u128) -> (String, String) {
    let terminal = match (all, terminal) {
        (1, 0) => "not terminal".to_owned(),
        (1, _) => "terminal".to_owned(),
        _ => format!("{} of them terminal", grouped(terminal)),
    };
    (count(all, "state"), terminal)
}

/// The minimum width of a text column.
const NARROWEST: u16 = 14;

/// A table with these headings; `right` lists the columns of numbers. These and the first `whole` columns, which
/// identify the rows, are never cut.
pub fn table(headings: &[&str], right: &[usize], whole: usize) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING);
    // Programs that read the table get whole lines.
    if let Some(width) = terminal_width() {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.set_header(headings);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        column.set_constraint(match right.contains(&index) || index < whole {
            true => ColumnConstraint::ContentWidth,
            false => ColumnConstraint::LowerBoundary(Width::Fixed(NARROWEST)),
        });
    }
    table
}

fn terminal_width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.max(40))
}

/// A row on one line.
pub fn row(cells: impl IntoIterator<Item = String>) -> Row {
    let mut row = Row::from(cells.into_iter().collect::<Vec<_>>());
    row.max_height(1);
    row
}

/// A row of the table of moves.
pub struct MoveRow<'r> {
    pub best: bool,
    pub name: &'r str,
    /// A sign and a word; omitted from the table if no move has one.
    pub outcome: Option<&'static str>,
    pub value: Option<&'r [i32]>,
    pub plies: String,
}

/// Moves with their rewards per role.
pub fn moves(roles: &[String], moves: &[MoveRow<'_>]) -> String {
    let mut headings = vec!["", "move"];
    headings.extend(moves.iter().any(|one| one.outcome.is_some()).then_some("outcome"));
    let texts = headings.len();
    headings.extend(roles.iter().map(String::as_str));
    headings.push("plies");
    let mut table = table(&headings, &(texts..headings.len()).collect::<Vec<_>>(), texts);
    for one in moves {
        let reward = |role: usize| one.value.and_then(|value| value.get(role)).map_or("?".to_owned(), i32::to_string);
        let mut cells = vec![if one.best { " *" } else { "  " }.to_owned(), one.name.to_owned()];
        cells.extend(one.outcome.map(str::to_owned));
        cells.extend((0..roles.len()).map(reward));
        cells.push(one.plies.clone());
        table.add_row(row(cells));
    }
    text(&table)
}

/// The table as text, without spaces at line ends.
pub fn text(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves of Clobber at 40 columns: the columns that identify the rows are whole, and the rest of the width is
    /// shared.
    #[test]
    fn narrow_terminals_cut_no_moves() {
        let mut table = table(&["", "move", "outcome", "white", "black", "plies"], &[3, 4, 5], 3);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(40);
        for target in 1..=4 {
            let cells = ["  ", &format!("(move 1 2 {target} 2)"), "+ win", "100", "0", "1,234"];
            table.add_row(row(cells.map(str::to_owned)));
        }
        let text = text(&table);
        assert!((1..=4).all(|target| text.contains(&format!("(move 1 2 {target} 2)"))), "{text}");
        assert!(text.contains("outcome") && text.contains("+ win") && text.contains("1,234"), "{text}");
    }
}
