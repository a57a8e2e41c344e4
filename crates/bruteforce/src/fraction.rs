//! Fractions of any length, and the value of a matrix game in them by a textbook simplex method.

use std::cmp::Ordering;

use dashu_int::IBig;

/// A fraction with a positive denominator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fraction {
    numerator: IBig,
    denominator: IBig,
}

impl Fraction {
    /// An integer.
    pub fn integer(number: i64) -> Fraction {
        Fraction { numerator: IBig::from(number), denominator: IBig::ONE }
    }

    /// A fraction, reduced.
    pub fn new(numerator: IBig, denominator: IBig) -> Fraction {
        let (mut a, mut b) = (numerator.clone(), denominator.clone());
        while b != IBig::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        // The denominator of the result is positive.
        if (a < IBig::ZERO) != (denominator < IBig::ZERO) {
            a = -a;
        }
        Fraction { numerator: numerator / &a, denominator: denominator / &a }
    }

    /// The sum.
    pub fn plus(&self, other: &Fraction) -> Fraction {
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Fraction::new(numerator, &self.denominator * &other.denominator)
    }

    /// The difference.
    pub fn minus(&self, other: &Fraction) -> Fraction {
        self.plus(&Fraction { numerator: -other.numerator.clone(), denominator: other.denominator.clone() })
    }

    /// The product.
    pub fn times(&self, other: &Fraction) -> Fraction {
        Fraction::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// The quotient.
    pub fn over(&self, other: &Fraction) -> Fraction {
        Fraction::new(&self.numerator * &other.denominator, &self.denominator * &other.numerator)
    }

    /// Whether it is this short fraction.
    pub fn is(&self, numerator: i64, denominator: i64) -> bool {
        *self == Fraction::new(IBig::from(numerator), IBig::from(denominator))
    }

    /// Whether it lies between two multiples of 2 to the power of -44.
    pub fn is_between(&self, lower: i64, upper: i64) -> bool {
        let scaled = &self.numerator << 44;
        &self.denominator * IBig::from(lower) <= scaled && scaled <= &self.denominator * IBig::from(upper)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

/// What the row player of a matrix game gets.
pub fn matrix_value(matrix: &[Vec<Fraction>]) -> Fraction {
    let (rows, columns) = (matrix.len(), matrix[0].len());
    let zero = || Fraction::integer(0);
    let one = || Fraction::integer(1);
    if rows == 1 {
        return matrix[0].iter().min().expect("a column").clone();
    }
    if columns == 1 {
        return matrix.iter().map(|row| &row[0]).max().expect("a row").clone();
    }
    // With entries of at least 1 the column player minimises the value by maximising the sum of y, where A y <= 1.
    let shift = one().minus(matrix.iter().flatten().min().expect("an entry"));
    let width = columns + rows + 1;
    let mut tableau: Vec<Vec<Fraction>> = Vec::new();
    for (number, row) in matrix.iter().enumerate() {
        let mut line: Vec<Fraction> = row.iter().map(|entry| entry.plus(&shift)).collect();
        line.extend((0..rows).map(|slack| if slack == number { one() } else { zero() }));
        line.push(one());
        tableau.push(line);
    }
    let mut objective: Vec<Fraction> =
        (0..width).map(|at| if at < columns { Fraction::integer(-1) } else { zero() }).collect();
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    while let Some(entering) = (0..width - 1).find(|&column| objective[column] < zero()) {
        let bounding = (0..rows).filter(|&row| tableau[row][entering] > zero());
        let ratio = |row: usize| tableau[row][width - 1].over(&tableau[row][entering]);
        let leaving = bounding.min_by(|&a, &b| ratio(a).cmp(&ratio(b)).then(basis[a].cmp(&basis[b]))).expect("bounded");
        let pivot = tableau[leaving][entering].clone();
        tableau[leaving].iter_mut().for_each(|cell| *cell = cell.over(&pivot));
        let line = tableau[leaving].clone();
        for row in (0..rows).filter(|&row| row != leaving) {
            subtract(&mut tableau[row], &line, entering);
        }
        subtract(&mut objective, &line, entering);
        basis[leaving] = entering;
    }
    one().over(&objective[width - 1]).minus(&shift)
}

/// Takes a multiple of a line away, so that nothing is left in a column.
fn subtract(row: &mut [Fraction], line: &[Fraction], column: usize) {
    let factor = row[column].clone();
    if factor != Fraction::integer(0) {
        row.iter_mut().zip(line).for_each(|(cell, other)| *cell = cell.minus(&factor.times(other)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_small_matrices_are_those_of_textbooks() {
        let matrix = |rows: &[&[i64]]| -> Vec<Vec<Fraction>> {
            rows.iter().map(|row| row.iter().map(|&entry| Fraction::integer(entry)).collect()).collect()
        };
        assert!(matrix_value(&matrix(&[&[-2, 3], &[3, -4]])).is(1, 12));
        assert!(matrix_value(&matrix(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]])).is(0, 1));
        assert!(matrix_value(&matrix(&[&[1, 4], &[3, 2], &[0, 0]])).is(5, 2));
        assert!(matrix_value(&matrix(&[&[5, 6]])).is(5, 1));
    }
}
