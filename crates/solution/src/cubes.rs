//! Converts a filter on variables to cubes on the levels of diagrams.
//!
//! A variable with many values is split into digits on several levels, and a set of its values is in general not a
//! product of sets of digits. It is a disjoint union of products: first digits with the same set of remaining digits
//! are grouped. Excluding one value takes as many products as there are digits.

use std::collections::{BTreeMap, BTreeSet};

use layer::Cube;

use crate::filter::StateFilter;
use crate::manifest::LevelOf;

/// Allowed digits on some levels.
type Product = Vec<(usize, BTreeSet<u32>)>;

/// Disjoint cubes whose union is the set of states of a filter.
pub fn cubes(filter: &StateFilter, levels: &[LevelOf]) -> Vec<Cube> {
    // One level for a game without variables: the diagram of its only state.
    let constant = levels.is_empty().then_some(1);
    let mut cubes = vec![Cube::full(levels.iter().map(|level| level.size as u16).chain(constant))];
    for (variable, allowed) in filter.values() {
        let digits: Vec<(usize, &LevelOf)> =
            levels.iter().enumerate().filter(|(_, level)| level.variable == variable).collect();
        let products = products(allowed, &digits);
        let restricted = |cube: &Cube| {
            let restrict = |product: &Product| {
                let mut cube = cube.clone();
                product.iter().for_each(|(level, digits)| cube.keep(*level, |value| digits.contains(&value.into())));
                cube
            };
            products.iter().map(restrict).collect::<Vec<Cube>>()
        };
        cubes = cubes.iter().flat_map(restricted).collect();
    }
    cubes
}

/// Disjoint products of digits whose union is a set of values.
fn products(allowed: &BTreeSet<u32>, digits: &[(usize, &LevelOf)]) -> Vec<Product> {
    let Some((&(level, of), rest)) = digits.split_first() else {
        return if allowed.is_empty() { Vec::new() } else { vec![Vec::new()] };
    };
    let (weight, size) = (of.weight as u32, of.size as u32);
    // Groups the digits by the set of values of the other digits.
    let mut alike: BTreeMap<BTreeSet<u32>, BTreeSet<u32>> = BTreeMap::new();
    for digit in 0..size {
        let has_digit = allowed.iter().filter(|&&value| value / weight % size == digit);
        let remaining: BTreeSet<u32> = has_digit.map(|value| value - digit * weight).collect();
        if !remaining.is_empty() {
            alike.entry(remaining).or_default().insert(digit);
        }
    }
    let with_first = |(remaining, first): (&BTreeSet<u32>, &BTreeSet<u32>)| {
        let longer = |product: Product| product.into_iter().chain([(level, first.clone())]).collect::<Product>();
        products(remaining, rest).into_iter().map(longer).collect::<Vec<Product>>()
    };
    alike.iter().flat_map(with_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A variable of 6 values in one digit and one of 70 in two, with the small digit on top.
    fn levels() -> Vec<LevelOf> {
        let level = |variable, weight, size| LevelOf { variable, weight, size };
        vec![level(1, 1, 9), level(0, 1, 6), level(1, 9, 8)]
    }

    #[test]
    fn every_state_is_in_one_cube_or_in_none() {
        let mut filter = StateFilter::default();
        filter.keep(0, 0..6, |value| value % 2 == 1);
        filter.keep(1, 0..70, |value| value != 13 && value % 5 != 2);
        let cubes = cubes(&filter, &levels());
        for first in 0..6 {
            for second in 0..70 {
                let path = [(second % 9) as u16, first as u16, (second / 9) as u16];
                let holding = cubes.iter().filter(|cube| cube.contains(&path)).count();
                assert_eq!(holding, usize::from(filter.accepts(&[first, second])), "{first} {second}");
            }
        }
    }

    #[test]
    fn excluding_one_value_takes_a_cube_per_digit() {
        let mut filter = StateFilter::default();
        filter.keep(1, 0..72, |value| value != 13);
        assert_eq!(cubes(&filter, &levels()).len(), 2);
        assert_eq!(cubes(&StateFilter::default(), &levels()).len(), 1);
        filter.keep(1, 0..72, |_| false);
        assert!(cubes(&filter, &levels()).is_empty() && filter.is_contradictory());
    }
}
