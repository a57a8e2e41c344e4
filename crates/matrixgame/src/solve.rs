//! Solves a matrix game: exactly if its numbers are short, otherwise by proposed strategies and the values that they
//! guarantee.

use crate::dominance::Reduced;
use crate::expectation::Expectation;
use crate::fixed::Fixed;
use crate::matrix::{MatrixSolution, PayoffMatrix};
use crate::rational::{Rational, common_denominator};
use crate::strategy::MixedStrategy;
use crate::{float, integer};

/// The maximum common denominator: larger ones make the integers of a simplex tableau overflow.
const LARGEST_DENOMINATOR: i128 = 1 << 40;

/// The maximum number of rows and columns: in larger matrices exact pivots take too long.
const LARGEST_EXACT: usize = 64;

/// The value of a matrix game with an optimal strategy of each player.
pub fn solve(matrix: &PayoffMatrix) -> MatrixSolution {
    exactly(matrix).unwrap_or_else(|| certified(matrix))
}

fn exactly(matrix: &PayoffMatrix) -> Option<MatrixSolution> {
    let exact = matrix.entries().iter().map(|entry| entry.exact()).collect::<Option<Vec<Rational>>>()?;
    let common = common_denominator(exact.iter().map(|entry| entry.denominator()), LARGEST_DENOMINATOR)?;
    let scaled = |entry: &Rational| i128::from(entry.numerator()) * (common / i128::from(entry.denominator()));
    let numbers: Vec<i128> = exact.iter().map(scaled).collect();
    let (rows, columns) = (matrix.rows(), matrix.columns());
    let mut reduced = Reduced::new(&numbers, rows, columns);
    if let Some((row, column)) = reduced.saddle_point() {
        let value = matrix.entry(row, column);
        return Some(MatrixSolution {
            value,
            row: MixedStrategy::pure(row, rows),
            column: MixedStrategy::pure(column, columns),
        });
    }
    reduced.remove_dominated();
    let left = reduced.numbers();
    if reduced.rows.len().max(reduced.columns.len()) > LARGEST_EXACT {
        return None;
    }
    let found = match (reduced.rows.len(), reduced.columns.len()) {
        (2, 2) => two_by_two(&left)?,
        (rows, columns) => integer::simplex(&left, rows, columns)?,
    };
    let value = Rational::new(found.numerator, found.denominator.checked_mul(common)?)?;
    Some(MatrixSolution {
        value: Expectation::Exact(value),
        row: MixedStrategy::reduced(&found.row)?.spread(&reduced.rows, rows),
        column: MixedStrategy::reduced(&found.column)?.spread(&reduced.columns, columns),
    })
}

/// Two rows and two columns without a saddle point: each player makes the other indifferent.
fn two_by_two(numbers: &[i128]) -> Option<integer::IntegerSolution> {
    let &[a, b, c, d] = numbers else { return None };
    let sign = if a > b { 1 } else { -1 };
    let denominator = sign * (a + d - b - c);
    Some(integer::IntegerSolution {
        row: vec![sign * (d - c), sign * (a - b)],
        column: vec![sign * (d - b), sign * (a - c)],
        numerator: sign * a.checked_mul(d)?.checked_sub(b.checked_mul(c)?)?,
        denominator,
    })
}

/// Strategies for the midpoints of the entries, and the values that they guarantee for the bounds of the entries.
fn certified(matrix: &PayoffMatrix) -> MatrixSolution {
    let middles: Vec<f64> = matrix.entries().iter().map(|entry| entry.middle()).collect();
    let (rows, columns) = (matrix.rows(), matrix.columns());
    let mut reduced = Reduced::new(&middles, rows, columns);
    let (row, column) = match reduced.saddle_point() {
        Some((row, column)) => (MixedStrategy::pure(row, rows), MixedStrategy::pure(column, columns)),
        None => {
            reduced.remove_dominated();
            let (row, column) = float::simplex(&reduced.numbers(), reduced.rows.len(), reduced.columns.len());
            // A bad proposal makes the bounds wide, never wrong.
            let strategy = |proposed: &[f64], known: &[usize], of| {
                let rounded = MixedStrategy::rounded(proposed).unwrap_or_else(|| MixedStrategy::pure(0, known.len()));
                rounded.spread(known, of)
            };
            (strategy(&row, &reduced.rows, rows), strategy(&column, &reduced.columns, columns))
        }
    };
    MatrixSolution { value: guaranteed(matrix, &row, &column), row, column }
}

/// The bounds that two strategies prove: against every column the row player gets at least the lower one, and against
/// every row the column player pays at most the upper one.
pub fn guaranteed(matrix: &PayoffMatrix, row: &MixedStrategy, column: &MixedStrategy) -> Expectation {
    let total = |strategy: &MixedStrategy| strategy.weights().iter().map(|&weight| i128::from(weight)).sum::<i128>();
    let product = |weight: u64, bound: Fixed| i128::from(weight) * i128::from(bound.units());
    let against_column = |c: usize| -> i128 {
        let picks = row.weights().iter().enumerate().filter(|(_, weight)| **weight > 0);
        picks.map(|(r, &weight)| product(weight, matrix.entry(r, c).lower())).sum()
    };
    let against_row = |r: usize| -> i128 {
        let picks = column.weights().iter().enumerate().filter(|(_, weight)| **weight > 0);
        picks.map(|(c, &weight)| product(weight, matrix.entry(r, c).upper())).sum()
    };
    let least = (0..matrix.columns()).map(against_column).min().unwrap_or(0).div_euclid(total(row).max(1));
    let most = -(-(0..matrix.rows()).map(against_row).max().unwrap_or(0)).div_euclid(total(column).max(1));
    Expectation::Between { lower: Fixed::from_units(least as i64), upper: Fixed::from_units(most as i64) }
}
