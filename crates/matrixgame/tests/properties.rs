//! Solutions of random matrices, checked by the definition of optimality.

use matrixgame::{Expectation, Fixed, PayoffMatrix, Rational, average, guaranteed, largest, smallest, solve};
use proptest::prelude::*;

/// The payoffs of a row strategy against each column.
fn against_columns(matrix: &PayoffMatrix, weights: &[u64]) -> Vec<f64> {
    let total: u64 = weights.iter().sum();
    let column = |c: usize| (0..matrix.rows()).map(|r| weights[r] as f64 * matrix.entry(r, c).middle()).sum::<f64>();
    (0..matrix.columns()).map(|c| column(c) / total as f64).collect()
}

fn transposed(matrix: &PayoffMatrix) -> PayoffMatrix {
    let entries = (0..matrix.columns()).flat_map(|c| (0..matrix.rows()).map(move |r| matrix.entry(r, c)));
    PayoffMatrix::new(matrix.columns(), matrix.rows(), entries.collect())
}

fn matrices(largest: i32, most: usize) -> impl Strategy<Value = PayoffMatrix> {
    (1..=most, 1..=most).prop_flat_map(move |(rows, columns)| {
        proptest::collection::vec(-largest..=largest, rows * columns).prop_map(move |numbers| {
            PayoffMatrix::new(rows, columns, numbers.into_iter().map(Expectation::integer).collect())
        })
    })
}

proptest! {
    #[test]
    fn small_games_have_exact_values_that_both_strategies_prove(matrix in matrices(6, 5)) {
        let solved = solve(&matrix);
        let value = solved.value.exact().expect("short").numerator() as f64
            / solved.value.exact().expect("short").denominator() as f64;
        for got in against_columns(&matrix, solved.row.weights()) {
            prop_assert!(got >= value - 1e-9, "{got} {value} {solved:?}");
        }
        for given in against_columns(&transposed(&matrix), solved.column.weights()) {
            prop_assert!(given <= value + 1e-9, "{given} {value} {solved:?}");
        }
        // The interval proved with integers contains the exact value.
        let proved = guaranteed(&matrix, &solved.row, &solved.column);
        prop_assert!(proved.lower() <= solved.value.lower() && proved.upper() >= solved.value.upper());
        prop_assert!(proved.width() < 1e-12);
    }

    #[test]
    fn intervals_of_wide_matrices_are_narrow_and_contain_the_exact_value(matrix in matrices(100, 8)) {
        let blurred = |entry: &Expectation| Expectation::Between { lower: entry.lower(), upper: entry.upper() };
        let entries = matrix.entries().iter().map(blurred).collect();
        let certified = solve(&PayoffMatrix::new(matrix.rows(), matrix.columns(), entries));
        let exact = solve(&matrix);
        prop_assert!(certified.value.width() < 1e-10, "{certified:?}");
        prop_assert!(certified.value.lower() <= exact.value.upper());
        prop_assert!(certified.value.upper() >= exact.value.lower());
    }

    #[test]
    fn averages_and_extremes_contain_the_true_number(numbers in proptest::collection::vec((-500i64..500, 1i64..40), 1..9)) {
        let exact: Vec<Expectation> = numbers
            .iter()
            .map(|&(n, d)| Expectation::Exact(Rational::new(i128::from(n), i128::from(d)).expect("short")))
            .collect();
        let blurred: Vec<Expectation> = exact
            .iter()
            .map(|one| Expectation::Between { lower: one.lower(), upper: one.upper() })
            .collect();
        let contains = |outer: Expectation, inner: Expectation| {
            outer.lower() <= inner.lower() && outer.upper() >= inner.upper()
        };
        let mean = average(&exact).expect("some");
        prop_assert!(contains(average(&blurred).expect("some"), mean));
        let plain = numbers.iter().map(|&(n, d)| n as f64 / d as f64).sum::<f64>() / numbers.len() as f64;
        prop_assert!((mean.middle() - plain).abs() < 1e-9);
        let highest = largest(exact.iter().copied()).expect("some");
        prop_assert!(contains(largest(blurred.iter().copied()).expect("some"), highest));
        let lowest = smallest(exact.iter().copied()).expect("some");
        prop_assert!(contains(smallest(blurred.iter().copied()).expect("some"), lowest));
        prop_assert!(lowest.middle() <= highest.middle());
    }
}

#[test]
fn rock_paper_scissors_is_played_in_thirds() {
    let entries = [0, -1, 1, 1, 0, -1, -1, 1, 0].map(Expectation::integer).to_vec();
    let solved = solve(&PayoffMatrix::new(3, 3, entries));
    assert_eq!(solved.value, Expectation::integer(0));
    assert_eq!((solved.row.weights(), solved.column.weights()), (&[1, 1, 1][..], &[1, 1, 1][..]));
}

#[test]
fn long_fractions_become_intervals() {
    let long = Rational::new(1, (1 << 61) - 1).expect("short enough");
    let other = Rational::new(1, (1 << 61) - 3).expect("short enough");
    let mean = average(&[Expectation::Exact(long), Expectation::Exact(other)]).expect("some");
    assert!(matches!(mean, Expectation::Between { lower, upper } if lower == Fixed::default() && upper > lower));
    assert_eq!(Rational::new(1 << 62, 1), None);
}

#[test]
fn subtraction_from_a_sum_swaps_the_bounds() {
    let third = Expectation::Exact(Rational::new(1, 3).expect("short"));
    assert_eq!(third.subtracted_from(1).to_string(), "2/3");
    let blurred = Expectation::Between { lower: third.lower(), upper: third.upper() }.subtracted_from(1);
    assert!(blurred.lower().to_f64() <= 2.0 / 3.0 && blurred.upper().to_f64() >= 2.0 / 3.0);
}
