//! Natural order of names: runs of digits are compared as numbers, so that `(cell 2 9)` comes before `(cell 2 10)`.

use std::cmp::Ordering;

/// Compares two names naturally; different names never compare equal.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a.as_bytes(), b.as_bytes());
    while let (Some(p), Some(q)) = (x.first(), y.first()) {
        if p.is_ascii_digit() && q.is_ascii_digit() {
            let (number_x, rest_x) = split_digits(x);
            let (number_y, rest_y) = split_digits(y);
            let order = number_x.len().cmp(&number_y.len()).then_with(|| number_x.cmp(number_y));
            if order != Ordering::Equal {
                return order;
            }
            (x, y) = (rest_x, rest_y);
        } else if p != q {
            return p.cmp(q);
        } else {
            (x, y) = (&x[1..], &y[1..]);
        }
    }
    x.len().cmp(&y.len()).then_with(|| a.cmp(b))
}

/// The leading digits without leading zeros, and the rest.
fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|c| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().position(|&c| c != b'0').unwrap_or(digits.len());
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_compare_by_value_and_letters_alphabetically() {
        let mut names = ["(cell 2 10)", "(cell 10 1)", "(cell 2 9)", "b", "(cell 2 09)", "a10x", "a9x", "a"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["(cell 2 09)", "(cell 2 9)", "(cell 2 10)", "(cell 10 1)", "a", "a9x", "a10x", "b"]);
    }
}
