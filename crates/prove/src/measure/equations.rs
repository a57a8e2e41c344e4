//! Decides whether some equations are consistent, by elimination modulo a prime.
//!
//! A linear program decides that too, but takes long, and since most games have no measure of the more regular kinds,
//! the answer is usually no. Weights are integers, and integer solutions are also solutions modulo the prime: equations
//! that are inconsistent there have no solution.

use rustc_hash::FxHashMap;

/// Small enough for products to fit into 64 bits.
const PRIME: u64 = (1 << 31) - 1;

/// The maximum number of terms processed; further equations are ignored.
const MOST_TERMS: usize = 2_000_000;

/// Equations in echelon form: no two start with the same unknown.
#[derive(Default)]
pub struct Equations {
    by_first: FxHashMap<u32, Equation>,
    terms: usize,
    contradictory: bool,
}

/// Unknowns with non-zero coefficients, ascending, and the value of their sum.
struct Equation {
    terms: Vec<(u32, u64)>,
    sum: u64,
}

impl Equations {
    /// Whether they are known to be inconsistent.
    pub fn are_contradictory(&self) -> bool {
        self.contradictory
    }

    /// Adds an equation: unknowns with coefficient 1, unknowns with coefficient -1, and the sum.
    pub fn add(&mut self, plus: impl Iterator<Item = u32>, minus: impl Iterator<Item = u32>, sum: i64) {
        let mut terms: Vec<(u32, u64)> = plus.map(|u| (u, 1)).chain(minus.map(|u| (u, PRIME - 1))).collect();
        terms.sort_unstable_by_key(|&(unknown, _)| unknown);
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 = if same { (kept.1 + next.1) % PRIME } else { kept.1 };
            same
        });
        terms.retain(|&(_, factor)| factor != 0);
        self.insert(Equation { terms, sum: sum.rem_euclid(PRIME as i64) as u64 });
    }

    fn insert(&mut self, mut equation: Equation) {
        while let Some(&(first, factor)) = equation.terms.first() {
            self.terms += equation.terms.len();
            if self.contradictory || self.terms > MOST_TERMS {
                return;
            }
            let Some(other) = self.by_first.get(&first) else {
                self.by_first.insert(first, equation.times(inverse(factor)));
                return;
            };
            self.terms += other.terms.len();
            equation = equation.plus(PRIME - factor, other);
        }
        self.contradictory |= equation.sum != 0;
    }
}

impl Equation {
    fn times(mut self, factor: u64) -> Equation {
        self.terms.iter_mut().for_each(|(_, own)| *own = *own * factor % PRIME);
        self.terms.shrink_to_fit();
        Equation { terms: self.terms, sum: self.sum * factor % PRIME }
    }

    /// The sum of this equation and a multiple of another one.
    fn plus(&self, factor: u64, other: &Equation) -> Equation {
        let (mut ours, mut theirs) = (self.terms.iter().copied().peekable(), other.terms.iter().copied().peekable());
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        loop {
            let next = match (ours.peek(), theirs.peek()) {
                (Some(own), Some(their)) => own.0.min(their.0),
                (Some(one), None) | (None, Some(one)) => one.0,
                (None, None) => break,
            };
            let own = ours.next_if(|(unknown, _)| *unknown == next).map_or(0, |(_, own)| own);
            let their = theirs.next_if(|(unknown, _)| *unknown == next).map_or(0, |(_, their)| their);
            let sum = (own + factor * their) % PRIME;
            if sum != 0 {
                terms.push((next, sum));
            }
        }
        Equation { terms, sum: (self.sum + factor * other.sum) % PRIME }
    }
}

/// The inverse, by Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut result, mut square, mut left) = (1, number, PRIME - 2);
    while left > 0 {
        if left % 2 == 1 {
            result = result * square % PRIME;
        }
        square = square * square % PRIME;
        left /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradictory(rows: &[(&[u32], &[u32], i64)]) -> bool {
        let mut equations = Equations::default();
        rows.iter().for_each(|&(plus, minus, sum)| equations.add(plus.iter().copied(), minus.iter().copied(), sum));
        equations.are_contradictory()
    }

    #[test]
    fn a_heap_from_which_one_or_two_are_taken_has_no_incremental_measure() {
        assert!(!contradictory(&[(&[1], &[2], 1), (&[0], &[1], 1), (&[0], &[2], 2)]));
        assert!(contradictory(&[(&[1], &[2], 1), (&[0], &[1], 1), (&[0], &[2], 1)]));
    }

    #[test]
    fn coefficients_need_not_be_one() {
        // 2x + y = 3, x + y = 2, so x = 1 and y = 1.
        assert!(!contradictory(&[(&[0, 0, 1], &[], 3), (&[0, 1], &[], 2), (&[0], &[1], 0)]));
        assert!(contradictory(&[(&[0, 0, 1], &[], 3), (&[0, 1], &[], 2), (&[0], &[1], 1)]));
        assert!(contradictory(&[(&[0], &[0], 1)]));
    }
}
