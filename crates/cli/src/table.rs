//! Aligned tables without frames: a line per row, cut to the terminal where there is one.

use std::io;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Row, Table};

/// A table with these headings; `right` names the columns of numbers.
pub fn table(headings: &[&str], right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING);
    // Programs that read the table get whole lines.
    if let Some((width, _)) = terminal_size::terminal_size_of(io::stdout()) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width.0.max(40));
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

/// `1234567` as `1,234,567`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 move`, `2 moves`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0u64), "0");
        assert_eq!(grouped(999u64), "999");
        assert_eq!(grouped(1_000u64), "1,000");
        assert_eq!(grouped(4_531_985_219_092u64), "4,531,985,219,092");
    }

    #[test]
    fn nouns_follow_their_number() {
        assert_eq!(count(1, "move"), "1 move");
        assert_eq!(count(1200, "move"), "1,200 moves");
    }
}
