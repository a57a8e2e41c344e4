//! The matrix of a game and its solution.

use crate::expectation::Expectation;
use crate::strategy::MixedStrategy;

/// The payoffs of the row player, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayoffMatrix {
    rows: usize,
    columns: usize,
    entries: Vec<Expectation>,
}

impl PayoffMatrix {
    /// A matrix with these numbers of rows and columns.
    ///
    /// # Panics
    ///
    /// If it has no rows or columns, or if the number of entries is not their product.
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

/// The value of a matrix game, and optimal strategies of both players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatrixSolution {
    /// The value for the row player.
    pub value: Expectation,
    /// The strategy by which the row player gets at least the lower bound.
    pub row: MixedStrategy,
    /// The strategy by which the column player pays at most the upper bound.
    pub column: MixedStrategy,
}

impl MatrixSolution {
    /// Whether one of the strategies mixes.
    pub fn is_mixed(&self) -> bool {
        self.row.only().is_none() || self.column.only().is_none()
    }
}
