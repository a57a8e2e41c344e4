//! Weights if every ply advances one variable, a heap or a counter: the length of the longest path to each of its
//! values.

use rustc_hash::FxHashMap;

/// A fluent replaces another one, and its weight must be larger by some amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The fluent that is replaced.
    pub from: u32,
    /// The fluent that replaces it.
    pub to: u32,
    /// The minimum difference.
    pub by: i64,
}

/// The least weights that satisfy every link; `None` if some links form a cycle. Fluents without links to them have
/// weight 0 and are left out.
pub fn longest_paths(links: &[Link]) -> Option<FxHashMap<u32, i64>> {
    let mut leading_to: FxHashMap<u32, usize> = FxHashMap::default();
    let mut leading_from: FxHashMap<u32, Vec<&Link>> = FxHashMap::default();
    for link in links {
        *leading_to.entry(link.to).or_default() += 1;
        leading_from.entry(link.from).or_default().push(link);
    }
    // A fluent's weight is final when all links to it have been followed.
    let mut settled: Vec<u32> = leading_from.keys().copied().filter(|from| !leading_to.contains_key(from)).collect();
    let mut weights: FxHashMap<u32, i64> = FxHashMap::default();
    let mut followed = 0;
    while let Some(from) = settled.pop() {
        let reached = weights.get(&from).copied().unwrap_or(0);
        for link in leading_from.get(&from).into_iter().flatten() {
            let weight = weights.entry(link.to).or_default();
            *weight = (*weight).max(reached.saturating_add(link.by));
            followed += 1;
            if let Some(left) = leading_to.get_mut(&link.to) {
                *left -= 1;
                settled.extend((*left == 0).then_some(link.to));
            }
        }
    }
    (followed == links.len()).then_some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(links: &[(u32, u32, i64)]) -> Vec<Link> {
        links.iter().map(|&(from, to, by)| Link { from, to, by }).collect()
    }

    #[test]
    fn weights_are_the_longest_paths() {
        let weights = longest_paths(&links(&[(3, 1, 1), (3, 2, 1), (2, 1, 1), (1, 0, 2)])).unwrap();
        assert_eq!([weights[&2], weights[&1], weights[&0]], [1, 2, 4]);
    }

    #[test]
    fn cycles_have_no_weights() {
        assert_eq!(longest_paths(&links(&[(3, 0, 1), (0, 1, 1), (1, 2, 1), (2, 0, 1)])), None);
    }
}
