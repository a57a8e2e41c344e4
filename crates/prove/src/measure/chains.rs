//! Weights where every ply moves one variable on, a heap or a counter: the longest way to each of its values.

use rustc_hash::FxHashMap;

/// Takes the place of one fluent: another that replaces it, and by how much the weight has to grow at least.
pub type Link = (u32, u32, i64);

/// The least weights with which every link grows by as much as it has to, for the fluents that links lead to; none if some lead in a circle.
pub fn longest_ways(links: &[Link]) -> Option<FxHashMap<u32, i64>> {
    let mut weights: FxHashMap<u32, i64> = FxHashMap::default();
    // A way that leads nowhere twice has at most one link to each fluent.
    for _ in 0..=links.len() {
        let mut grown = false;
        for &(from, to, by) in links {
            let least = weights.get(&from).copied().unwrap_or(0) + by;
            let weight = weights.entry(to).or_default();
            grown |= *weight < least;
            *weight = least.max(*weight);
        }
        if !grown {
            return Some(weights);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_way_counts() {
        let weights = longest_ways(&[(3, 1, 1), (3, 2, 1), (2, 1, 1), (1, 0, 2)]).unwrap();
        assert_eq!([weights[&2], weights[&1], weights[&0]], [1, 2, 4]);
    }

    #[test]
    fn circles_have_no_end() {
        assert_eq!(longest_ways(&[(0, 1, 1), (1, 2, 1), (2, 0, 1)]), None);
    }
}
