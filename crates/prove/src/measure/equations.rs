//! Whether some equations can hold together, found by elimination modulo a prime.
//!
//! A linear program finds that out too, but takes long to; and most games have no measure of the more regular kinds, so that this is what
//! is mostly asked. What has no solution modulo the prime might have one in fractions whose denominators the prime divides: then a
//! measure is missed that nobody would have liked.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Small enough that products fit into 64 bits.
const PRIME: u64 = (1 << 31) - 1;

/// Terms that are added before one gives up and lets the equations pass.
const MOST_TERMS: usize = 20_000_000;

/// Equations in echelon form: no two begin with the same unknown.
#[derive(Default)]
pub struct Equations {
    by_first: BTreeMap<u32, Equation>,
    terms: usize,
}

/// Unknowns with factors other than 0, ascending, and what their sum must be.
struct Equation {
    terms: Vec<(u32, u64)>,
    sum: u64,
}

impl Equations {
    /// Adds an equation: unknowns that count once, unknowns that count negatively, and what this amounts to. Breaks if it contradicts the others.
    pub fn add(&mut self, plus: &[u32], minus: &[u32], sum: i64) -> ControlFlow<()> {
        let mut factors: BTreeMap<u32, u64> = BTreeMap::new();
        let mut count = |unknown: u32, factor: u64| {
            let sum = factors.entry(unknown).or_default();
            *sum = (*sum + factor) % PRIME;
        };
        plus.iter().for_each(|&unknown| count(unknown, 1));
        minus.iter().for_each(|&unknown| count(unknown, PRIME - 1));
        factors.retain(|_, factor| *factor != 0);
        let sum = sum.rem_euclid(PRIME as i64) as u64;
        self.insert(Equation { terms: factors.into_iter().collect(), sum })
    }

    fn insert(&mut self, mut equation: Equation) -> ControlFlow<()> {
        while self.terms < MOST_TERMS {
            let Some(&(first, factor)) = equation.terms.first() else {
                return if equation.sum == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            };
            let Some(other) = self.by_first.get(&first) else {
                self.by_first.insert(first, equation.times(inverse(factor)));
                break;
            };
            self.terms += equation.terms.len() + other.terms.len();
            equation = equation.plus(PRIME - factor, other);
        }
        ControlFlow::Continue(())
    }
}

impl Equation {
    fn times(mut self, factor: u64) -> Equation {
        self.terms.iter_mut().for_each(|(_, own)| *own = *own * factor % PRIME);
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

    fn fits(rows: &[(&[u32], &[u32], i64)]) -> bool {
        let mut equations = Equations::default();
        rows.iter().all(|&(plus, minus, sum)| equations.add(plus, minus, sum).is_continue())
    }

    #[test]
    fn a_heap_from_which_one_or_two_are_taken_has_no_measure_that_grows_by_one() {
        assert!(fits(&[(&[1], &[2], 1), (&[0], &[1], 1), (&[0], &[2], 2)]));
        assert!(!fits(&[(&[1], &[2], 1), (&[0], &[1], 1), (&[0], &[2], 1)]));
    }

    #[test]
    fn factors_need_not_be_one() {
        // 2x + y = 3, x + y = 2, so x = 1 and y = 1.
        assert!(fits(&[(&[0, 0, 1], &[], 3), (&[0, 1], &[], 2), (&[0], &[1], 0)]));
        assert!(!fits(&[(&[0, 0, 1], &[], 3), (&[0, 1], &[], 2), (&[0], &[1], 1)]));
    }
}
