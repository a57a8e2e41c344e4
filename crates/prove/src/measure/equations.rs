//! Whether some equations can hold together, found by elimination modulo a prime.
//!
//! A linear program finds that out too, but takes long to; and most games have no measure of the more regular kinds, so
//! that this is what is mostly asked. Weights are whole numbers, and whole numbers that solve the equations solve them
//! modulo the prime: what contradicts itself there has no solution.

use rustc_hash::FxHashMap;

/// Small enough that products fit into 64 bits.
const PRIME: u64 = (1 << 31) - 1;

/// Terms that are gone through before further equations pass unseen. What is kept is less than that.
const MOST_TERMS: usize = 2_000_000;

/// Equations in echelon form: no two begin with the same unknown.
#[derive(Default)]
pub struct Equations {
    by_first: FxHashMap<u32, Equation>,
    terms: usize,
    contradictory: bool,
}

/// Unknowns with factors other than 0, ascending, and what their sum must be.
struct Equation {
    terms: Vec<(u32, u64)>,
    sum: u64,
}

impl Equations {
    /// Whether they are known to have no solution.
    pub fn are_contradictory(&self) -> bool {
        self.contradictory
    }

    /// Adds an equation: unknowns that count once, unknowns that count negatively, and what this amounts to.
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

    /// This one and a multiple of another one.
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

/// By Fermat: the power that is one less than the one that is 1.
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
    fn a_heap_from_which_one_or_two_are_taken_has_no_measure_that_grows_by_one() {
        assert!(!contradictory(&[(&[1], &[2], 1), (&[0], &[1], 1), (&[0], &[2], 2)]));
        assert!(contradictory(&[(&[1], &[2], 1), (&[0], &[1], 1), (&[0], &[2], 1)]));
    }

    #[test]
    fn factors_need_not_be_one() {
        // 2x + y = 3, x + y = 2, so x = 1 and y = 1.
        assert!(!contradictory(&[(&[0, 0, 1], &[], 3), (&[0, 1], &[], 2), (&[0], &[1], 0)]));
        assert!(contradictory(&[(&[0, 0, 1], &[], 3), (&[0, 1], &[], 2), (&[0], &[1], 1)]));
        assert!(contradictory(&[(&[0], &[0], 1)]));
    }
}
