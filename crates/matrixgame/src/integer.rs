//! The simplex method in integers (Edmonds 1967): all entries share one denominator, the last pivot, and every division
//! is exact. Bland's rule prevents cycling. The method gives up if a number exceeds 128 bits.

/// An optimal pair of strategies, as weights, and the value of the game as a fraction.
pub struct IntegerSolution {
    /// Weights of the rows.
    pub row: Vec<i128>,
    /// Weights of the columns.
    pub column: Vec<i128>,
    /// The numerator of the value.
    pub numerator: i128,
    /// The denominator of the value.
    pub denominator: i128,
}

/// Solves a matrix of integers, given row by row.
pub fn simplex(numbers: &[i128], rows: usize, columns: usize) -> Option<IntegerSolution> {
    // With positive entries the value is positive, and the game a linear program: maximise the sum of y with A y <= 1.
    let shift = 1 - numbers.iter().copied().min()?;
    let mut tableau = Tableau::new(numbers, rows, columns, shift)?;
    while let Some(column) = (0..columns).filter(|&c| tableau.at(rows, c) < 0).min_by_key(|&c| tableau.free[c]) {
        tableau.pivot(column)?;
    }
    let total = tableau.at(rows, columns);
    let mut solution = IntegerSolution {
        row: vec![0; rows],
        column: vec![0; columns],
        numerator: tableau.denominator.checked_sub(shift.checked_mul(total)?)?,
        denominator: total,
    };
    for (row, &variable) in tableau.basic.iter().enumerate().filter(|(_, variable)| **variable < columns) {
        solution.column[variable] = tableau.at(row, columns);
    }
    for (column, &variable) in tableau.free.iter().enumerate().filter(|(_, variable)| **variable >= columns) {
        solution.row[variable - columns] = tableau.at(rows, column);
    }
    Some(solution)
}

/// The condensed tableau: basic variables are rows, free ones columns; the last row is the objective and the last
/// column the right side. Variables below the number of columns are those of the column player, the others slacks.
struct Tableau {
    cells: Vec<i128>,
    width: usize,
    denominator: i128,
    basic: Vec<usize>,
    free: Vec<usize>,
}

impl Tableau {
    fn new(numbers: &[i128], rows: usize, columns: usize, shift: i128) -> Option<Tableau> {
        let mut cells = Vec::with_capacity((rows + 1) * (columns + 1));
        for row in numbers.chunks(columns) {
            for number in row {
                cells.push(number.checked_add(shift)?);
            }
            cells.push(1);
        }
        cells.resize(cells.len() + columns, -1);
        cells.push(0);
        let (basic, free) = ((columns..columns + rows).collect(), (0..columns).collect());
        Some(Tableau { cells, width: columns + 1, denominator: 1, basic, free })
    }

    fn at(&self, row: usize, column: usize) -> i128 {
        self.cells[row * self.width + column]
    }

    /// Exchanges the variable of a column with the basic variable that bounds it.
    fn pivot(&mut self, column: usize) -> Option<()> {
        let (rows, last) = (self.basic.len(), self.width - 1);
        let mut leaving: Option<usize> = None;
        for row in (0..rows).filter(|&row| self.at(row, column) > 0) {
            let Some(best) = leaving else {
                leaving = Some(row);
                continue;
            };
            let ratio = self.at(row, last).checked_mul(self.at(best, column))?;
            let least = self.at(best, last).checked_mul(self.at(row, column))?;
            if ratio < least || ratio == least && self.basic[row] < self.basic[best] {
                leaving = Some(row);
            }
        }
        let leaving = leaving?;
        let pivot = self.at(leaving, column);
        for row in (0..=rows).filter(|&row| row != leaving) {
            let factor = self.at(row, column);
            for other in (0..self.width).filter(|&other| other != column) {
                let product = self.at(row, other).checked_mul(pivot)?;
                let cross = factor.checked_mul(self.at(leaving, other))?;
                self.cells[row * self.width + other] = product.checked_sub(cross)? / self.denominator;
            }
            self.cells[row * self.width + column] = -factor;
        }
        self.cells[leaving * self.width + column] = self.denominator;
        self.denominator = pivot;
        std::mem::swap(&mut self.basic[leaving], &mut self.free[column]);
        Some(())
    }
}
