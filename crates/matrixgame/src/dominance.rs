//! Reduces a matrix by saddle points and by dominated rows and columns, for any ordered numbers.

/// A matrix of numbers, row by row, with the rows and columns that are not removed.
pub struct Reduced<'n, T> {
    numbers: &'n [T],
    width: usize,
    /// The remaining rows, ascending.
    pub rows: Vec<usize>,
    /// The remaining columns, ascending.
    pub columns: Vec<usize>,
}

impl<'n, T: Copy + PartialOrd> Reduced<'n, T> {
    /// All rows and columns.
    pub fn new(numbers: &'n [T], rows: usize, columns: usize) -> Reduced<'n, T> {
        Reduced { numbers, width: columns, rows: (0..rows).collect(), columns: (0..columns).collect() }
    }

    /// The entry in a row and a column.
    pub fn at(&self, row: usize, column: usize) -> T {
        self.numbers[row * self.width + column]
    }

    /// A row and a column whose entry is the smallest of the row and the largest of the column.
    pub fn saddle_point(&self) -> Option<(usize, usize)> {
        self.rows.iter().find_map(|&row| {
            let columns = self.columns.iter().copied();
            let lowest = columns.reduce(|a, b| if self.at(row, b) < self.at(row, a) { b } else { a })?;
            // Another column may have the same entry and be the saddle point.
            let equal = self.columns.iter().copied().filter(|&c| self.at(row, c) <= self.at(row, lowest));
            let mut saddles = equal.filter(|&c| self.rows.iter().all(|&r| self.at(r, c) <= self.at(row, c)));
            saddles.next().map(|column| (row, column))
        })
    }

    /// Repeatedly removes rows and columns that are dominated by another one.
    pub fn remove_dominated(&mut self) {
        loop {
            let before = self.rows.len() + self.columns.len();
            let rows = undominated(&self.rows, |one, other| {
                self.columns.iter().all(|&column| self.at(other, column) >= self.at(one, column))
            });
            self.rows = rows;
            let columns = undominated(&self.columns, |one, other| {
                self.rows.iter().all(|&row| self.at(row, other) <= self.at(row, one))
            });
            self.columns = columns;
            if self.rows.len() + self.columns.len() == before {
                return;
            }
        }
    }

    /// The remaining entries, row by row.
    pub fn numbers(&self) -> Vec<T> {
        self.rows.iter().flat_map(|&row| self.columns.iter().map(move |&column| self.at(row, column))).collect()
    }
}

/// Those that no other one dominates. If two dominate each other, the first is kept.
fn undominated(all: &[usize], dominated_by: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut left = all.to_vec();
    let mut at = left.len();
    while at > 0 {
        at -= 1;
        let one = left[at];
        if left.iter().any(|&other| other != one && dominated_by(one, other)) {
            left.remove(at);
        }
    }
    left
}
