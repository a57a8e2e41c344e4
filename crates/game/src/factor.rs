//! Factoring sums of products: `a b + a c + d` becomes `a (b + c) + d`.
//!
//! The instances of a rule share most of their conditions: all attacks on a king test whose turn it is, and those along
//! a line test the same empty cells. Each product goes to the group of its most frequent factor, groups are factored
//! again without it, and groups too small to pay for an instruction remain unfactored. This is the greedy literal
//! factoring of logic synthesis (Brayton 1987), with all choices of one level made at once, so that wide sums do not
//! take quadratic time.

use crate::tape::Place;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A sum of products.
#[derive(PartialEq, Eq, Default, Debug)]
pub(crate) struct Factored {
    /// Products that share no frequent factor.
    pub products: Vec<Vec<Place>>,
    /// Factors, each with the sum it multiplies.
    pub groups: Vec<(Place, Factored)>,
}

/// Smaller groups are not worth an instruction.
const SMALLEST_GROUP: usize = 8;

/// Factors a sum of non-empty products. The recursion depth is at most the number of factors in a product.
pub(crate) fn factor(products: Vec<Vec<Place>>) -> Factored {
    let mut frequency: FxHashMap<Place, usize> = FxHashMap::default();
    products.iter().flatten().for_each(|&place| *frequency.entry(place).or_insert(0) += 1);
    if frequency.values().all(|&count| count < SMALLEST_GROUP) {
        return Factored { products, groups: Vec::new() };
    }
    let rank = |place: &Place| (frequency[place], Reverse(*place));
    let leader = |product: &[Place]| product.iter().copied().max_by_key(rank);
    let mut keyed: Vec<(Option<Place>, Vec<Place>)> = products.into_iter().map(|p| (leader(&p), p)).collect();
    keyed.sort_by_key(|&(leader, _)| leader);
    let mut factored = Factored::default();
    for group in keyed.chunk_by_mut(|a, b| a.0 == b.0) {
        let alone = group.iter().any(|(leader, product)| product.iter().all(|place| Some(*place) == *leader));
        let leader = group[0].0;
        let products = group.iter_mut().map(|(_, product)| std::mem::take(product));
        match leader {
            // A product that is the factor alone absorbs the others.
            Some(leader) if alone => factored.products.push(vec![leader]),
            Some(leader) if products.len() >= SMALLEST_GROUP => {
                let rest = |product: Vec<Place>| product.into_iter().filter(|&place| place != leader).collect();
                factored.groups.push((leader, factor(products.map(rest).collect())));
            }
            _ => factored.products.extend(products),
        }
    }
    factored
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn place(number: u32) -> Place {
        Place::new(number, false)
    }

    fn holds(sum: &Factored, state: u64) -> bool {
        let on = |place: &Place| state >> place.slot() & 1 == 1;
        sum.products.iter().any(|product| product.iter().all(on))
            || sum.groups.iter().any(|(factor, rest)| on(factor) && holds(rest, state))
    }

    fn reads(sum: &Factored) -> usize {
        let groups: usize = sum.groups.iter().map(|(_, rest)| 1 + reads(rest)).sum();
        sum.products.iter().map(Vec::len).sum::<usize>() + groups
    }

    #[test]
    fn a_common_factor_is_read_once() {
        let products: Vec<Vec<Place>> = (1..20).map(|n| vec![place(0), place(n)]).collect();
        let sum = factor(products);
        assert_eq!((reads(&sum), sum.groups.len()), (20, 1));
    }

    #[test]
    fn small_sums_are_not_factored() {
        let products: Vec<Vec<Place>> = (1..8).map(|n| vec![place(0), place(n)]).collect();
        assert_eq!(factor(products.clone()), Factored { products, groups: Vec::new() });
    }

    #[test]
    fn factoring_preserves_the_meaning() {
        let mut random = Random::stream(7, 0);
        for _ in 0..50 {
            let factors = 1 + random.below(8);
            let any = |random: &mut Random| place(random.below(12).min(random.below(12)));
            let product = |random: &mut Random| (0..1 + random.below(factors)).map(|_| any(random)).collect();
            let products: Vec<Vec<Place>> = (0..random.below(300)).map(|_| product(&mut random)).collect();
            let plain = Factored { products: products.clone(), groups: Vec::new() };
            let sum = factor(products);
            assert!(reads(&sum) <= reads(&plain));
            for _ in 0..200 {
                let state = random.next_word() & random.next_word();
                assert_eq!(holds(&sum, state), holds(&plain, state));
            }
        }
    }
}
