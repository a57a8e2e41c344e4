//! Aligned tables without frames: a line per row, cut to the terminal where there is one.

use std::io;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Row, Table};

/// Columns of text that people read easily.
const READABLE: u16 = 100;

pub use number::{PLY, count, grouped, size};

/// `5,478 states, 958 of them terminal`, `1 state, not terminal`.
pub fn states(all: u128, terminal: u128) -> (String, String) {
    let terminal = match (all, terminal) {
        (1, 0) => "not terminal".to_owned(),
        (1, _) => "terminal".to_owned(),
        _ => format!("{} of them terminal", grouped(terminal)),
    };
    (count(all, "state"), terminal)
}

/// A table with these headings; `right` names the columns of numbers.
pub fn table(headings: &[&str], right: &[usize]) -> Table {
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
    }
    table
}

/// Cuts a table of sentences to a readable width where there is no terminal either; JSON has the whole sentences.
pub fn fit(table: &mut Table) {
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(terminal_width().unwrap_or(READABLE));
}

fn terminal_width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.max(40))
}

/// A row that stays on one line.
pub fn row(cells: impl IntoIterator<Item = String>) -> Row {
    let mut row = Row::from(cells.into_iter().collect::<Vec<_>>());
    row.max_height(1);
    row
}

/// The table as text, without spaces at line ends.
pub fn text(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}
