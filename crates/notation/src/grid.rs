//! The names of a grid's places: a letter for the column, a number for the row.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Columns and rows as in the rules, each with its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grid {
    columns: BTreeMap<String, String>,
    rows: BTreeMap<String, String>,
    /// Whether the rules name the row first.
    transposed: bool,
}

impl Grid {
    /// The names for the given coordinates. Only numbers have obvious names, and columns that already are letters;
    /// there are no more columns than letters.
    pub fn new(columns: &[String], rows: &[String], transposed: bool) -> Option<Grid> {
        let letter = |number: i64| (0..26).contains(&number).then(|| char::from(b'a' + number as u8).to_string());
        let columns = letters(columns).or_else(|| numbered(columns, letter))?;
        let rows = numbered(rows, |number| (number >= 0).then(|| (number + 1).to_string()))?;
        Some(Grid { columns, rows, transposed })
    }

    /// The name of a place by its coordinates, in the order of the rules.
    pub fn place(&self, first: &str, second: &str) -> Option<String> {
        let (column, row) = if self.transposed { (second, first) } else { (first, second) };
        Some(self.columns.get(column)?.clone() + self.rows.get(row)?)
    }

    /// The name of a column.
    pub fn column(&self, column: &str) -> Option<&str> {
        self.columns.get(column).map(String::as_str)
    }

    /// The name of a row.
    pub fn row(&self, row: &str) -> Option<&str> {
        self.rows.get(row).map(String::as_str)
    }
}

/// Labels that are letters are their own names.
fn letters(labels: &[String]) -> Option<BTreeMap<String, String>> {
    let is_letter = |label: &String| matches!(label.as_bytes(), [letter] if letter.is_ascii_alphabetic());
    labels.iter().all(is_letter).then(|| labels.iter().map(|label| (label.clone(), label.to_lowercase())).collect())
}

/// Labels that are numbers are named by their number, counted from 1 even if the rules count from 0.
fn numbered(labels: &[String], name: impl Fn(i64) -> Option<String>) -> Option<BTreeMap<String, String>> {
    let numbers: Vec<i64> = labels.iter().map(|label| label.parse().ok()).collect::<Option<_>>()?;
    let first = i64::from(*numbers.iter().min()? > 0);
    let named = |(label, number): (&String, &i64)| Some((label.clone(), name(number.checked_sub(first)?)?));
    labels.iter().zip(&numbers).map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(columns: &[&str], rows: &[&str], transposed: bool) -> Option<Grid> {
        let owned = |labels: &[&str]| labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>();
        Grid::new(&owned(columns), &owned(rows), transposed)
    }

    #[test]
    fn columns_are_letters_and_rows_are_numbers_from_one() {
        let place = |columns: &[&str], rows: &[&str], transposed, first: &str, second: &str| {
            grid(columns, rows, transposed)?.place(first, second)
        };
        assert_eq!(place(&["1", "2"], &["1", "2", "3"], false, "2", "3").as_deref(), Some("b3"));
        assert_eq!(place(&["0", "1"], &["0", "1"], false, "0", "1").as_deref(), Some("a2"));
        assert_eq!(place(&["2", "3"], &["3", "4"], false, "2", "3").as_deref(), Some("b3"), "the numbers stay");
        assert_eq!(place(&["-1", "0"], &["0", "1"], false, "0", "1"), None);
        assert_eq!(place(&["a", "b"], &["1", "2"], false, "b", "1").as_deref(), Some("b1"));
        assert_eq!(place(&["1", "2"], &["3", "2", "1"], true, "3", "1").as_deref(), Some("a3"), "the row comes first");
        assert_eq!(place(&["1", "2"], &["1", "2"], false, "1", "x"), None);
    }

    #[test]
    fn other_labels_keep_the_words_of_the_rules() {
        assert_eq!(grid(&["left", "right"], &["1", "2"], false), None);
        assert_eq!(grid(&["1", "2"], &["a", "b"], false), None);
        let many: Vec<String> = (0..30).map(|number| number.to_string()).collect();
        assert_eq!(Grid::new(&many, &many[..2], false), None);
    }
}
