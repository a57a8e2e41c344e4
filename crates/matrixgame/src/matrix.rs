//! The matrix of a game and its solution.

use crate::expectation::Expectation;
use crate::strategy::MixedStrategy;

/// What the row player gets, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayoffMatrix {
    rows: usize,
    columns: usize,
    entries: Vec<Expectation>,
}

impl PayoffMatrix {
    /// A matrix of so many rows and columns.
    ///
    /// # Panics
    ///
    /// If there are none, or other entries than for each row and column one.
    pub fn new(rows: usize, columns: usize, entries: Vec<Expectation>) -> PayoffMatrix {
        assert!(rows > 0 && columns > 0 && entries.len() == rows * columns, "a matrix has an entry at each place");
        PayoffMatrix { rows, columns, entries }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The entry in a row and a column.
    pub fn entry(&self, row: usize, column: usize) -> Expectation {
        self.entries[row * self.columns + column]
    }

    /// All entries, row by row.
    pub fn entries(&self) -> &[Expectation] {
        &self.entries
    }
}

/// What a matrix game is worth, and how both play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatrixSolution {
    /// What the row player gets.
    pub value: Expectation,
    /// How the row player gets at least the lower bound.
    pub row: MixedStrategy,
    /// How the column player gives at most the upper bound.
    pub column: MixedStrategy,
}

impl MatrixSolution {
    /// Whether somebody mixes.
    pub fn is_mixed(&self) -> bool {
        self.row.only().is_none() || self.column.only().is_none()
    }
}
